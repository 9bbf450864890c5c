import { eachOnce } from '#src/matching/names/each-once.ts';
import { isInJournal, withJournalAsGroup } from '#src/matching/names/groups.ts';
import { type Author, type Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { awardUri } from '#src/vocabulary/funders/funder-ids.ts';
import { funderIds, mergedFunders } from '#src/vocabulary/funders/funders.ts';
import { arxivIdIn, parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseEid, parseHandle, parsePmcid, parsePmid, parseRaid } from '#src/vocabulary/identifiers/identifiers.ts';
import { isRetractedBy, type Notice } from '#src/vocabulary/integrity.ts';
import { defaultText, withTranslations } from '#src/vocabulary/locale.ts';
import { earliestDay, fromIsoDate, refineDate, yearOf } from '#src/vocabulary/partial-date.ts';
import { licenseName } from '#src/vocabulary/sources/license.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { abstractOf } from '../fields/abstract.ts';
import {
  distinctContributors,
  distinctIssns,
  distinctTexts,
  firstTitle,
  labelOrNull,
  nameOrNull,
  pagesOrNull,
  textOrNull,
} from '../fields/response-fields.ts';
import { keywordsOf } from '../fields/subjects.ts';
import { stateInTitle } from '../fields/title-words.ts';
import { boundedBibliography } from '../limits/cut.ts';
import { askDataCite } from '../requests/agencies.ts';
import type { SourceCallOptions } from '../requests/http.ts';
import { bodyOf, type SourceAnswer, SourceAnswerMalformed } from '../requests/source.ts';
import { dataciteContainer, placeOf } from './container.ts';
import { creator, dataciteContributor, isEditor } from './names.ts';
import { dataciteRelations } from './relations.ts';
import { type Attributes, DataciteAnswer, DoiRecord } from './response.ts';
import { accessOf, licenseOf, spdxLicense } from './rights.ts';
import { dataciteSubtype, typeOf } from './type.ts';

/**
 * Reads a DOI from DataCite; undefined if it is unknown there. Throws like fetchJson, and SourceAnswerMalformed if the
 * response is not a record of this DOI.
 */
export async function readDoi(
  doi: string,
  callOptions: SourceCallOptions = {},
): Promise<SourceAnswer<'datacite'> | undefined> {
  const response = await askDataCite({
    path: `/dois/${encodeURIComponent(doi)}`,
    // https://support.datacite.org/docs/can-i-see-more-detailed-affiliation-information-in-the-rest-api
    query: { affiliation: 'true' },
    accept: 'application/vnd.api+json',
    ...callOptions,
  });
  if (response.status === 404) return undefined;
  const record = bodyOf('datacite', response, DataciteAnswer, 'DOI record').data;
  const held = parseDoi(record.attributes.doi);
  if (held === undefined || (held !== doi && !response.redirected)) {
    throw new SourceAnswerMalformed('datacite', 'returned a different DOI record');
  }
  return answerOf(record, held, (response.body as { data: unknown }).data, response.cuts);
}

/** Parses a DOI record that DataCite sent earlier; undefined if it is not one. */
export function parseDoiRecord(raw: unknown): SourceAnswer<'datacite'> | undefined {
  const record = DoiRecord.safeParse(raw).data;
  const held = record && parseDoi(record.attributes.doi);
  return record && held ? answerOf(record, held, raw) : undefined;
}

function answerOf(record: DoiRecord, doi: string, raw: unknown, cuts?: string[]): SourceAnswer<'datacite'> {
  const client = record.relationships?.client?.data.id;
  return {
    source: 'datacite',
    doi,
    ...(client !== undefined && { client }),
    ...boundedBibliography(bibliographyOf(record.attributes, doi), cuts),
    raw,
  };
}

function bibliographyOf(record: Attributes, doi: string): Bibliography {
  const dates = datesOf(record);
  const type = typeOf(record, doi);
  const host = record.relatedItems.find(({ relationType }) => relationType === 'IsPublishedIn');
  const container = dataciteContainer(record);
  const titles = titlesOf(record);
  const integrity = integrityOf(record, defaultText(titles.title), doi);
  return {
    ...emptyBibliography,
    ...titles,
    subtitle: firstTitle(record.titles.filter((t) => t.titleType === 'Subtitle').map((t) => t.title))?.text ?? null,
    authors: withJournalAsGroup(
      eachOnce(record.creators.flatMap(creator)),
      isInJournal(type) ? [textOrNull(container?.title)] : [],
    ),
    editors: editorsOf(record, host),
    contributors: distinctContributors(record.contributors.flatMap(dataciteContributor)),
    ...dates,
    publication_year: yearOf(dates.publication_date),
    publication_type: type,
    publication_subtype: dataciteSubtype(record, type, defaultText(titles.title)),
    ...placeOf({ ...record, container }, type),
    publisher: nameOrNull(record.publisher),
    edition: nameOrNull(host?.edition),
    version: nameOrNull(record.version),
    volume: labelOrNull(container?.volume) ?? labelOrNull(host?.volume),
    issue: labelOrNull(container?.issue) ?? labelOrNull(host?.issue),
    pages: pagesOrNull(container?.firstPage ?? host?.firstPage, container?.lastPage ?? host?.lastPage),
    article_number: host?.numberType === 'Article' ? labelOrNull(host.number) : null,
    issn: distinctIssns(['ISSN', 'EISSN', 'LISSN'].flatMap((type) => issnsOf(record, type))),
    issn_types: [
      ...issnsOf(record, 'EISSN').map((issn) => ({ issn, type: 'electronic' as const })),
      ...issnsOf(record, 'LISSN').map((issn) => ({ issn, type: 'linking' as const })),
    ],
    isbn: identifiersOf(record, 'ISBN', ['IsPartOf', 'IsPublishedIn', 'IsIdenticalTo']),
    arxiv_id: arxivIdIn(doi) ?? arxivIdOf(record) ?? null,
    abstract: mainAbstract(record),
    language: languageTag(record.language) ?? null,
    ...otherIdentifiers(record),
    license_url: licenseOf(record),
    license: licenseName(licenseOf(record)) ?? spdxLicense(record),
    subjects: keywordsOf(record.subjects),
    funders: fundersOf(record),
    relations: dataciteRelations(record, doi),
    url: webUrl(record.url),
    cited_by_count: record.citationCount ?? null,
    integrity,
    is_retracted: isRetractedBy(integrity),
    open_access_status: accessOf(record),
  };
}

/**
 * The day on which it was withdrawn, which registrants keep with the record
 * (https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-1/dateType/), or else what the title says.
 */
function integrityOf({ dates }: Attributes, title: string | null | undefined, doi: string): Notice[] {
  const withdrawn = dates.flatMap((one) => (one.dateType === 'Withdrawn' ? (fromIsoDate(one.date) ?? []) : []));
  const [date] = withdrawn.filter((day) => earliestDay(day) <= new Date().toISOString().slice(0, 10)).sort();
  if (date !== undefined) return [{ kind: 'withdrawal', date, doi: null, source: 'publisher' }];
  const state = stateInTitle(title ?? null, doi);
  return state ? [{ kind: state, date: null, doi: null, source: 'title' }] : [];
}

/** Its own editors, or else those of what it is published in, such as proceedings. */
function editorsOf({ contributors }: Attributes, host: Attributes['relatedItems'][number] | undefined): Author[] {
  const own = contributors.filter(isEditor);
  return eachOnce((own.length > 0 ? own : (host?.contributors ?? []).filter(isEditor)).flatMap(creator));
}

/**
 * A DataCite record can have several titles. The main title has no type. Translations have a type, or are further main
 * titles in other languages. Titles of other types, and translations into an unknown language, are alternatives.
 */
function titlesOf({
  titles: all,
  language,
}: Attributes): Pick<Bibliography, 'title' | 'title_html' | 'alternative_titles'> {
  const titles = all.filter(({ title }) => firstTitle([title]) !== null);
  const main = titles.filter(({ titleType }) => !titleType);
  const otherTitles = titles.filter(({ titleType }) => titleType && titleType !== 'Subtitle');
  const [chosen] = main.length > 0 ? main : otherTitles;
  const title = chosen && firstTitle([chosen.title]);
  if (!title) return { title: null, title_html: null, alternative_titles: [] };
  const translations = new Map<string, string>();
  const alternatives: string[] = [];
  const own = languageTag(chosen.lang) ?? languageTag(language);
  for (const other of [...main, ...otherTitles]) {
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

/** The abstract in the record's language, or else the title's, or else the first. */
function mainAbstract({ descriptions, language, titles }: Attributes): string | null {
  const own = languageTag(language) ?? languageTag(titles.find(({ titleType }) => !titleType)?.lang);
  const abstracts = descriptions.flatMap(({ description, descriptionType, lang }) => {
    const text = descriptionType === 'Abstract' ? abstractOf(description, own) : null;
    return text === null ? [] : [{ text, language: languageTag(lang)?.split('-')[0] }];
  });
  const matching = abstracts.find((one) => own !== undefined && one.language === own.split('-')[0]);
  return (matching ?? abstracts[0])?.text ?? null;
}

/** Types of dates that refine the year or month of publication, closest to publication first. */
const refiningDates = ['Available', 'Copyrighted', 'Created', 'Accepted', 'Submitted', 'Valid'];

/**
 * The dates. To cite: `Issued`, or else `Available`, or else the publication year, refined by other dates that lie
 * within it. Data is often created long before it is published, so no other date determines the year.
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

function arxivIdOf({ identifiers }: Attributes): string | undefined {
  const own = identifiers.find(({ identifierType }) => identifierType?.toLowerCase() === 'arxiv');
  return own && parseArxivId(own.identifier);
}

/** Identifiers of the work itself. Registrants write their types in any case. */
function otherIdentifiers({ identifiers, relatedIdentifiers, url }: Attributes) {
  const identical = relatedIdentifiers.flatMap(({ relationType, relatedIdentifier, relatedIdentifierType }) =>
    relationType === 'IsIdenticalTo' ? { identifier: relatedIdentifier, identifierType: relatedIdentifierType } : [],
  );
  const first = (type: RegExp, parse: (written: string) => string | undefined) =>
    [...identifiers, ...identical].flatMap(({ identifier, identifierType }) =>
      type.test(identifierType ?? '') ? (parse(identifier) ?? []) : [],
    )[0] ?? null;
  return {
    pmid: first(/^(?:pmid|pubmed(?: ?id)?)$/i, parsePmid),
    pmcid: first(/^(?:pmcid|pmc)$/i, parsePmcid),
    handle:
      first(/^(?:handle|hdl)$/i, parseHandle) ??
      first(/^ur[il]$/i, handleInAddress) ??
      handleInAddress(url ?? '') ??
      null,
    eid: first(/^(?:eid|scopus(?: ?eid)?)$/i, parseEid),
    raids: distinctTexts(
      relatedIdentifiers.flatMap(({ relatedIdentifier, relatedIdentifierType }) =>
        isRaid(relatedIdentifierType) ? (parseRaid(relatedIdentifier) ?? []) : [],
      ),
    ),
  };
}

/** Whatever the relation: a record has a RAiD because it is an output of that activity. */
const isRaid = (type: string | null | undefined) => type?.toLowerCase() === 'raid';

const handleInAddress = (written: string) => (/handle\.net\//i.test(written) ? parseHandle(written) : undefined);

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
