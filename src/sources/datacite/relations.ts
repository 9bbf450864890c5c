import { distinctRelations, type Relation, type RelationType } from '#src/vocabulary/relation.ts';
import type { Attributes } from './response.ts';

/**
 * The relations between versions, parts, supplements and reviews of
 * https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-1/relationType/, by Crossref's names.
 */
const relationTypes = new Map<string, RelationType>(
  Object.entries({
    IsVersionOf: 'is-version-of',
    HasVersion: 'has-version',
    IsNewVersionOf: 'is-version-of',
    IsPreviousVersionOf: 'has-version',
    Obsoletes: 'is-version-of',
    IsObsoletedBy: 'has-version',
    IsIdenticalTo: 'is-identical-to',
    IsPartOf: 'is-part-of',
    HasPart: 'has-part',
    IsPublishedIn: 'is-part-of',
    IsSupplementTo: 'is-supplement-to',
    IsSupplementedBy: 'is-supplemented-by',
    Reviews: 'is-review-of',
    IsReviewedBy: 'has-review',
    IsVariantFormOf: 'is-version-of',
    IsOriginalFormOf: 'has-version',
    IsTranslationOf: 'is-translation-of',
    HasTranslation: 'has-translation',
  }),
);

/** The relations of a record to other DOIs. */
export function dataciteRelations({ relatedIdentifiers }: Attributes, doi: string): Relation[] {
  const named = relatedIdentifiers.filter(({ relatedIdentifierType: type }) => type === 'DOI' || type === 'URL');
  return distinctRelations(
    doi,
    named.map(({ relationType, relatedIdentifier }) => ({
      type: relationTypes.get(relationType ?? ''),
      identifier: relatedIdentifier,
    })),
  );
}
