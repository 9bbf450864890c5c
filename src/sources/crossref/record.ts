import { eachOnce } from '#src/matching/names/each-once.ts';
import { isInJournal, withJournalAsGroup } from '#src/matching/names/groups.ts';
import { type Bibliography, emptyBibliography, type IssnType } from '#src/vocabulary/bibliography.ts';
import { funderIds, mergedFunders } from '#src/vocabulary/funders/funders.ts';
import { arxivIdIn } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseHandle } from '#src/vocabulary/identifiers/identifiers.ts';
import { isRetractedBy } from '#src/vocabulary/integrity.ts';
import { earliestDay, fromDateParts, refineDate, yearOf } from '#src/vocabulary/partial-date.ts';
import { distinctRelations, type Relation, type RelationType } from '#src/vocabulary/relation.ts';
import { licenseName } from '#src/vocabulary/sources/license.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { abstractOf } from '../fields/abstract.ts';
import { preprintServerOf } from '../fields/preprint-servers.ts';
import {
  distinctContributors,
  distinctIssns,
  distinctTexts,
  labelOrNull,
  nameOrNull,
  pagesOrNull,
  termOrNull,
  textOrNull,
} from '../fields/response-fields.ts';
import { keywordsOf } from '../fields/subjects.ts';
import { isPreprintServer, venueOf } from '../fields/venue.ts';
import { boundedBibliography } from '../limits/cut.ts';
import { askCrossref } from '../requests/agencies.ts';
import type { SourceCallOptions } from '../requests/http.ts';
import { bodyOf, type SourceAnswer, SourceAnswerMalformed } from '../requests/source.ts';
import { grantOf, grantTitles } from './grants.ts';
import { crossrefContributor } from './people.ts';
import { CrossrefAnswer, CrossrefRecord } from './response.ts';
import { crossrefTitles } from './titles.ts';
import { crossrefSubtype, integrityOf, updateRelations } from './updates.ts';

/** A work normally has a handful. Each becomes an item. */
const maxAliases = 20;

/**
 * Reads a DOI from Crossref; undefined if it is unknown there. Throws like fetchJson, and SourceAnswerMalformed if the
 * response is not a record of this DOI.
 */
export async function readCrossrefRecord(
  doi: string,
  callOptions: SourceCallOptions = {},
): Promise<SourceAnswer<'crossref'> | undefined> {
  const response = await askCrossref({ path: `/works/${encodeURIComponent(doi)}`, ...callOptions });
  if (response.status === 404) return undefined;
  const { message: work } = bodyOf('crossref', response, CrossrefAnswer, 'work');
  const held = parseDoi(work.DOI);
  const known = held === doi || response.redirected || work.aliases.some((alias) => parseDoi(alias) === doi);
  if (held === undefined || !known) throw new SourceAnswerMalformed('crossref', 'returned a different work');
  return answerOf(work, held, (response.body as { message: unknown }).message, response.cuts);
}

/** Parses a work that Crossref sent earlier; undefined if it is not one. */
export function parseCrossrefRecord(raw: unknown): SourceAnswer<'crossref'> | undefined {
  const { data: work } = CrossrefRecord.safeParse(raw);
  const held = work && parseDoi(work.DOI);
  return work && held ? answerOf(work, held, raw) : undefined;
}

const answerOf = (work: CrossrefRecord, doi: string, raw: unknown, cuts?: string[]): SourceAnswer<'crossref'> => ({
  source: 'crossref',
  doi,
  aliases: work.aliases.slice(0, maxAliases).flatMap((alias) => parseDoi(alias) ?? []),
  ...boundedBibliography(bibliographyOf(work, doi), cuts),
  raw,
});

