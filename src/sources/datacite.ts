import * as z from 'zod';
import { arxivIdIn, parseArxivId } from '../domain/values/arxiv.ts';
import { type Author, type Bibliography, type Contributor, emptyBibliography } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';
import { withTranslations } from '../domain/values/locale.ts';
import { fromIsoDate, refineDate, yearOf } from '../domain/values/partial-date.ts';
import {
  isGroupName,
  isNameWithInitials,
  isPlaceholderName,
  listedNames,
  namePartsOf,
  printedName,
  withoutNote,
  withSuffix,
} from '../domain/values/person-name.ts';
import { distinctRelations, type Relation, type RelationType } from '../domain/values/relation.ts';
import { abstractOf } from './abstract.ts';
import { awardUri, funderIds, mergedFunders } from './funders.ts';
import { fetchJson, type SourceTimeLimits } from './http.ts';
import { languageTag } from './language.ts';
import {
  affiliationsOf,
  contributorsOf,
  count,
  distinctIssns,
  distinctTexts,
  firstText,
  lenient,
  listedOnce,
  listOf,
  orcidOrNull,
  termOrNull,
  textOrNull,
  webUrl,
} from './response-fields.ts';
import { type SourceAnswer, SourceAnswerMalformed, SourceUnavailable } from './source.ts';
import { isPreprintServer, type Venue, venueOf } from './venue.ts';

const codes = 'unac|unal|unap|unas|unav|unkn|none|null|tba|etal|at';
const unknown = new RegExp(`^\\s*(?:(?:\\(?:|:\\()(?:${codes})\\)?\\s*$|\\(:(?:${codes})\\)\\s)`, 'i');
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

/** What ResearchGate names for all that its members upload, and libraries for books without a publisher. */
const noPublisher =
  /^\s{0,9}(?:unpublished|unknown|n\.\s?a\.|n\/a|\[s\.\s?n\.\]|\[publisher not identified\])\s{0,9}$/i;

/** The title without the mark that parts it from the authors in catalogues (ISBD): "Pots of clay /". */
const withoutMark = (title: string) => title.replace(/(?<!\s)\s{1,9}[/:;=]\s{0,9}$/, '');

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
  titles: listOf(z.looseObject({ title: knownText.transform(withoutMark), titleType: text, lang: text })),
  creators: listOf(Creator),
  contributors: listOf(Creator),
  dates: listOf(z.looseObject({ date: z.string(), dateType: text })),
  created: text,
  registered: text,
  version: label,
  publicationYear: lenient(z.union([z.int(), z.string()])),
  types: lenient(z.looseObject({ resourceTypeGeneral: text, resourceType: text, citeproc: text })),
  publisher: lenient(named.refine((name) => !noPublisher.test(name))),
  container: lenient(
    z.looseObject({
      title: text,
      volume: label,
      issue: label,
      firstPage: label,
      lastPage: label,
      identifier: text,
      identifierType: text,
      identifiers: listOf(z.looseObject({ identifier: knownText, identifierType: text })),
    }),
  ),
  relatedItems: listOf(RelatedItem),
  relatedIdentifiers: listOf(Related),
  identifiers: listOf(z.looseObject({ identifier: knownText, identifierType: text })),
  descriptions: listOf(z.looseObject({ description: knownText, descriptionType: text, lang: text })),
  rightsList: listOf(z.looseObject({ rightsUri: text, rights: text })),
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

/**
 * How journals number themselves, in the words of several languages: "Bd. 7, Nr. 1 (1956)", "Vol 2 No 4 (2015): May",
 * "№2(34)". DataCite takes it for a page or the title where the description of a series has it.
 */
