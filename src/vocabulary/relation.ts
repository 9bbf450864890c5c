import * as z from 'zod';
import { parseDoi } from './identifiers/doi.ts';

const inverses = {
  'is-preprint-of': 'has-preprint',
  'is-version-of': 'has-version',
  'is-identical-to': 'is-identical-to',
  'is-part-of': 'has-part',
  corrects: 'is-corrected-by',
  retracts: 'is-retracted-by',
  'is-supplement-to': 'is-supplemented-by',
  'is-review-of': 'has-review',
  'is-comment-on': 'has-comment',
  'is-translation-of': 'has-translation',
  'has-preprint': 'is-preprint-of',
  'has-version': 'is-version-of',
  'has-part': 'is-part-of',
  'is-corrected-by': 'corrects',
  'is-retracted-by': 'retracts',
  'is-supplemented-by': 'is-supplement-to',
  'has-review': 'is-review-of',
  'has-comment': 'is-comment-on',
  'has-translation': 'is-translation-of',
} as const;

const RelationType = z.enum(Object.keys(inverses) as [RelationType, ...RelationType[]]);
export type RelationType = keyof typeof inverses;

/** A relation to another publication: "this one `type` the publication `doi`". */
export const Relation = z.object({ type: RelationType, doi: z.string() });
export type Relation = z.output<typeof Relation>;

/** Collections name thousands of parts. The last ones are dropped. */
const maxRelations = 50;

/** The relation as seen from the other publication. */
export const inverseOf = (type: RelationType): RelationType => inverses[type];

/**
 * Distinct relations stated by a source about the publication `own`, at most 50. Drops identifiers that are not DOIs
 * and those of the publication itself. Parts come last, because there may be many.
 */
export function distinctRelations(
  own: string,
  stated: readonly { type: RelationType | undefined; identifier: string }[],
): Relation[] {
  const relations = new Map<string, Relation>();
  for (const { type, identifier } of stated) {
    const doi = type && parseDoi(identifier);
    if (type && doi && doi !== own) relations.set(`${type} ${doi}`, { type, doi });
  }
  const isPart = ({ type }: Relation) => Number(type === 'has-part');
  return [...relations.values()].sort((one, other) => isPart(one) - isPart(other)).slice(0, maxRelations);
}
