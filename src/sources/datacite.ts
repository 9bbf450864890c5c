import * as z from 'zod';
import { arxivIdIn, parseArxivId } from '../domain/values/arxiv.ts';
import { type Author, type Bibliography, type Contributor, emptyBibliography } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';
import { withTranslations } from '../domain/values/locale.ts';
import { fromIsoDate, refinedBy, yearOf } from '../domain/values/partial-date.ts';
import {
  isGroupName,
  isNoName,
  listedNames,
  namePartsOf,
  printedName,
  withoutNote,
  withSuffix,
} from '../domain/values/person-name.ts';
import { distinctRelations, type Relation, type RelationType } from '../domain/values/relation.ts';
import { abstractOf } from './abstract.ts';
import { awardUri, funderIds, mergedFunders } from './funders.ts';
import { fetchJson, type Patience } from './http.ts';
import { languageTag } from './language.ts';
import {
  contributorsOf,
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

const codes = 'unac|unal|unap|unas|unav|unkn|none|null|tba|etal|at';
const unknown = new RegExp(`^\\s*(?:\\(?:(?:${codes})\\)?\\s*$|\\(:(?:${codes})\\)\\s)`, 'i');
/**
 * A text that is none of DataCite's codes for unknown information, `:unav` or `(:tba)`, which may have a text beside
 * them: `(:unkn) Anonymous`. Any field can have one; it counts as missing.
 * https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-3/
 */
const knownText = z.string().refine((written) => !unknown.test(written));
const text = lenient(knownText);
/** Volumes and pages may be text or numbers. */
const label = lenient(z.union([knownText, z.number().transform(String)]));
const named = z.union([knownText, z.looseObject({ name: knownText }).transform(({ name }) => name)]);

const Creator = z.looseObject({
  name: text,
  nameType: text,
  givenName: text,
  familyName: text,
  contributorType: text,
  affiliation: listOf(named),
  nameIdentifiers: listOf(z.looseObject({ nameIdentifier: knownText, nameIdentifierScheme: text })),
});
type Creator = z.output<typeof Creator>;

const Related = z.looseObject({ relatedIdentifier: knownText, relatedIdentifierType: text, relationType: text });

const RelatedItem = z.looseObject({
  relationType: text,
  titles: listOf(z.looseObject({ title: knownText })),
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
  titles: listOf(z.looseObject({ title: knownText, titleType: text, lang: text })),
  creators: listOf(Creator),
  contributors: listOf(Creator),
  dates: listOf(z.looseObject({ date: z.string(), dateType: text })),
  created: text,
  registered: text,
  version: label,
  publicationYear: lenient(z.union([z.int(), z.string()])),
  types: lenient(z.looseObject({ resourceTypeGeneral: text, resourceType: text, citeproc: text })),
  publisher: lenient(named),
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
  identifiers: listOf(z.looseObject({ identifier: knownText, identifierType: text })),
  descriptions: listOf(z.looseObject({ description: knownText, descriptionType: text, lang: text })),
  rightsList: listOf(z.looseObject({ rightsUri: text })),
  subjects: listOf(z.looseObject({ subject: knownText })),
  fundingReferences: listOf(
    z.looseObject({ funderName: text, funderIdentifier: text, awardNumber: label, awardTitle: text, awardUri: text }),
  ),
  language: text,
  url: text,
  citationCount: lenient(count),
});
type Attributes = z.output<typeof Attributes>;

/**
 * "Kiln Review; 34(2):Doc25" or "Kiln Review, 34, 7-12". So does the schema recommend to describe a series, and DataCite
 * passes it on as its title: https://datacite-metadata-schema.readthedocs.io/en/4.6/properties/description/
 */
const seriesInformation =
  /^(.{2,300}?)\s*[,;]\s*(\d{1,5})(?:\s*\(([^()]{1,20})\))?(?:\s*[:,]\s*(\w{0,12}\d\w{0,12})(?:\s*[-–]\s*(\w{0,12}\d\w{0,12}))?)?\.?$/;

/** The container, with the parts of its title where they belong. */
function containerOf({ container }: Attributes): Attributes['container'] {
  const [, title, volume, issue, firstPage, lastPage] =
    seriesInformation.exec(textOrNull(container?.title) ?? '') ?? [];
  const isRead = issue !== undefined || lastPage !== undefined;
  if (!container || container.volume || container.issue || !isRead) return container;
  return {
    ...container,
    title,
    volume,
    issue,
    firstPage: container.firstPage ?? firstPage,
    lastPage: container.lastPage ?? lastPage,
  };
}

const DoiRecord = z.looseObject({ type: z.literal('dois'), attributes: Attributes });
const Answer = z.looseObject({ data: DoiRecord });

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
  return answerOf(attributes, held, (body as { data: unknown }).data);
}