function bibliographyOf(work: CrossrefRecord, doi: string): Bibliography {
  const grant = grantOf(work);
  const { title, subtitle, alternatives } = crossrefTitles({ ...work, title: [...work.title, ...grantTitles(work)] });
  const dates = datesOf(work, grant.start);
  const type = termOrNull(work.type);
  const integrity = integrityOf(work, doi, title?.text ?? null);
  return {
    ...emptyBibliography,
    title: title?.text ?? null,
    title_html: title?.html ?? null,
    subtitle,
    alternative_titles: alternatives,
    authors: withJournalAsGroup(
      eachOnce([...work.author.flatMap(crossrefContributor), ...grant.authors]),
      isInJournal(type) ? distinctTexts([...work['container-title'], ...work['short-container-title']]) : [],
    ),
    editors: eachOnce(work.editor.flatMap(crossrefContributor)),
    contributors: distinctContributors([
      ...work.translator.flatMap(crossrefContributor).map((person) => ({ ...person, role: 'translator' })),
      ...work.chair.flatMap(crossrefContributor).map((person) => ({ ...person, role: 'chair' })),
    ]),
    ...dates,
    publication_year: yearOf(dates.publication_date),
    publication_type: type,
    publication_subtype: crossrefSubtype(work, doi, type, title?.text ?? null),
    ...placeOf(work, type, doi),
    publisher: nameOrNull(work.publisher),
    edition: nameOrNull(work['edition-number']),
    version: nameOrNull(work.version),
    volume: labelOrNull(work.volume),
    issue: labelOrNull(work.issue) ?? labelOrNull(work['journal-issue']?.issue),
    pages: pagesOrNull(work.page),
    article_number: labelOrNull(work['article-number']),
    issn: distinctIssns(work.ISSN),
    issn_types: issnTypesOf(work),
    isbn: distinctTexts(work.ISBN.map((isbn) => isbn.replace(/^.*\/isbn\//i, ''))),
    arxiv_id: arxivIdIn(doi) ?? null,
    event_title: textOrNull(work.event?.name),
    event_place: textOrNull(work.event?.location),
    event_date: fromDateParts(work.event?.start),
    abstract: abstractOf(work.abstract, languageTag(work.language)) ?? grant.abstract,
    language: languageTag(work.language) ?? null,
    handle: parseHandle(work.resource?.primary?.URL ?? '') ?? null,
    license_url: licenseOf(work),
    license: licenseName(licenseOf(work)),
    subjects: keywordsOf([...work.subject, topicOf(work)].map((subject) => ({ subject }))),
    funders: mergedFunders(
      [...work.funder, ...grant.funders].map((funder) => ({
        name: textOrNull(funder.name),
        ...funderIds([funder.DOI, ...funder.id.map(({ id }) => id)]),
        awards: distinctTexts(
          [...funder.award, ...funder['award-info'].flatMap((info) => info['award-number'])].flatMap(listedAwards),
        ),
        award_details: [],
      })),
    ),
    relations: relationsOf(work, doi),
    url: webUrl(work.resource?.primary?.URL) ?? webUrl(work.URL),
    cited_by_count: work['is-referenced-by-count'] ?? null,
    integrity,
    is_retracted: isRetractedBy(integrity),
  };
}

/**
 * The dates, and the one to cite: the earliest deposited date, which Crossref computes as `published` and `issued`,
 * made as precise as the others allow. `created` and `deposited` are dates of the metadata, not of the publication.
 */
function datesOf(work: CrossrefRecord, start: string | null) {
  const recordedIn = yearOf(fromDateParts(work.created));
  const read = (date: unknown) => fromDateParts(date, recordedIn);
  const [online, print, posted] = [read(work['published-online']), read(work['published-print']), read(work.posted)];
  const issued = read(work.issued);
  const otherDates = [print, online, read(work['published-other']), posted, read(work.approved)];
  const earliest = [read(work.published), issued, ...otherDates, start].find((found) => found !== null) ?? null;
  return {
    publication_date: refineDate(earliest, otherDates),
    date_online: online,
    date_print: print,
    date_posted: posted,
    date_issued: issued,
  };
}

/**
 * Where the work appeared. For a preprint, the server, which is in `institution` or `group-title` (others use the
 * latter for a topic), or else told by the DOI. For other types, the institution wrote or accepted the work, such as a thesis or report.
 */
function placeOf(
  work: CrossrefRecord,
  type: string | null,
  doi: string,
): Pick<Bibliography, 'container_title' | 'series_title' | 'institution' | 'publication_place'> {
  const venue = venueOf(type, distinctTexts(work['container-title'].map(nameOrNull)));
  const institution = textOrNull(work.institution.find(({ name }) => textOrNull(name))?.name);
  const publication_place = nameOrNull(work['publisher-location']);
  if (type === 'posted-content') {
    const container_title = venue.container_title ?? serverOf(work, institution) ?? preprintServerOf(doi) ?? null;
    return { container_title, series_title: null, institution: null, publication_place };
  }
  const body = institution ?? textOrNull(work['standards-body']?.name);
  const place = work.institution[0]?.place.map(nameOrNull).find((known) => known !== null) ?? null;
  return { ...venue, institution: body, publication_place: publication_place ?? place };
}

/** A blog is named in `group-title`; its institution is the platform. */
function serverOf(work: CrossrefRecord, institution: string | null): string | null {
  const group = textOrNull(work['group-title']);
  if (work.subtype === 'blog') return group ?? institution;
  return institution ?? (group !== null && isServer(group) ? group : null);
}

/** "In Review" is a service of Research Square for authors who submit to journals. */
const isServer = (group: string) => isPreprintServer(group) || /^(?:open science framework|in review)$/i.test(group);

/** The topic under which a preprint server has posted a work. */
function topicOf(work: CrossrefRecord): string | null {
  const group = textOrNull(work['group-title']);
  const isHost = group === null || isServer(group) || work.institution.some(({ name }) => textOrNull(name) === group);
  return isHost || work.subtype === 'blog' ? null : group;
}

/**
 * The relations of https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/
 * between versions, parts, supplements and reviews. Synonyms share a name.
 */
const relationTypes = new Map<string, RelationType>(
  Object.entries({
    'is-preprint-of': 'is-preprint-of',
    'has-preprint': 'has-preprint',
    'is-version-of': 'is-version-of',
    'has-version': 'has-version',
    'is-manuscript-of': 'is-version-of',
    'has-manuscript': 'has-version',
    replaces: 'is-version-of',
    'is-replaced-by': 'has-version',
    'is-identical-to': 'is-identical-to',
    'is-same-as': 'is-identical-to',
    'is-part-of': 'is-part-of',
    'has-part': 'has-part',
    'is-component-of': 'is-part-of',
    'has-component': 'has-part',
    'is-supplement-to': 'is-supplement-to',
    'is-supplemented-by': 'is-supplemented-by',
    'is-review-of': 'is-review-of',
    'has-review': 'has-review',
    'is-comment-on': 'is-comment-on',
    'has-comment': 'has-comment',
    'is-reply-to': 'is-comment-on',
    'has-reply': 'has-comment',
    'is-translation-of': 'is-translation-of',
    'has-translation': 'has-translation',
    'is-variant-form-of': 'is-version-of',
    'is-original-form-of': 'has-version',
  }),
);

function relationsOf(work: CrossrefRecord, doi: string): Relation[] {
  const stated = Object.entries(work.relation ?? {}).flatMap(([name, targets]) =>
    targets.map(({ id }) => ({ type: relationTypes.get(name), identifier: id })),
  );
  return distinctRelations(doi, [...updateRelations(work, doi), ...stated]);
}

/** The types of the ISSNs. Crossref documents only "print" and "electronic". */
function issnTypesOf(work: CrossrefRecord): IssnType[] {
  const types = work['issn-type'].flatMap(({ value, type }): [string, IssnType][] => {
    const [issn] = distinctIssns([value]);
    const kind = type.trim().toLowerCase();
    return issn && (kind === 'print' || kind === 'electronic') ? [[`${issn} ${kind}`, { issn, type: kind }]] : [];
  });
  return [...new Map(types).values()];
}

/** Addresses of text-mining licences, which some publishers also deposit for the version of record. */
const forMining = /\btdm\b|\btext-and-data-mining\b/i;

/**
 * The licence for readers that applies today, preferably of the version of record. Text-mining licences are ignored, except
 * Creative Commons, which grants the same rights for every use and which some publishers deposit only for text mining.
 * https://www.crossref.org/documentation/principles-practices/best-practices/license/
 */
function licenseOf({ license }: CrossrefRecord): string | null {
  const today = new Date().toISOString().slice(0, 10);
  const begun = license.filter(({ start }) => (earliestDay(fromDateParts(start) ?? '') ?? '') <= today);
  const offered = begun.filter((one) => one['content-version'] !== 'tdm' && !forMining.test(one.URL));
  const licenceOf = (version: string) => offered.find((one) => (one['content-version'] ?? 'unspecified') === version);
  const open = begun.find(({ URL }) =>
    /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licen[cs]es|publicdomain)\//i.test(URL.trim()),
  );
  return webUrl((licenceOf('vor') ?? licenceOf('unspecified') ?? licenceOf('am') ?? open)?.URL);
}

const longestAward = 200;

/** Some publishers write all awards of a funder in one text. It is one award if it is short: numbers may have commas. */
const listedAwards = (award: string) => (award.length > longestAward ? award.split(/[,;]/) : [award]);
