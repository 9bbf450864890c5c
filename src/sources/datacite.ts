import * as z from 'zod';
import { arxivIdIn, parseArxivId } from '../domain/values/arxiv.ts';
import { type Author, type Bibliography, emptyBibliography } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';
import { withTranslations } from '../domain/values/locale.ts';
import { fromIsoDate, refinedBy, yearOf } from '../domain/values/partial-date.ts';
import { fetchJson, type Patience } from './http.ts';
import { languageTag } from './language.ts';
import {
  count,
  distinctTexts,
  firstText,
  lenient,
  listOf,
  orcidOrNull,
  textOrNull,
  webUrl,
} from './response-fields.ts';
import { type SourceAnswer, SourceAnswerMalformed, SourceUnavailable } from './source.ts';
import { isPreprintServer, type Venue, venueOf } from './venue.ts';

const text = lenient(z.string());
/** Volumes and pages may be text or numbers. */
const label = lenient(z.union([z.string(), z.number().transform(String)]));
const named = lenient(z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)]));

const Creator = z.looseObject({
  name: text,
  nameType: text,
  givenName: text,
  familyName: text,
  contributorType: text,
  affiliation: listOf(z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])),
  nameIdentifiers: listOf(z.looseObject({ nameIdentifier: z.string(), nameIdentifierScheme: text })),
});

const Related = z.looseObject({ relatedIdentifier: z.string(), relatedIdentifierType: text, relationType: text });

const RelatedItem = z.looseObject({
  relationType: text,
  titles: listOf(z.looseObject({ title: z.string() })),
  volume: label,
  issue: label,
  number: label,
  numberType: text,
  edition: label,
  firstPage: label,
  lastPage: label,
});

/** The attributes of https://support.datacite.org/docs/api-get-doi, those that are used. */
const Attributes = z.looseObject({
  doi: z.string(),
  titles: listOf(z.looseObject({ title: z.string(), titleType: text, lang: text })),
  creators: listOf(Creator),
  contributors: listOf(Creator),
  dates: listOf(z.looseObject({ date: z.string(), dateType: text })),
  created: text,
  registered: text,
  version: label,
  publicationYear: lenient(z.union([z.int(), z.string()])),
  types: lenient(z.looseObject({ resourceTypeGeneral: text, resourceType: text, citeproc: text })),
  publisher: named,
  container: lenient(
    z.looseObject({
      title: text,
      volume: label,
      issue: label,
      firstPage: label,
      lastPage: label,
      identifier: text,
      identifierType: text,
    }),
  ),
  relatedItems: listOf(RelatedItem),
  relatedIdentifiers: listOf(Related),
  identifiers: listOf(z.looseObject({ identifier: z.string(), identifierType: text })),
  descriptions: listOf(z.looseObject({ description: z.string(), descriptionType: text })),
  rightsList: listOf(z.looseObject({ rightsUri: text })),
  subjects: listOf(z.looseObject({ subject: z.string() })),
  fundingReferences: listOf(z.looseObject({ funderName: text, funderIdentifier: text, awardNumber: label })),
  language: text,
  url: text,
  citationCount: lenient(count),
});
type Attributes = z.output<typeof Attributes>;

const Answer = z.looseObject({ data: z.looseObject({ type: z.literal('dois'), attributes: Attributes }) });

/**
 * Reads a DOI from DataCite; undefined if it is unknown there. Throws as fetchJson does, and SourceAnswerMalformed if
 * the response is not a record of this DOI.
 */
