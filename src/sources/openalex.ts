import * as z from 'zod';
import { arxivIdIn } from '../domain/values/arxiv.ts';
import { type Author, type Bibliography, emptyBibliography } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';
import { OpenAccessStatus } from '../domain/values/open-access-status.ts';
import { fromIsoDate, yearOf } from '../domain/values/partial-date.ts';
import { isGroupName, type NameParts, namePartsOf, printedName, withoutNote } from '../domain/values/person-name.ts';
import { distinctRelations, type Relation, type RelationType } from '../domain/values/relation.ts';
import { env } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { openAlexApiKey } from '../runtime/secrets.ts';
import { claimWarning, countDailyRequest } from '../storage/ingestion/source-pace.ts';
import { fetchJson, type SourceResponse, type SourceTimeLimits } from './http.ts';
import { languageTag } from './language.ts';
import {
  count,
  distinctTexts,
  firstText,
  lenient,
  listedOnce,
  listOf,
  orcidOrNull,
  termOrNull,
  textOrNull,
  texts,
  webUrl,
} from './response-fields.ts';
import { type SourceAnswer, SourceAnswerMalformed, SourceUnavailable } from './source.ts';
import { isPreprintServer, type Venue, venueOf } from './venue.ts';

const text = lenient(z.string());
const displayed = z.looseObject({ display_name: z.string() });
const Location = z.looseObject({
  version: text,
  landing_page_url: text,
  license: text,
  raw_type: text,
  raw_source_name: text,
  source: lenient(z.looseObject({ display_name: text, issn: texts, host_organization_name: text, type: text })),
});

/** https://docs.openalex.org/api-entities/works/work-object, the fields that are used. */
const Work = z.looseObject({
  id: z.string(),
  doi: z.string().nullish(),
  title: text,
  display_name: text,
  publication_date: text,
  publication_year: lenient(z.int()),
  type: text,
  type_crossref: text,
  language: text,
  authorships: listOf(
    z.looseObject({
      author: lenient(z.looseObject({ display_name: text, orcid: text })),
      raw_author_name: text,
      raw_orcid: text,
      raw_affiliation_strings: texts,
      institutions: listOf(displayed),
    }),
  ),
  biblio: lenient(z.looseObject({ volume: text, issue: text, first_page: text, last_page: text })),
  primary_location: lenient(Location),
  locations: listOf(Location),
  open_access: lenient(z.looseObject({ is_oa: lenient(z.boolean()), oa_status: text, oa_url: text })),
  cited_by_count: lenient(count),
  is_retracted: lenient(z.boolean()),
  fwci: lenient(z.number()),
  topics: listOf(displayed),
  keywords: listOf(displayed),
  counts_by_year: listOf(z.looseObject({ year: z.int(), cited_by_count: count })),
});
type Work = z.output<typeof Work>;

/** Additional data from OpenAlex, as plain JSON. Null or empty if it has no value. */
export type OpenAlexEnrichment = {
  openalex_id: string;
  cited_by_count: number | null;
  is_oa: boolean | null;
  oa_status: Bibliography['open_access_status'];
  oa_url: string | null;
  /** Field-weighted citation impact: 1 is the world average for field, type and year. */
  fwci: number | null;
  topics: string[];
  keywords: string[];
  counts_by_year: { year: number; cited_by_count: number }[];
};

export interface OpenAlexAnswer extends SourceAnswer<'openalex'> {
  /** The DOI that was asked for. Of copies of a work, only what is said of this one counts. */
  asked: string;
  enrichment: OpenAlexEnrichment;
}

/** A longer Retry-After means that the daily quota is used up. Publications do not wait for it. */
const maxRetryAfterSeconds = 3600;

/**
 * Reads a DOI from OpenAlex. Undefined if it is unknown there, if the daily quota is used up, or if OpenAlex refuses us,
 * because a publication without enrichment is better than none. Logs such a reason once in a `run`, by default a day.
 * Throws as fetchJson does.
 */