const volumeNumber = String.raw`(?:vol(?:ume)?|bd|band|jg|jahrg(?:ang)?|tom[eo]?|évf|том|[vtт](?=[.\s]))\.?\s{0,3}(?<volume>\d{1,5})`;
const issueNumber = String.raw`(?:no|nr|n[úu]m(?:ero)?|issue|heft|szám|вып(?:уск)?|№|[nh](?=[.\s]))\.?\s{0,3}[º°]?\s{0,3}(?<issue>\d{1,5}(?:[-–/]\d{1,5})?(?:\(\d{1,5}\))?)`;
const numbering = new RegExp(
  `^(?=\\S)(?:${volumeNumber})?[\\s,;]{0,3}(?:${issueNumber})?(?:\\s{0,3}\\(\\d{4}\\))?(?:\\s{0,3}:.{0,300})?$`,
  'iu',
);
const numbersIn = (written: string | null | undefined) => {
  const { volume, issue } = numbering.exec(textOrNull(written) ?? '')?.groups ?? {};
  return volume === undefined && issue === undefined ? undefined : { volume, issue };
};
/** "The Kiln Journal 208(2)" */
const numberedTitle = /^(.{2,300}?)\s(\d{1,5})\((\d{1,5})\)$/;
/** "p. 603", or "59 (2013). doi:10.5555/59" */
const pageNumber = /^(?:pp?\.?\s{1,3}|S\.\s{0,3})?([a-z]{0,9}\d\w{0,12}|[ivxlcdm]{1,12})(?=$|\s{0,3}\()/iu;

/** The number of a page; other texts only if they have a digit. */
function pageOf(written: string | null | undefined): string | undefined {
  const text = textOrNull(written) ?? '';
  return pageNumber.exec(text)?.[1] ?? (/\d/.test(text) ? text : undefined);
}

/** The container, with its numbers where they belong. */
function containerOf({ container }: Attributes): Attributes['container'] {
  if (!container) return container;
  const title = textOrNull(container.title) ?? '';
  const isNumbered = Boolean(container.volume || container.issue);
  const [, name, volume, issue, first, last] = (!isNumbered && seriesInformation.exec(title)) || [];
  if (issue !== undefined || last !== undefined) {
    const pages = { firstPage: container.firstPage ?? first, lastPage: container.lastPage ?? last };
    return { ...container, title: name, volume, issue, ...pages };
  }
  const [ofTitle, ofPages] = [numbersIn(title), numbersIn(container.firstPage)];
  const numbers = ofPages ?? ofTitle;
  const [, bareTitle = title, titleVolume, titleIssue] = (!isNumbered && !numbers && numberedTitle.exec(title)) || [];
  return {
    ...container,
    title: ofTitle ? undefined : bareTitle,
    volume: numbersIn(container.volume)?.volume ?? container.volume ?? numbers?.volume ?? titleVolume,
    issue: container.issue ?? numbers?.issue ?? titleIssue,
    firstPage: ofPages ? pageOf(container.lastPage) : pageOf(container.firstPage),
    lastPage: ofPages ? undefined : pageOf(container.lastPage),
  };
}

const DoiRecord = z.looseObject({ type: z.literal('dois'), attributes: Attributes });
const Answer = z.looseObject({ data: DoiRecord });

/**
 * Reads a DOI from DataCite; undefined if it is unknown there. Throws as fetchJson does, and SourceAnswerMalformed if
 * the response is not a record of this DOI.
 */
export async function readDoi(
  doi: string,
  patience: SourceTimeLimits = {},
): Promise<SourceAnswer<'datacite'> | undefined> {
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
    authors: listedOnce(record.creators.flatMap(creator), 1),
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
    issn: distinctIssns(['ISSN', 'EISSN', 'LISSN'].flatMap((type) => issnsOf(record, type))),
    issn_types: [
      ...issnsOf(record, 'EISSN').map((issn) => ({ issn, type: 'electronic' as const })),
      ...issnsOf(record, 'LISSN').map((issn) => ({ issn, type: 'linking' as const })),
    ],
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
  const affiliations = affiliationsOf(person.affiliation);
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
  const isCalledPerson = person.nameType === 'Personal' || (!person.nameType && isNameWithInitials(written));
  const isPerson = orcid !== null || (isCalledPerson && !isGroupName(written));
  if (!parts.given && !parts.family && isPerson && written) parts = namePartsOf(written);
  // A group may be deposited as a person without a given name.
  const isCalledGroup = parts.given === null && /\s/.test(parts.family ?? '') && isGroupName(parts.family ?? '');
  const isNamed = !isGroup && !isCalledGroup && (parts.given !== null || parts.family !== null);
  const name = isNamed ? printedName(parts) : nameOrNull(written.replace(/[,;]$/, ''));
  if (!name) return [];
  return [{ name, ...(isNamed ? parts : { given: null, family: null }), orcid, affiliations }];
}

const nameOrNull = (name: string) => (name === '' || isPlaceholderName(name) ? null : name);

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
    publication_date: refineDate(chosen, refiningDates.flatMap(all)),
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
  const named = textOrNull(container?.title) ?? host ?? null;
  // A whole book may be named as its own container.
  const isItself = record.titles.some(({ title }) => textOrNull(title) === named);
  const name = isItself ? null : named;
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
  [/report|workingpaper|deliverable|milestone|technicalnote/, 'report'],
  [/^book$/, 'book'],
  [/^journalissue$/, 'journal-issue'],
  [/^journal$/, 'journal'],
  [/^peerreview$/, 'peer-review'],
  [/^patent$/, 'patent'],
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
  // General types of their own since version 4.7 of the schema; before, an image, text or paper.
  const isShown = !/Dataset|Software|Collection/.test(general);
  if (isShown && /poster/.test(described)) return 'poster';
  if (isShown && /(?<!re)presentation|^slides?$/.test(described)) return 'presentation';
  if (general !== '' && general !== 'Text' && general !== 'Other') {
    return crossrefTypes.get(general) ?? termOrNull(general) ?? 'other';
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
    ...[...(container?.identifiers ?? []), ...identifiers].flatMap((one) =>
      one.identifierType === type ? one.identifier : [],
    ),
    ...relatedIdentifiers.flatMap((one) =>
      one.relatedIdentifierType === type && relations.includes(one.relationType ?? '') ? one.relatedIdentifier : [],
    ),
  ]);
}

const issnsOf = (record: Attributes, type: string): string[] =>
  distinctIssns(identifiersOf(record, type, ['IsPartOf', 'IsPublishedIn']));

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

/** An address as the text of the rights, or one of Creative Commons within it. */
const licenceAddress =
  /^\s{0,9}https?:\/\/\S+\s{0,9}$|https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\/[\w./-]{1,50}/i;

function licenseOf({ rightsList }: Attributes): string | null {
  const addresses = rightsList.flatMap(({ rightsUri, rights }) => {
    return webUrl(rightsUri) ?? webUrl(licenceAddress.exec(rights ?? '')?.[0]) ?? [];
  });
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
