import type { NamedAuthor } from '#src/formats/described-record.ts';
import type { CslType } from '#src/records/citations/types.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { creditRoleUri } from '#src/vocabulary/roles/credit-roles.ts';
import type { DescribedPage } from './highwire.ts';

const types: Partial<Record<CslType, string>> = {
  article: 'ScholarlyArticle',
  'article-journal': 'ScholarlyArticle',
  'article-magazine': 'Article',
  'article-newspaper': 'NewsArticle',
  book: 'Book',
  chapter: 'Chapter',
  dataset: 'Dataset',
  map: 'Map',
  motion_picture: 'VideoObject',
  'paper-conference': 'ScholarlyArticle',
  periodical: 'Periodical',
  'post-weblog': 'BlogPosting',
  report: 'Report',
  review: 'Review',
  'review-book': 'Review',
  software: 'SoftwareSourceCode',
  thesis: 'Thesis',
  webpage: 'WebPage',
};

/** The type of a publication in the vocabulary of https://schema.org. */
export const schemaType = (type: CslType): string => types[type] ?? 'CreativeWork';

const isText = (value: unknown) => value !== null && value !== undefined && value !== '';
/** An object without the members that say nothing. */
const known = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => isText(value) && !(Array.isArray(value) && value.length === 0)),
  );

function agent({ name, given, family, suffix, orcid, affiliations }: NamedAuthor) {
  return known({
    '@type': family ? 'Person' : 'Organization',
    name,
    givenName: given,
    familyName: family,
    honorificSuffix: suffix,
    '@id': orcid && `https://orcid.org/${orcid}`,
    affiliation: affiliations.slice(0, 3).map((each) => ({ '@type': 'Organization', name: each })),
  });
}

/** The contributions of an author: https://schema.org/Role, with the URIs of CRediT. */
function contributions(author: NamedAuthor) {
  const { credit_roles: roles = [] } = author;
  if (roles.length === 0) return [];
  return [{ '@type': 'Role', contributor: agent(author), roleName: roles.map(creditRoleUri) }];
}

/** The container of an article: its issue, of a volume, of a journal; or the book of a chapter. */
function containerOf({ said, type }: DescribedPage): Record<string, unknown> | undefined {
  const { container_title: name, volume, issue, issn, isbn } = said;
  if (name === null) return undefined;
  const kind = type === 'chapter' ? 'Book' : issn.length > 0 ? 'Periodical' : 'CreativeWorkSeries';
  const whole = known({ '@type': kind, name, issn, isbn: type === 'chapter' ? isbn : undefined });
  const ofVolume = volume === null ? whole : { '@type': 'PublicationVolume', volumeNumber: volume, isPartOf: whole };
  return issue === null ? ofVolume : { '@type': 'PublicationIssue', issueNumber: issue, isPartOf: ofVolume };
}

/**
 * The fields that Google's dataset search requires:
 * https://developers.google.com/search/docs/appearance/structured-data/dataset
 */
function dataset({ said, title, year }: DescribedPage): Record<string, unknown> {
  const { abstract, publisher, subjects, authors } = said;
  const brief = [(abstract ?? title).replace(/\.$/, ''), publisher, year, subjects.join(', ')]
    .filter(isText)
    .join('. ');
  const description = abstract !== null && abstract.length >= minDescription ? abstract : brief;
  return { creator: authors.map(agent), description: description.slice(0, maxDescription).toWellFormed() };
}

const [minDescription, maxDescription] = [50, 5_000];

/** Structured data of a publication in the vocabulary of https://schema.org. */
export function publicationData(
  described: DescribedPage,
  { isRetracted, isOpenAccess }: { isRetracted: boolean; isOpenAccess: boolean | undefined },
): object {
  const { doi, said, type, title, date, year, institution, url } = described;
  return known({
    '@context': 'https://schema.org',
    '@type': schemaType(type),
    '@id': doiUrl(doi),
    identifier: { '@type': 'PropertyValue', propertyID: 'doi', value: doi, url: doiUrl(doi) },
    url,
    name: title,
    headline: title.slice(0, 110).toWellFormed(),
    author: said.authors.map(agent),
    ...(type === 'dataset' && dataset(described)),
    editor: said.editors.map(agent),
    // `author` stays a list of people, which is what readers of it expect.
    contributor: said.authors.flatMap(contributions),
    datePublished: date ?? (year === null ? undefined : String(year)),
    isPartOf: containerOf(described),
    pagination: said.pages ?? said.article_number,
    isbn: type === 'book' ? said.isbn : undefined,
    publisher: (institution ?? said.publisher) && { '@type': 'Organization', name: institution ?? said.publisher },
    inLanguage: said.language,
    abstract: said.abstract,
    keywords: said.subjects,
    license: said.license_url,
    isAccessibleForFree: isOpenAccess,
    creativeWorkStatus: isRetracted ? 'Retracted' : undefined,
  });
}