export async function readEnrichment(
  doi: string,
  patience: SourceTimeLimits = {},
  run?: string,
): Promise<OpenAlexAnswer | undefined> {
  const response = await askOpenAlex(`/works/https://doi.org/${encodeURIComponent(doi)}`, {}, patience, run);
  if (!response || response.status === 404) return undefined;
  const { status, body, redirected } = response;
  if (status !== 200) throw new SourceUnavailable('openalex', `answered ${status}`, { status });
  const answer = Work.safeParse(body);
  if (!answer.success) {
    throw new SourceAnswerMalformed('openalex', 'returned an invalid work', { cause: answer.error });
  }
  const work = answer.data;
  const held = (work.doi && parseDoi(work.doi)) || doi;
  if (!redirected && !isAbout(work, doi)) throw new SourceAnswerMalformed('openalex', 'returned a different work');
  return answerOf(work, doi, held, body);
}

/** What a work says that OpenAlex sent earlier when it was asked for `doi`; undefined if it is none. */
export function parseEnrichment(doi: string, raw: unknown): OpenAlexAnswer | undefined {
  const { data: work } = Work.safeParse(raw);
  return work && answerOf(work, doi, (work.doi && parseDoi(work.doi)) || doi, raw);
}

const answerOf = (work: Work, asked: string, held: string, raw: unknown): OpenAlexAnswer => ({
  source: 'openalex',
  asked,
  doi: held,
  bibliography: { ...bibliographyOf(work, asked), relations: relationsOf(work, held) },
  enrichment: enrichmentOf(work),
  raw,
});

/** An identifier by which OpenAlex finds works: of PubMed, or of PubMed Central. */
export type PubmedIdentifier = 'pmid' | 'pmcid';

/**
 * The DOIs of works by their identifiers of one kind, as digits, as far as OpenAlex knows them. None if the quota is used
 * up. A hundred are asked for at once (https://developers.openalex.org/guides/filtering). The filters take digits:
 * https://github.com/ourresearch/openalex-elastic-api, `test_works_pmid_…` and `test_works_pmcid_…`.
 */
export async function findDois(
  kind: PubmedIdentifier,
  ids: readonly string[],
  patience: SourceTimeLimits,
  run: string,
): Promise<Map<string, string>> {
  const dois = new Map<string, string>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const filter = `${kind}:${ids.slice(start, start + idsAtOnce).join('|')}`;
    const query = { filter, select: 'id,doi,ids', 'per-page': String(idsAtOnce) };
    const response = await askOpenAlex('/works', query, patience, run);
    if (!response || response.status === 404) break;
    const { status, body } = response;
    if (status !== 200) throw new SourceUnavailable('openalex', `answered ${status}`, { status });
    const found = Found.safeParse(body);
    if (!found.success) {
      throw new SourceAnswerMalformed('openalex', 'returned an invalid list of works', { cause: found.error });
    }
    for (const { doi, ids: known } of found.data.results) {
      const id = /(?<!\d)(\d+)\/?$/.exec(known?.[kind] ?? '')?.[1];
      const parsed = doi ? parseDoi(doi) : undefined;
      if (id && parsed) dois.set(id, parsed);
    }
  }
  return dois;
}

const idsAtOnce = 100;

/** What OpenAlex counts, and what it says of access and retraction: the part of an answer that changes with time. */
export interface OpenAlexCounts {
  bibliography: Pick<Bibliography, 'cited_by_count' | 'is_retracted' | 'open_access_status'>;
  enrichment: Pick<OpenAlexEnrichment, 'cited_by_count' | 'is_oa' | 'oa_status' | 'oa_url' | 'fwci' | 'counts_by_year'>;
  /** The fields of the work that they were read from. */
  raw: object;
}

/**
 * Reads the counts of at most 100 DOIs in one request, by DOI
 * (https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/filter-entity-lists#addition-or). Works that
 * OpenAlex has under another DOI are missing. Undefined if the quota is used up or OpenAlex refuses us. Throws as
 * fetchJson does.
 */