/** What a DOI record says that DataCite sent earlier; undefined if it is none. */
export function parseDoiRecord(raw: unknown): SourceAnswer<'datacite'> | undefined {
  const attributes = DoiRecord.safeParse(raw).data?.attributes;
  const held = attributes && parseDoi(attributes.doi);
  return attributes && held ? answerOf(attributes, held, raw) : undefined;
}

const answerOf = (record: Attributes, doi: string, raw: unknown): SourceAnswer<'datacite'> => ({
  source: 'datacite',
  doi,
  bibliography: bibliographyOf(record, doi),
  raw,
});

function bibliographyOf(record: Attributes, doi: string): Bibliography {
  const dates = datesOf(record);
  const type = typeOf(record, doi);
  const host = record.relatedItems.find(({ relationType }) => relationType === 'IsPublishedIn');
  const container = containerOf(record);
  return {
    ...emptyBibliography,
    ...titlesOf(record),
    subtitle: firstText(record.titles.filter((t) => t.titleType === 'Subtitle').map((t) => t.title))?.text ?? null,
    authors: record.creators.flatMap(creator),
    editors: record.contributors.filter(isEditor).flatMap(creator),
    contributors: contributorsOf(record.contributors.flatMap(contributor)),
    ...dates,
    publication_year: yearOf(dates.publication_date),
    publication_type: type,
    publication_subtype: type === 'posted-content' && !isBlogPost(record) ? 'preprint' : null,
    ...placeOf({ ...record, container }, type),
    publisher: textOrNull(record.publisher),
    edition: textOrNull(host?.edition),
    version: textOrNull(record.version),
    volume: textOrNull(container?.volume) ?? textOrNull(host?.volume),
    issue: textOrNull(container?.issue) ?? textOrNull(host?.issue),
    pages: pagesOf(container?.firstPage ?? host?.firstPage, container?.lastPage ?? host?.lastPage),
    article_number: host?.numberType === 'Article' ? textOrNull(host.number) : null,
    issn: [...new Set(['ISSN', 'EISSN'].flatMap((type) => identifiersOf(record, type, ['IsPartOf', 'IsPublishedIn'])))],
    issn_types: identifiersOf(record, 'EISSN', ['IsPartOf', 'IsPublishedIn']).map((issn) => ({
      issn,
      type: 'electronic',
    })),
    isbn: identifiersOf(record, 'ISBN', ['IsPartOf', 'IsPublishedIn', 'IsIdenticalTo']),
    arxiv_id: arxivIdIn(doi) ?? arxivIdOf(record) ?? null,
    abstract: mainAbstract(record),
    language: languageTag(record.language) ?? null,
    license_url: licenseOf(record),
    subjects: distinctTexts(record.subjects.map(({ subject }) => subject)),
    funders: fundersOf(record),
    relations: relationsOf(record, doi),
    url: webUrl(record.url),
    cited_by_count: record.citationCount ?? null,
  };
}

/**
 * A DataCite record can have several titles. The main title has no type. Translations have a type, or are further main
 * titles in other languages. Titles of other types, and translations into an unknown language, are alternatives.
 */