export async function readDoi(doi: string, patience: Patience = {}): Promise<SourceAnswer<'datacite'> | undefined> {
  const { status, body, redirected } = await fetchJson('datacite', {
    path: `/dois/${encodeURIComponent(doi)}`,
    accept: 'application/vnd.api+json',
    ...patience,
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new SourceUnavailable('datacite', `answered ${status}`, { status });
  const answer = Answer.safeParse(body);
  if (!answer.success) {
    throw new SourceAnswerMalformed('datacite', 'returned an invalid DOI record', { cause: answer.error });
  }
  const { attributes } = answer.data.data;
  const held = parseDoi(attributes.doi);
  if (held === undefined || (held !== doi && !redirected)) {
    throw new SourceAnswerMalformed('datacite', 'returned a different DOI record');
  }
  return {
    source: 'datacite',
    doi: held,
    bibliography: bibliographyOf(attributes, held),
    raw: (body as { data: unknown }).data,
  };
}

function bibliographyOf(record: Attributes, doi: string): Bibliography {
  const dates = datesOf(record);
  const type = typeOf(record, doi);
  const host = record.relatedItems.find(({ relationType }) => relationType === 'IsPublishedIn');
  const { container } = record;
  return {
    ...emptyBibliography,
    ...titleOf(record),
    subtitle: firstText(record.titles.filter((t) => t.titleType === 'Subtitle').map((t) => t.title))?.text ?? null,
    authors: record.creators.flatMap(creator),
    editors: record.contributors.filter(({ contributorType }) => contributorType === 'Editor').flatMap(creator),
    ...dates,
    publication_year: yearOf(dates.publication_date),
    publication_type: type,
    publication_subtype: type === 'posted-content' && !isBlogPost(record) ? 'preprint' : null,
    ...placeOf(record, type),
    publisher: knownText(record.publisher),
    edition: knownText(host?.edition),
    version: knownText(record.version),
    volume: knownText(container?.volume) ?? knownText(host?.volume),
    issue: knownText(container?.issue) ?? knownText(host?.issue),
    pages: pagesOf(container?.firstPage ?? host?.firstPage, container?.lastPage ?? host?.lastPage),
    article_number: host?.numberType === 'Article' ? knownText(host.number) : null,
    issn: [...new Set(['ISSN', 'EISSN'].flatMap((type) => identifiersOf(record, type, ['IsPartOf', 'IsPublishedIn'])))],
    issn_electronic: identifiersOf(record, 'EISSN', ['IsPartOf', 'IsPublishedIn']),
    isbn: identifiersOf(record, 'ISBN', ['IsPartOf', 'IsPublishedIn', 'IsIdenticalTo']),
    arxiv_id: arxivIdIn(doi) ?? arxivIdOf(record) ?? null,
    abstract:
      firstText(record.descriptions.filter((d) => d.descriptionType === 'Abstract').map((d) => d.description))?.text ??
      null,
    language: languageTag(record.language) ?? null,
    license_url: licenseOf(record),
    subjects: distinctTexts(record.subjects.map(({ subject }) => subject)),
    funders: fundersOf(record),
    url: webUrl(record.url),
    cited_by_count: record.citationCount ?? null,
  };
}

/**
 * A DataCite record can have several titles. The main title has no type. Translations have a type, or are further main
 * titles in other languages.
 */
function titleOf({ titles, language }: Attributes): Pick<Bibliography, 'title' | 'title_html'> {
  const main = titles.filter(({ titleType }) => !titleType);
  const candidates = main.length > 0 ? main : titles.filter(({ titleType }) => titleType !== 'Subtitle');
  const chosen = candidates.find(({ title }) => knownText(title) !== null);
  const title = chosen && firstText([chosen.title]);
  if (!title) return { title: null, title_html: null };
  const translations = new Map<string, string>();
  for (const other of [...main, ...titles.filter(({ titleType }) => titleType === 'TranslatedTitle')]) {
    const tag = languageTag(other.lang);
    const text = knownText(other.title);
    if (other !== chosen && tag && text && !translations.has(tag)) translations.set(tag, text);
  }
  const own = languageTag(chosen.lang) ?? languageTag(language);
  return { title: withTranslations(title.text, own, translations), title_html: title.html };
}

function creator(person: z.output<typeof Creator>): Author[] {
  const identifier = person.nameIdentifiers.find((one) =>
    /orcid/i.test(`${one.nameIdentifierScheme} ${one.nameIdentifier}`),
  );
  const orcid = orcidOrNull(identifier?.nameIdentifier);
  const affiliations = distinctTexts(person.affiliation);
  let given = knownText(person.givenName);
  let family = knownText(person.familyName);
  const written = knownText(person.name);
  if (!given && !family && written && (orcid || person.nameType === 'Personal')) {
    const parts = written.split(/\s*,\s*/);
    if (parts.length === 2 && parts[0] && parts[1]) [family, given] = parts as [string, string];
  }
  const personal = person.nameType !== 'Organizational' && (given || family);
  const name = personal ? [given, family].filter(Boolean).join(' ') : written;
  if (!name) return [];
  return [{ name, given: personal ? given : null, family: personal ? family : null, orcid, affiliations }];
}

/** The types of dates that say more of a year or month of publication, the closest to publication first. */
const refiningDates = ['Available', 'Copyrighted', 'Created', 'Accepted', 'Submitted', 'Valid'];

/**
 * The dates. To cite: `Issued`, or else `Available`, or else the publication year, as precise as the other dates say that
 * lie within it. Data is often created long before it is published, so no other date decides the year.
 */
function datesOf({ dates, publicationYear, registered, created }: Attributes) {
  const recordedIn = yearOf(fromIsoDate(registered) ?? fromIsoDate(created));
  const all = (type: string) =>
    dates.flatMap((one) => (one.dateType === type ? (fromIsoDate(one.date, recordedIn) ?? []) : [])).sort();
  const [issued = null] = all('Issued');
  const [available = null] = all('Available');
  const chosen = issued ?? available ?? fromIsoDate(publicationYear, recordedIn);
  return {
    publication_date: refinedBy(chosen, refiningDates.flatMap(all)),
    date_online: available,
    date_issued: issued,
  };
}

/** The container and series: of a preprint, the server, which is its publisher. */
function placeOf(record: Attributes, type: string | null): Venue {
  const { container, relatedItems } = record;
  const [host, series] = relatedItems
    .filter(({ relationType }) => relationType === 'IsPublishedIn')
    .map(({ titles }) => knownText(titles[0]?.title));
  const name = knownText(container?.title) ?? host ?? null;
  if (name === null) {
    return { container_title: type === 'posted-content' ? knownText(record.publisher) : null, series_title: null };
  }
  const { container_title, series_title } = venueOf(type, [name]);
  return { container_title, series_title: series_title ?? series ?? null };
}

/** Crossref's names for DataCite's resourceTypeGeneral. All others keep their name in kebab-case. */
const crossrefTypes: Record<string, string> = {
  ConferencePaper: 'proceedings-article',
  ConferenceProceeding: 'proceedings',
  Preprint: 'posted-content',
  Award: 'grant',
};

/** Patterns for the free text of resourceType, in lower case without punctuation, if there is no specific general type. */
const describedTypes: [RegExp, string][] = [
  [/preprint|blogpost/, 'posted-content'],
  [/thesis|dissertation/, 'dissertation'],
  [/conferencepaper|proceedingsarticle|conferencecontribution/, 'proceedings-article'],
  [/preregistration|studyregistration/, 'study-registration'],
  [/article|journalcontribution/, 'journal-article'],
  [/chapter/, 'book-chapter'],
  [/monograph/, 'monograph'],
  [/report|workingpaper/, 'report'],
  [/^book$/, 'book'],
  [/dataset/, 'dataset'],
];

const citeprocTypes: Record<string, string> = {
  thesis: 'dissertation',
  chapter: 'book-chapter',
  'paper-conference': 'proceedings-article',
  report: 'report',
  book: 'book',
  dataset: 'dataset',
};

function typeOf(record: Attributes, doi: string): string | null {
  const { types } = record;
  const general = types?.resourceTypeGeneral?.trim() ?? '';
  const described = describedType(record);
  // A general type of its own since version 4.7 of the schema; before, an image, text or paper.
  if (/poster/.test(described) && !/Dataset|Software|Collection/.test(general)) return 'poster';
  if (general !== '' && general !== 'Text' && general !== 'Other') {
    return crossrefTypes[general] ?? general.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  }
  // arXiv registers only e-prints: https://info.arxiv.org/help/doi.html
  if (arxivIdIn(doi) !== undefined) return 'posted-content';
  // DataCite derives `article-journal` from every Text, so citeproc's type alone is not reliable for it.
  const found =
    describedTypes.find(([pattern]) => pattern.test(described))?.[1] ?? citeprocTypes[types?.citeproc ?? ''];
  const isArticle = found === undefined || found === 'journal-article';
  // An article of a preprint server is what it has posted.
  if (isArticle && isPreprintServer(knownText(record.publisher) ?? '')) return 'posted-content';
  return found ?? (general === '' ? null : 'other');
}

/** The free text of the type in lower case without punctuation. */
const describedType = ({ types }: Attributes) => types?.resourceType?.toLowerCase().replace(/[^a-z]/g, '') ?? '';

const isBlogPost = (record: Attributes) => /blogpost/.test(describedType(record));

function arxivIdOf({ identifiers }: Attributes): string | undefined {
  const own = identifiers.find(({ identifierType }) => identifierType?.toLowerCase() === 'arxiv');
  return own && parseArxivId(own.identifier);
}

function identifiersOf(record: Attributes, type: string, relations: string[]): string[] {
  const { container, relatedIdentifiers, identifiers } = record;
  return distinctTexts([
    container?.identifierType === type ? container.identifier : null,
    ...identifiers.flatMap((one) => (one.identifierType === type ? one.identifier : [])),
    ...relatedIdentifiers.flatMap((one) =>
      one.relatedIdentifierType === type && relations.includes(one.relationType ?? '') ? one.relatedIdentifier : [],
    ),
  ]);
}

function pagesOf(first: string | null | undefined, last: string | null | undefined): string | null {
  const [from, to] = [knownText(first), knownText(last)];
  return from && to && from !== to ? `${from}-${to}` : (from ?? to);
}

function licenseOf({ rightsList }: Attributes): string | null {
  const addresses = rightsList.flatMap(({ rightsUri }) => webUrl(rightsUri) ?? []);
  return (
    addresses.find((url) => /creativecommons\.org|opendatacommons|spdx|gnu\.org/i.test(url)) ?? addresses[0] ?? null
  );
}

function fundersOf({ fundingReferences }: Attributes): Bibliography['funders'] {
  const funders = new Map<string, Bibliography['funders'][number]>();
  for (const { funderName, funderIdentifier, awardNumber } of fundingReferences) {
    const name = knownText(funderName);
    if (!name) continue;
    const funder = funders.get(name) ?? {
      name,
      doi: (funderIdentifier && parseDoi(funderIdentifier)) ?? null,
      awards: [],
    };
    funders.set(name, { ...funder, awards: distinctTexts([...funder.awards, awardNumber]) });
  }
  return [...funders.values()];
}

/**
 * Plain text, or null if it is empty or one of DataCite's codes for unknown information (`:unav`, `(:tba)`;
 * https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-3/).
 */
function knownText(written: string | null | undefined): string | null {
  const text = textOrNull(written);
  return text === null || /^\(?:(unac|unal|unap|unas|unav|unkn|none|null|tba|etal|at)\)?$/i.test(text) ? null : text;
}