export async function readCounts(
  dois: readonly string[],
  patience: SourceTimeLimits,
  run: string,
): Promise<Map<string, OpenAlexCounts> | undefined> {
  const select = 'id,doi,cited_by_count,counts_by_year,fwci,is_retracted,open_access';
  const query = { filter: `doi:${dois.join('|')}`, select, 'per-page': String(dois.length) };
  const response = await askOpenAlex('/works', query, patience, run);
  if (!response) return undefined;
  const { status, body } = response;
  if (status !== 200) throw new SourceUnavailable('openalex', `answered ${status}`, { status });
  const found = Counted.safeParse(body);
  if (!found.success) {
    throw new SourceAnswerMalformed('openalex', 'returned an invalid list of works', { cause: found.error });
  }
  return new Map(
    found.data.results.flatMap((raw) => {
      const { data: work } = Work.safeParse(raw);
      const doi = work && parseDoi(work.doi ?? '');
      if (!doi) return [];
      const { cited_by_count, is_oa, oa_status, oa_url, fwci, counts_by_year } = enrichmentOf(work);
      const bibliography = { cited_by_count, is_retracted: work.is_retracted ?? null, open_access_status: oa_status };
      const enrichment = { cited_by_count, is_oa, oa_status, oa_url, fwci, counts_by_year };
      return [[doi, { bibliography, enrichment, raw }] as const];
    }),
  );
}

const Counted = z.looseObject({ results: z.array(z.unknown()).pipe(listOf(z.looseObject({}))) });

const Found = z.looseObject({
  results: z
    .array(z.unknown())
    .pipe(listOf(z.looseObject({ doi: text, ids: lenient(z.looseObject({ pmid: text, pmcid: text })) }))),
});

/** Sends a request. Undefined if the quota is used up or OpenAlex refuses us, which is logged once a run. */
export async function askOpenAlex(
  path: string,
  query: Record<string, string>,
  patience: SourceTimeLimits,
  run?: string,
): Promise<SourceResponse | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const budget = env('OPENALEX_REQUESTS_PER_DAY');
  if (budget > 0 && !(await countDailyRequest('openalex', today, budget))) {
    await warnOnce(run ?? today, 'budget', 'The daily budget of OpenAlex requests is used up');
    return undefined;
  }
  const key = await openAlexApiKey();
  try {
    const response = await fetchJson('openalex', {
      path,
      query: { ...query, ...(key && { api_key: key }) },
      ...patience,
    });
    if (response.status !== 401 && response.status !== 403) return response;
    await warnOnce(
      run ?? today,
      'refused',
      `OpenAlex refuses requests with status ${response.status}: check its API key`,
    );
  } catch (error) {
    const isSpent =
      error instanceof SourceUnavailable &&
      error.status === 429 &&
      (error.retryAfterSeconds ?? 0) > maxRetryAfterSeconds;
    if (!isSpent) throw error;
    await warnOnce(run ?? today, 'quota', "OpenAlex's daily quota is used up");
  }
  return undefined;
}

const warned = new Set<string>();
const maxWarned = 1_000;

/** Logs a message once a run, however many processes work on it. What this process has asked for, it does not ask again. */
async function warnOnce(run: string, what: string, message: string): Promise<void> {
  const warning = `${run} ${what}`;
  if (warned.has(warning)) return;
  if (warned.size >= maxWarned) warned.clear();
  warned.add(warning);
  if (!(await claimWarning('openalex', run, what))) return;
  log('warn', `${message}; publications are stored without enrichment`, { source: 'openalex', run });
}

/** OpenAlex merges copies of a work under one DOI. The DOIs of the others are in its locations. */
function isAbout(work: Work, doi: string): boolean {
  const places = work.locations.map(({ landing_page_url }) => landing_page_url);
  return [work.doi, ...places].some((address) => address && parseDoi(address) === doi);
}

