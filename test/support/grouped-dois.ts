import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { pendingDois } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import {
  applyIncoming,
  type IncomingPublication,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { aBibliography, anAuthor, anIncoming, carberry, lovelace } from './builders.ts';
import { freshTable } from './engine.ts';
import { ingestWork } from './ingest-work.ts';
import { storePerson } from './people.ts';
import { startQueues, type TestQueues } from './queues.ts';

// Ingestions of ORCID records with groups of DOIs, for their tests. Importing this registers its hooks.

export const [pots, pills, kilns] = ['10.5555/pots', '10.5555/evil.1', '10.5555/kilns'];
export const delivery = {
  now: new Date(),
  receiveCount: 1,
  isLast: false,
  signal: new AbortController().signal,
};
export let source: SourceServer;
let queues: TestQueues;
let pages: Record<string, Scripted>;

beforeAll(async () => {
  source = await startSource();
  queues = await startQueues();
});
afterAll(async () => {
  await source.close();
  await queues.stop();
});
beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  pages = {};
  crossref(pots, 'On Cracked Pots of the North', { author: [{ given: 'Josiah', family: 'Carberry' }] });
  crossref(pills, 'Buy pills', { author: [{ given: 'Eve', family: 'Evil' }] });
  crossref(kilns, 'Kilns of the Far North');
});

/** Lets Crossref answer about a DOI. */
export function crossref(doi: string, title: string, more: object = {}): void {
  const message = { DOI: doi, type: 'journal-article', title: [title], ...more };
  serve(`/crossref/works/${encodeURIComponent(doi)}`, { 'message-type': 'work', message });
}
/** Lets a source answer at a path; undefined: not any more. */
export function serve(path: string, json: object | undefined): void {
  if (json) serveAs(path, { json });
  else {
    delete pages[path];
    source.serve(pages);
  }
}
/** Scripts a source's answer at a path. */
export function serveAs(path: string, scripted: Scripted): void {
  pages[path] = scripted;
  source.serve(pages);
}

/** Lets OpenAlex fail about a DOI. */
export function failOpenAlex(doi: string): void {
  pages[`/openalex/works/doi:${encodeURIComponent(doi)}`] = { status: 400, text: '' };
  source.serve(pages);
}

export type Id = [type: string, value: string];
const ids = (of: Id[]) => ({
  'external-id': of.map(([type, value]) => ({
    'external-id-type': type,
    'external-id-value': value,
    'external-id-relationship': 'self',
  })),
});
let putCode = 0;
/** A work of an ORCID record. */
export const listed = (title: string, ...of: Id[]) => ({
  'put-code': ++putCode,
  type: 'journal-article',
  title: { title: { value: title } },
  'external-ids': ids(of),
});
export const doi = (value: string): Id => ['doi', value];

/** Plans the ingestion of a record of one group. */
export async function plan(orcid: string, ...summaries: ReturnType<typeof listed>[]): Promise<string> {
  const jobId = await request(orcid, ...summaries);
  await ingestResearcher(jobId, delivery);
  return jobId;
}

/** Requests the ingestion of a record of one group. */
export async function request(orcid: string, ...summaries: ReturnType<typeof listed>[]): Promise<string> {
  const all = summaries.flatMap((each) => each['external-ids']['external-id']);
  const group = [{ 'external-ids': { 'external-id': all }, 'work-summary': summaries }];
  const [given, family] = orcid === carberry ? ['Josiah', 'Carberry'] : ['Ada', 'Lovelace'];
  serve(`/orcid/${orcid}/person`, { name: { 'given-names': { value: given }, 'family-name': { value: family } } });
  serve(`/orcid/${orcid}/works`, { group });
  const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: `${orcid} ${putCode}` };
  return (await createJob({ orcid, ...requester }, delivery.now)).job.job_id;
}

/** Ingests a record of one group. */
export async function ingest(orcid: string, ...summaries: ReturnType<typeof listed>[]): Promise<void> {
  await finish(await plan(orcid, ...summaries));
}

/** Ingests what a job has planned. */
export async function finish(jobId: string, order = (dois: string[]) => dois): Promise<void> {
  for (const each of order(await pendingDois(jobId))) await ingestWork(jobId, each, delivery);
  for (const each of await pendingDois(jobId)) await ingestWork(jobId, each, delivery);
  expect(await getJob(jobId)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
}

/** The title that a DOI leads to. */
export const titleAt = async (asked: string) => {
  const record = await getPublication(asked);
  return record && shownPublication(record).title;
};
/** The researchers of the publication that a DOI leads to. */
export const orcidsAt = async (asked: string) => (await getPublication(asked))?.researchers.map(({ orcid }) => orcid);

/** Stores what an older version did with a group: the first DOI is the publication, all others are aliases. */
export async function storeAliased(
  fields: Partial<IncomingPublication> & { doi: string; aliases: string[] },
): Promise<PublicationRecord> {
  const original = aBibliography({ title: 'Buy pills', authors: [anAuthor('Eve Evil')] });
  const record = applyIncoming(undefined, anIncoming({ orcid: lovelace, original, ...fields }), [], delivery.now);
  expect(await savePublication(record, undefined, [])).toBe('saved');
  return record;
}