function titlesOf({ titles, language }: Attributes): Pick<Bibliography, 'title' | 'title_html' | 'alternative_titles'> {
  const main = titles.filter(({ titleType }) => !titleType);
  const others = titles.filter(({ titleType }) => titleType && titleType !== 'Subtitle');
  const chosen = (main.length > 0 ? main : others).find(({ title }) => textOrNull(title) !== null);
  const title = chosen && firstText([chosen.title]);
  if (!title) return { title: null, title_html: null, alternative_titles: [] };
  const translations = new Map<string, string>();
  const alternatives: string[] = [];
  const own = languageTag(chosen.lang) ?? languageTag(language);
  for (const other of [...main, ...others]) {
    const tag = languageTag(other.lang);
    const text = textOrNull(other.title);
    if (other === chosen || !text || text === title.text) continue;
    const isTranslation = (!other.titleType || other.titleType === 'TranslatedTitle') && tag && tag !== own;
    if (isTranslation && !translations.has(tag)) translations.set(tag, text);
    else alternatives.push(text);
  }
  return {
    title: withTranslations(title.text, own, translations),
    title_html: title.html,
    alternative_titles: distinctTexts(alternatives).slice(0, maxTitles),
  };
}

const maxTitles = 20;

/** The abstract in the language of the record, or else of its title, or else the first. */
function mainAbstract({ descriptions, language, titles }: Attributes): string | null {
  const own = languageTag(language) ?? languageTag(titles.find(({ titleType }) => !titleType)?.lang);
  const abstracts = descriptions.flatMap(({ description, descriptionType, lang }) => {
    const text = descriptionType === 'Abstract' ? abstractOf(description, own) : null;
    return text === null ? [] : [{ text, language: languageTag(lang)?.split('-')[0] }];
  });
  const matching = abstracts.find((one) => own !== undefined && one.language === own.split('-')[0]);
  return (matching ?? abstracts[0])?.text ?? null;
}

const isEditor = ({ contributorType }: Creator) => contributorType === 'Editor';

function contributor(person: Creator): Contributor[] {
  if (isEditor(person)) return [];
  return creator(person).map((named) => ({ ...named, role: person.contributorType ?? 'other' }));
}

/** A creator or contributor; several if one name lists them. */
function creator(person: Creator): Author[] {
  const identifier = person.nameIdentifiers.find((one) =>
    /orcid/i.test(`${one.nameIdentifierScheme} ${one.nameIdentifier}`),
  );
  const orcid = orcidOrNull(identifier?.nameIdentifier);
  const affiliations = distinctTexts(person.affiliation);
  const written = withoutNote(textOrNull(person.name) ?? '');
  const isGroup = person.nameType === 'Organizational';
  const listed = isGroup ? undefined : listedNames(written);
  if (listed && (listed.length === 1 || orcid === null)) {
    return listed.map(({ affiliations: own, ...parts }) => {
      return { name: printedName(parts), ...parts, orcid, affiliations: [...new Set([...affiliations, ...own])] };
    });
  }
  let parts = withSuffix({
    given: nameOrNull(withoutNote(textOrNull(person.givenName) ?? '')),
    family: nameOrNull(withoutNote(textOrNull(person.familyName) ?? '')),
  });
  const isPerson = orcid !== null || (person.nameType === 'Personal' && !isGroupName(written));
  if (!parts.given && !parts.family && isPerson && written) parts = namePartsOf(written);
  const isNamed = !isGroup && (parts.given !== null || parts.family !== null);
  const name = isNamed ? printedName(parts) : nameOrNull(written);
  if (!name) return [];
  return [{ name, ...(isNamed ? parts : { given: null, family: null }), orcid, affiliations }];
}

const nameOrNull = (name: string) => (name === '' || isNoName(name) ? null : name);

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
    .map(({ titles }) => textOrNull(titles[0]?.title));
  const name = textOrNull(container?.title) ?? host ?? null;
  if (name === null) {
    return { container_title: type === 'posted-content' ? textOrNull(record.publisher) : null, series_title: null };
  }
  const { container_title, series_title } = venueOf(type, [name]);
  return { container_title, series_title: series_title ?? series ?? null };
}