function bibliographyOf(work: Work, doi: string): Bibliography {
  const title = firstText([work.title, work.display_name]);
  const held = parseDoi(work.doi ?? '');
  // Of copies merged under another DOI, only their own location describes this one.
  const isCopy = held !== undefined && held !== doi;
  const location = isCopy
    ? work.locations.find((place) => parseDoi(place.landing_page_url ?? '') === doi)
    : work.primary_location;
  const { source, license, landing_page_url } = location ?? {};
  const date = isCopy ? null : dateOf(work);
  const type = typeOf(location, isCopy ? {} : work);
  const biblio = isCopy ? undefined : work.biblio;
  const [first, last] = [textOrNull(biblio?.first_page), textOrNull(biblio?.last_page)];
  return {
    ...emptyBibliography,
    title: title?.text ?? null,
    title_html: title?.html ?? null,
    authors: listedOnce(work.authorships.flatMap(author), 2),
    publication_date: date,
    publication_year: yearOf(date),
    publication_type: type,
    publication_subtype: type === 'posted-content' && work.type === 'preprint' ? 'preprint' : null,
    ...placeOf(location, type),
    publisher: textOrNull(source?.host_organization_name),
    volume: textOrNull(biblio?.volume),
    issue: textOrNull(biblio?.issue),
    pages: first && last && first !== last ? `${first}-${last}` : (first ?? last),
    issn: distinctTexts(source?.issn ?? []),
    arxiv_id: arxivIdIn(doi) ?? null,
    language: languageTag(work.language) ?? null,
    license_url: licenses.get(license ?? '') ?? null,
    subjects: distinctTexts(work.keywords.map(({ display_name }) => display_name)),
    url: webUrl(landing_page_url),
    cited_by_count: work.cited_by_count ?? null,
    is_retracted: work.is_retracted ?? null,
    open_access_status: statusOf(work),
  };
}

function author({
  author: known,
  raw_author_name,
  raw_orcid,
  raw_affiliation_strings,
  institutions,
}: Work['authorships'][number]): Author[] {
  const raw = withoutNote(textOrNull(raw_author_name) ?? '') || null;
  const name = withoutNote(textOrNull(known?.display_name) ?? '') || raw;
  if (!name) return [];
  const orcid = orcidOrNull(known?.orcid) ?? orcidOrNull(raw_orcid);
  const parts = orcid === null && isGroupName(name) ? undefined : namesOf(name, raw);
  const institutionNames = distinctTexts(institutions.map(({ display_name }) => display_name));
  const affiliations = institutionNames.length > 0 ? institutionNames : distinctTexts(raw_affiliation_strings);
  if (!parts) return [{ name, given: null, family: null, orcid, affiliations }];
  return [{ name: printedName(parts), ...parts, orcid, affiliations }];
}

/**
 * The other DOIs at which OpenAlex found the work. https://docs.openalex.org/api-entities/works/work-object/location-object
 * says whether a place has the submitted, accepted or published version.
 */
function relationsOf({ type, locations }: Work, doi: string): Relation[] {
  const relation = (version: string | null | undefined): RelationType | undefined => {
    if (version === 'publishedVersion') return type === 'preprint' ? 'is-preprint-of' : undefined;
    if (version === 'acceptedVersion') return 'has-version';
    return version === 'submittedVersion' && type !== 'preprint' ? 'has-preprint' : undefined;
  };
  const places = locations.map((one) => ({ type: relation(one.version), identifier: one.landing_page_url ?? '' }));
  return distinctRelations(doi, places);
}

/**
 * The parts of an author's name: OpenAlex's authors are people. The name as published may be "Family, Given", which tells
 * where the family name begins.
 */
function namesOf(name: string, published: string | null): NameParts {
  const inverted = published?.includes(',') ? namePartsOf(published).family : null;
  const place = inverted === null ? -1 : folded(name).lastIndexOf(` ${folded(inverted)}`);
  const isAtEnd = inverted !== null && place > 0 && place + inverted.length + 1 === folded(name).length;
  if (isAtEnd) return { given: name.slice(0, place), family: name.slice(place + 1) };
  return namePartsOf(name);
}

/** For comparison; as long as the name. */
const folded = (name: string) => name.toLowerCase().replace(/[\u2010\u2011]/g, '-');

