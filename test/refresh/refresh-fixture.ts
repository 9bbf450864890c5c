import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import { RefreshAttempt } from '#src/ingestion/refresh/due.ts';
import * as refresh from '#src/ingestion/refresh/refresh.ts';
import { addPerson, saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { storePublication } from '#src/ingestion/store.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { readFromAgency } from '#src/sources/agency.ts';
import { readEnrichment } from '#src/sources/openalex/record.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import { job } from '../../lambdas/background/refresh-stale.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

// Sources with the data that a test sets, and a registry that is refreshed from them. Importing this registers its
// hooks.

const dayMs = 24 * 3_600_000;
/** During the night of the settings. */
export const tonight = new Date('2026-01-31T02:00:00Z');
/** This many days before, or later in that night. */
export const daysAgo = (days: number) => new Date(tonight.getTime() - days * dayMs);
export const hoursLater = (hours: number) => new Date(tonight.getTime() + hours * 3_600_000);

/** A publication at the sources. */
interface Known {
  agency: 'crossref' | 'datacite' | 'none';
  title: string;
  /** When the agency last changed it. */
  changed: Date;
  /** Undefined if OpenAlex does not know it. */
  cited: number | undefined;
  isRetracted: boolean;
  /** Further fields at OpenAlex. */
  atOpenAlex?: Record<string, unknown>;
  /** Further fields at Crossref. */
  atCrossref?: Record<string, unknown>;
  authors: string[];
}

const known = new Map<string, Known>();
/** When people changed their ORCID records. */
export const modified = new Map<string, Date>();
/** A source's answer in place of its data, by path, or by the start of one that ends with a slash. */
export const faults = new Map<string, Scripted>();
let source: SourceServer;
let queues: TestQueues;
export const lines = captureLog();

const refreshStale = underRole(job, refresh.refreshStale);
export const run = (now = tonight, forMs = 60_000) => refreshStale(now, Date.now() + forMs);

export function settings(changes: Record<string, string> = {}): void {
  Object.assign(process.env, {
    REFRESH_FROM_HOUR: '1',
    REFRESH_HOURS: '5',
    REFRESH_PEOPLE_AFTER_DAYS: '1',
    REFRESH_PUBLICATIONS_AFTER_DAYS: '7',
    REFRESH_REQUESTS_PER_DAY: 'orcid=100 crossref=100 datacite=100 openalex=100',
    ...changes,
  });
}

beforeAll(async () => {
  queues = await startQueues();
  source = await startSource();
});
afterAll(async () => {
  await source.close();
  await queues.stop();
});

/** A new table. */
export async function empty(): Promise<void> {
  await freshTable();
  await forgetLists();
}

let epoch = 0;
/** Lists in memory outlive a table and items put into it directly: a new epoch makes them read all rows. */
export async function forgetLists(): Promise<void> {
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
}

beforeEach(async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  queues.purge();
  for (const each of [known, modified, faults]) each.clear();
  settings();
  serve();
  await empty();
});

/** Adds a publication to the sources. */
export const know = (doi: string, fields: Partial<Known> = {}) =>
  void known.set(doi, {
    agency: 'crossref',
    title: 'Pots',
    changed: daysAgo(100),
    cited: 1,
    isRetracted: false,
    authors: [],
    ...fields,
  });

/** Stores a publication as ingested on this day. */
export async function store(
  doi: string,
  fields: Partial<Known> & { fetched?: Date; orcids?: string[] } = {},
): Promise<PublicationRecord> {
  const { fetched = daysAgo(8), orcids = [], ...rest } = fields;
  know(doi, rest);
  const openalex = await readEnrichment(doi);
  const enrichments = { answers: openalex ? { openalex } : {}, failures: {} };
  const answers = { agency: await readFromAgency(doi), enrichments };
  const listing = {
    orcid: orcids[0] ?? '',
    listedAs: doi,
    summaries: [],
    contributors: undefined,
  };
  for (const orcid of orcids) await addPerson(orcid, fetched);
  await storePublication(
    { ...answers, doi, dois: [doi], listing: orcids[0] ? listing : undefined, orcids },
    () => [],
    fetched,
  );
  source.requests.length = 0;
  return stored(doi);
}

/** Stores this many similar ones. */
export async function storeCopies(record: PublicationRecord, count: number): Promise<string[]> {
  const dois = Array.from({ length: count }, (_, n) => `${record.doi}.${n}`);
  await inParallel(dois, 8, async (doi) => {
    known.set(doi, known.get(record.doi) as Known);
    await savePublication({ ...record, doi, version: 1 }, undefined, []);
  });
  return dois;
}

