import {
  type DescribedRecord,
  describedRecord,
  invertedName,
  type NamedAuthor,
} from '#src/formats/described-record.ts';
import { containerOf, element, type Markup } from '#src/records/citations/markup.ts';
import { type Publication, type PublicationRecord, shownRelations } from '#src/records/publications/publication.ts';
import type { Award, Funder } from '#src/vocabulary/bibliography.ts';
import { awardsOfFunder, funderName } from '#src/vocabulary/funders/funders.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import type { RelationType } from '#src/vocabulary/relation.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';
import { resourceTypeOf } from './resource-type.ts';

const namespace = 'http://namespace.openaire.eu/schema/oaire/';

/** COAR's access rights: https://vocabularies.coar-repositories.org/access_rights/ */
const openAccess = { uri: 'http://purl.org/coar/access_right/c_abf2', label: 'open access' };
const metadataOnly = { uri: 'http://purl.org/coar/access_right/c_14cb', label: 'metadata only access' };

/** DataCite's names of relations, where its schema 4.1 has one. */
const relationTypes: Partial<Record<RelationType, string>> = {
  'is-version-of': 'IsVersionOf',
  'has-version': 'HasVersion',
  'is-preprint-of': 'IsVersionOf',
  'has-preprint': 'HasVersion',
  'is-identical-to': 'IsIdenticalTo',
  'is-part-of': 'IsPartOf',
  'has-part': 'HasPart',
  'is-supplement-to': 'IsSupplementTo',
  'is-supplemented-by': 'IsSupplementedBy',
  'is-review-of': 'Reviews',
  'has-review': 'IsReviewedBy',
  'is-comment-on': 'References',
  'has-comment': 'IsReferencedBy',
  'is-translation-of': 'IsVariantFormOf',
  'has-translation': 'IsOriginalFormOf',
};
const issnTypes = { print: 'PISSN', electronic: 'EISSN', linking: 'LISSN' } as const;

/**
 * The format of the OpenAIRE Guidelines for Literature Repositories, version 4:
 * https://openaire-guidelines-for-literature-repository-managers.readthedocs.io/en/v4.0.0/
 */
export function openaire(record: PublicationRecord, publication: Publication): Markup {
  const { doi, publication_date, publication_year, publication_type, open_access_status } = publication;
  const said = describedRecord(record, publication);
  const access = isOpenAccess(open_access_status) ? openAccess : metadataOnly;
  const { uri, label, general } = resourceTypeOf(publication_type, said.publication_subtype);
  const optional = (name: string, content: string | null, attributes: Record<string, string> = {}) =>
    content === null ? undefined : element(name, attributes, content);
  const issued = publication_date ?? (publication_year === null ? null : String(publication_year));
  // Article numbers are not pages, but the format has nothing else for where an article begins.
  const [firstPage, lastPage = null] = said.pages === null ? [said.article_number] : splitPages(said.pages);
  return element(
    'oaire:resource',
    {
      'xmlns:oaire': namespace,
      'xmlns:datacite': 'http://datacite.org/schema/kernel-4',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespace} https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd`,
    },
    element('datacite:titles', {}, titlesOf(said, doi)),
    containerOf(
      'datacite:creators',
      said.authors.map((author) => agent('creator', author)),
    ),
    containerOf(
      'datacite:contributors',
      said.editors.map((editor) => agent('contributor', editor, 'Editor')),
    ),
    containerOf('oaire:fundingReferences', said.funders.flatMap(fundingReferences)),
    containerOf('datacite:alternateIdentifiers', alternateIdentifiers(said)),
    containerOf('datacite:relatedIdentifiers', relatedIdentifiers(said, publication)),
    containerOf('datacite:dates', issued === null ? [] : [element('datacite:date', { dateType: 'Issued' }, issued)]),
    element('dc:language', {}, said.language ?? 'und'),
    optional('dc:publisher', said.publisher),
    element('oaire:resourceType', { resourceTypeGeneral: general, uri }, label),
    optional('dc:description', said.abstract),
    element('datacite:identifier', { identifierType: 'DOI' }, doi),
    element('datacite:rights', { rightsURI: access.uri }, access.label),
    containerOf(
      'datacite:subjects',
      said.subjects.map((subject) => element('datacite:subject', {}, subject)),
    ),
    optional('oaire:licenseCondition', said.license_url, { uri: said.license_url ?? '' }),
    optional('oaire:citationTitle', said.container_title),
    optional('oaire:citationVolume', said.volume),
    optional('oaire:citationIssue', said.issue),
    optional('oaire:citationStartPage', firstPage),
    optional('oaire:citationEndPage', lastPage),
    optional('oaire:citationEdition', said.edition),
    optional('oaire:citationConferencePlace', said.event_place),
    optional('oaire:citationConferenceDate', said.event_date),
  );
}

/** A title is mandatory, so a publication without one has its DOI. */
function titlesOf({ titles }: DescribedRecord, doi: string): Markup[] {
  if (titles.length === 0) return [element('datacite:title', {}, doi)];
  return titles.map(({ text, language }) => element('datacite:title', { 'xml:lang': language }, text));
}

function agent(kind: 'creator' | 'contributor', named: NamedAuthor, contributorType?: string): Markup {
  const { given, family, orcid, affiliations } = named;
  const nameType = family ? 'Personal' : undefined;
  return element(
    `datacite:${kind}`,
    { contributorType },
    element(`datacite:${kind}Name`, { nameType }, invertedName(named) || 'Anonymous'),
    given && element('datacite:givenName', {}, given),
    family && element('datacite:familyName', {}, family),
    orcid &&
      element(
        'datacite:nameIdentifier',
        { nameIdentifierScheme: 'ORCID', schemeURI: 'https://orcid.org' },
        `https://orcid.org/${orcid}`,
      ),
    affiliations.map((affiliation) => element('datacite:affiliation', {}, affiliation)),
  );
}