function enrichmentOf(work: Work): OpenAlexEnrichment {
  const { open_access: access } = work;
  return {
    openalex_id: (textOrNull(work.id) ?? '').replace(/^.*\//, ''),
    cited_by_count: work.cited_by_count ?? null,
    is_oa: access?.is_oa ?? null,
    oa_status: statusOf(work),
    oa_url: webUrl(access?.oa_url),
    fwci: work.fwci ?? null,
    topics: distinctTexts(work.topics.map(({ display_name }) => display_name)),
    keywords: distinctTexts(work.keywords.map(({ display_name }) => display_name)),
    counts_by_year: work.counts_by_year.map(({ year, cited_by_count }) => ({ year, cited_by_count })),
  };
}

const statusOf = ({ open_access }: Work): Bibliography['open_access_status'] =>
  OpenAccessStatus.safeParse(open_access?.oa_status).data ?? null;

/** OpenAlex uses January 1 if month and day are unknown, so only the year of that date is kept. */
function dateOf({ publication_date, publication_year }: Work): string | null {
  const date = fromIsoDate(publication_date?.replace(/-01-01$/, ''));
  return date ?? fromIsoDate(publication_year);
}

/** Crossref's types (https://api.crossref.org/types) that are more than `other`. */
const crossrefTypes: ReadonlySet<string> = new Set(
  `book book-chapter book-part book-section book-series book-set book-track component database dataset dissertation
  edited-book grant journal journal-article journal-issue journal-volume monograph peer-review posted-content proceedings
  proceedings-article proceedings-series reference-book reference-entry report report-component report-series standard`.split(
    /\s+/,
  ),
);

/** OpenAlex types with their Crossref name. For other types, the type of the source is used. */
const types = new Map<string, string>(
  Object.entries({
    book: 'book',
    'book-chapter': 'book-chapter',
    'conference-paper': 'proceedings-article',
    dataset: 'dataset',
    dissertation: 'dissertation',
    grant: 'grant',
    'peer-review': 'peer-review',
    preprint: 'posted-content',
    'reference-entry': 'reference-entry',
    report: 'report',
    software: 'software',
    standard: 'standard',
  }),
);

/**
 * The container and series by the type of the source. A repository is the container of what was posted there only; names
 * of platforms and indexes are none. A source that OpenAlex does not know is named as it was deposited.
 */
function placeOf(location: Work['primary_location'], type: string | null): Venue {
  const { source, raw_source_name, raw_type } = location ?? {};
  const name = textOrNull(source?.display_name);
  const deposited = textOrNull(raw_source_name);
  if (source?.type === 'book series') {
    const book = deposited?.toLowerCase() === name?.toLowerCase() ? null : deposited;
    return { ...venueOf(type, book === null ? [] : [book]), series_title: name };
  }
  const isHost =
    source?.type === 'journal' ||
    source?.type === 'conference' ||
    (source?.type === 'repository' && type === 'posted-content');
  if (name !== null && isHost) return venueOf(type, [name]);
  return venueOf(type, deposited !== null && hosted.has(raw_type ?? '') ? [deposited] : []);
}

/** Types of Crossref whose deposits name a container. */
const hosted: ReadonlySet<string> = new Set([
  'journal-article',
  'proceedings-article',
  'book-chapter',
  'book-section',
  'book-part',
  'reference-entry',
]);

/**
 * Until 2023, OpenAlex's types were Crossref's. `article` and similar types are only journal articles if the source is a
 * journal: OpenAlex uses them widely. What is on a preprint server is posted content. If it is still unclear, the type
 * that was deposited, if that is one of Crossref's.
 */
function typeOf(
  location: Work['primary_location'],
  { type, type_crossref }: Pick<Partial<Work>, 'type' | 'type_crossref'>,
): string | null {
  const crossrefType = termOrNull(type_crossref);
  if (crossrefType) return crossrefType;
  const known = types.get(type ?? '') ?? (crossrefTypes.has(type ?? '') ? type : undefined);
  if (known) return known;
  const host = location?.source?.type;
  if (host === 'repository' && isPreprintServer(location?.source?.display_name ?? '')) return 'posted-content';
  const isArticle = ['article', 'review', 'letter', 'editorial', 'erratum', 'retraction', 'data-paper'].includes(
    type ?? '',
  );
  if (isArticle && host === 'journal') return 'journal-article';
  if (isArticle && host === 'conference') return 'proceedings-article';
  const deposited = location?.raw_type ?? '';
  return crossrefTypes.has(deposited) ? deposited : null;
}

const licenses = new Map<string, string>(
  Object.entries({
    'cc-by': 'https://creativecommons.org/licenses/by/4.0/',
    'cc-by-sa': 'https://creativecommons.org/licenses/by-sa/4.0/',
    'cc-by-nc': 'https://creativecommons.org/licenses/by-nc/4.0/',
    'cc-by-nd': 'https://creativecommons.org/licenses/by-nd/4.0/',
    'cc-by-nc-sa': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    'cc-by-nc-nd': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
    cc0: 'https://creativecommons.org/publicdomain/zero/1.0/',
  }),
);