/** Crossref's names for DataCite's resourceTypeGeneral. All others keep their name in kebab-case. */
const crossrefTypes = new Map<string, string>(
  Object.entries({
    ConferencePaper: 'proceedings-article',
    ConferenceProceeding: 'proceedings',
    Preprint: 'posted-content',
    Award: 'grant',
  }),
);

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

const citeprocTypes = new Map<string, string>(
  Object.entries({
    thesis: 'dissertation',
    chapter: 'book-chapter',
    'paper-conference': 'proceedings-article',
    report: 'report',
    book: 'book',
    dataset: 'dataset',
  }),
);

function typeOf(record: Attributes, doi: string): string | null {
  const { types } = record;
  const general = types?.resourceTypeGeneral?.trim() ?? '';
  const described = describedType(record);
  if (files.test(described) && isPartOf(record, doi)) return 'component';
  // A general type of its own since version 4.7 of the schema; before, an image, text or paper.
  if (/poster/.test(described) && !/Dataset|Software|Collection/.test(general)) return 'poster';
  if (general !== '' && general !== 'Text' && general !== 'Other') {
    return crossrefTypes.get(general) ?? general.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  }
  // arXiv registers only e-prints: https://info.arxiv.org/help/doi.html
  if (arxivIdIn(doi) !== undefined) return 'posted-content';
  // DataCite derives `article-journal` from every Text, so citeproc's type alone is not reliable for it.
  const found =
    describedTypes.find(([pattern]) => pattern.test(described))?.[1] ?? citeprocTypes.get(types?.citeproc ?? '');
  const isArticle = found === undefined || found === 'journal-article';
  // An article of a preprint server is what it has posted.
  if (isArticle && isPreprintServer(textOrNull(record.publisher) ?? '')) return 'posted-content';
  return found ?? (general === '' ? null : 'other');
}

/** What DataCite has no general type for: https://github.com/datacite/datacite-suggestions/discussions/214 */
const files = /^(?:(?:data|supplementary|additional)?file|figure|table)s?$/;

/** Whether the record is a part of something that has a DOI. */
const isPartOf = (record: Attributes, doi: string) =>
  relationsOf(record, doi).some(({ type }) => type === 'is-part-of');

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
  }),
);

function relationsOf({ relatedIdentifiers }: Attributes, doi: string): Relation[] {
  const named = relatedIdentifiers.filter(({ relatedIdentifierType: type }) => type === 'DOI' || type === 'URL');
  return distinctRelations(
    doi,
    named.map(({ relationType, relatedIdentifier }) => ({
      type: relationTypes.get(relationType ?? ''),
      identifier: relatedIdentifier,
    })),
  );
}

function pagesOf(first: string | null | undefined, last: string | null | undefined): string | null {
  const [from, to] = [textOrNull(first), textOrNull(last)];
  return from && to && from !== to ? `${from}-${to}` : (from ?? to);
}

function licenseOf({ rightsList }: Attributes): string | null {
  const addresses = rightsList.flatMap(({ rightsUri }) => webUrl(rightsUri) ?? []);
  return (
    addresses.find((url) => /creativecommons\.org|opendatacommons|spdx|gnu\.org/i.test(url)) ?? addresses[0] ?? null
  );
}

function fundersOf({ fundingReferences }: Attributes): Bibliography['funders'] {
  return mergedFunders(
    fundingReferences.map(({ funderName, funderIdentifier, awardNumber, awardTitle, awardUri: address }) => {
      const award = { number: textOrNull(awardNumber), title: textOrNull(awardTitle), uri: awardUri(address) };
      return {
        name: textOrNull(funderName),
        ...funderIds([funderIdentifier]),
        awards: award.number === null ? [] : [award.number],
        award_details: award.title === null && award.uri === null ? [] : [award],
      };
    }),
  );
}