export async function stored(doi: string): Promise<PublicationRecord> {
  const record = await getPublication(doi);
  if (!record) throw new Error(`no ${doi}`);
  return record;
}

export const change = (doi: string, fields: Partial<Known>) =>
  void known.set(doi, { ...(known.get(doi) as Known), ...fields });

export async function storePerson(orcid: string, fetched = daysAgo(2)): Promise<void> {
  const person = { orcid, givenName: 'Ada', familyName: orcid.slice(-4), creditName: null, biography: null };
  await saveOrcidPerson(person, fetched);
  modified.set(orcid, daysAgo(100));
}

export const attempts = async () =>
  (await allItems()).flatMap((item) => (item.pk === 'REFRESH' ? RefreshAttempt.parse(item) : []));

/** The requests since the last count, by source and kind. */
export function requests(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of source.requests) {
    const [, name, section, id] = path.split('/');
    const kind = id === undefined || section === 'search' ? 'list' : 'record';
    counts[`${name} ${kind}`] = (counts[`${name} ${kind}`] ?? 0) + 1;
  }
  source.requests.length = 0;
  return counts;
}

function serve(): void {
  const faultAt = (path: string) =>
    [...faults].find(([part]) => part === path || (part.endsWith('/') && path.startsWith(part)))?.[1];
  // Any path: the test decides what exists.
  const pages = {
    get: (_: object, path: string) => faultAt(path) ?? { answer: (response: ServerResponse) => answer(path, response) },
  };
  source.serve(new Proxy({}, pages));
}

function answer(path: string, response: ServerResponse): void {
  const query = source.requests.at(-1)?.query ?? new URLSearchParams();
  const body = bodyOf(path, query);
  response.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body ?? {}));
}

/** Undefined if nothing exists at this path. */
function bodyOf(path: string, query: URLSearchParams): unknown {
  const [, name, , ...rest] = path.split('/');
  const doi = decodeURIComponent(rest.join('/')).replace(/^doi:/, '');
  const one = known.get(doi);
  if (name === 'orcid') return search(query.get('q') ?? '');
  if (name === 'openalex') {
    const dois = query.get('filter')?.slice('doi:'.length).split('|');
    return dois ? { results: dois.flatMap(work) } : work(doi)[0];
  }
  if (rest.length === 0) return name === 'crossref' ? indexed(query) : updated(query);
  if (!one || one.agency !== name) return undefined;
  const author = one.authors.map((each) => ({ name: each }));
  const message = { DOI: doi, type: 'journal-article', title: [one.title], author, ...one.atCrossref };
  const data = { type: 'dois', attributes: { doi, titles: [{ title: one.title }] } };
  return name === 'crossref' ? { 'message-type': 'work', message } : { data };
}

function work(doi: string) {
  const { cited, isRetracted = false, atOpenAlex } = known.get(doi) ?? {};
  if (cited === undefined) return [];
  return [
    {
      id: 'https://openalex.org/W1',
      doi: `https://doi.org/${doi}`,
      cited_by_count: cited,
      is_retracted: isRetracted,
      ...atOpenAlex,
    },
  ];
}

function indexed(query: URLSearchParams) {
  const [since = '', ...dois] = (query.get('filter') ?? '').split(',').map((one) => one.slice(one.indexOf(':') + 1));
  const items = dois.flatMap((doi) => {
    const { agency, changed = new Date(0) } = known.get(doi) ?? {};
    const isFound = agency === 'crossref' && changed.toISOString() >= since;
    return isFound ? [{ DOI: doi, indexed: { 'date-time': changed.toISOString() } }] : [];
  });
  return { 'message-type': 'work-list', message: { items } };
}

function updated(query: URLSearchParams) {
  const data = (query.get('ids') ?? '').split(',').flatMap((id) => {
    const { agency, changed } = known.get(id) ?? {};
    return agency === 'datacite' ? [{ id, attributes: { updated: changed } }] : [];
  });
  return { data };
}

function search(q: string) {
  const since = /\[(\S+) TO/.exec(q)?.[1] ?? '';
  const found = [...modified].flatMap(([orcid, time]) =>
    q.includes(orcid) && time.toISOString() >= since ? [{ 'orcid-identifier': { path: orcid } }] : [],
  );
  return { 'num-found': found.length, result: found };
}