/** One reference for each award, or one for the funder alone. What has neither name nor identifier is no funder. */
function fundingReferences(funder: Funder): Markup[] {
  const name = funderName(funder);
  if (name === null) return [];
  const { doi, ror } = funder;
  const identifier = ror
    ? element('oaire:funderIdentifier', { funderIdentifierType: 'ROR' }, ror)
    : doi &&
      element('oaire:funderIdentifier', { funderIdentifierType: 'Crossref Funder ID' }, `https://doi.org/${doi}`);
  const reference = (award?: Award) =>
    element(
      'oaire:fundingReference',
      {},
      element('oaire:funderName', {}, name),
      identifier,
      award?.number && element('oaire:awardNumber', { awardURI: award.uri }, award.number),
      award?.title && element('oaire:awardTitle', {}, award.title),
    );
  const numbered = awardsOfFunder(funder).filter(({ number }) => number !== null);
  return numbered.length === 0 ? [reference()] : numbered.map(reference);
}

function alternateIdentifiers({ arxiv_id }: DescribedRecord): Markup[] {
  if (arxiv_id === null) return [];
  return [element('datacite:alternateIdentifier', { alternateIdentifierType: 'arXiv' }, arxiv_id)];
}

/** Identifiers of the journal, the book and the projects that a publication is part of, and of related publications. */
function relatedIdentifiers({ issn, issn_types, isbn, raids }: DescribedRecord, publication: Publication): Markup[] {
  const related = (relatedIdentifierType: string, relationType: string, identifier: string) =>
    element('datacite:relatedIdentifier', { relatedIdentifierType, relationType }, identifier);
  const typeOf = (number: string) => {
    const known = issn_types.find((each) => each.issn === number);
    return known ? issnTypes[known.type] : 'ISSN';
  };
  const relations = shownRelations(publication).flatMap(({ type, doi }) => {
    const relationType = relationTypes[type];
    return relationType ? [related('DOI', relationType, doi)] : [];
  });
  return [
    ...issn.map((number) => related(typeOf(number), 'IsPartOf', number)),
    ...isbn.map((number) => related('ISBN', 'IsPartOf', number)),
    ...relations,
    // The vocabulary has no RAiD, which is a DOI.
    ...raids.map((raid) => related('DOI', 'IsPartOf', raid)),
  ];
}
