import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import * as relations from '#src/duplicates/relations/relate.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { IssnRecord } from '#src/records/journals/journal.ts';
import type { Item } from '#src/table/table.ts';
import * as researcherWorker from '../../lambdas/background/ingestion/ingest-researcher.ts';
import * as workWorker from '../../lambdas/background/ingestion/ingest-work.ts';
import { job as relateJob } from '../../lambdas/background/relate-publications.ts';
import { startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';
import { interceptLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { allItems, preparedOnce } from '../support/table.ts';

// Ingestions of the sample, for their tests. Importing this registers its hooks.

export const readResearcher = underRole(researcherWorker.job, researcherWorker.handler);
export const storeWork = underRole(workWorker.job, workWorker.handler);
const relateRemaining = underRole(relateJob, relations.relateRemaining);

export const isolde = '0009-9999-0000-0019';
export const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
export const now = new Date();

export type Answer = { status: number; headers?: Record<string, string>; body: string };
/** A source's answer in place of its recording, by a part of the path; set by tests. */
export const faults = new Map<string, Answer>();
/** A source's answer to lists in place of its recording, by a part of the query; set by tests. */
export const listFaults = new Map<string, Answer>();
/** The requests to the sources, such as `crossref /works/10.5555/…`. Tests empty it. */
export const requests: string[] = [];
export let queues: TestQueues;
let replay: Awaited<ReturnType<typeof startReplay>>;

beforeAll(async () => {
  interceptLog();
  queues = await startQueues();
  replay = await startReplay({
    dir: join(import.meta.dirname, '../../local/sample'),
    intercept: async ({ source, path, query }) => {
      const request = `${source} ${decodeURIComponent(path)}`;
      requests.push(request);
      const asked = [...query.values()].join(' ');
      const ofList = [...listFaults].find(([part]) => asked.includes(part))?.[1];
      return ofList ?? [...faults].find(([part]) => request.includes(part))?.[1];
    },
  });
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
  process.env.SOURCES_CONTACT_EMAIL = '';
});
beforeEach(async () => {
  // The shortest possible backoff is none.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  faults.clear();
  listFaults.clear();
  requests.length = 0;
  queues.purge();
  await freshTable();
});
afterAll(async () => {
  await replay.close();
  await queues.stop();
});

/** Ingests a researcher to the end, delivering every message this often, and returns the job. */
export async function ingest(orcid: string, deliveries = 1, scope: 'record' | 'changed_works' = 'record') {
  const { jobs } = await requestIngestion([orcid], requester, now, { scope });
  await drain(deliveries);
  const job = await getJob(String(jobs[0]?.job_id));
  if (!job) throw new Error('no job');
  return job;
}

/** Ingests researchers into an empty table, one after the other, each message delivered once. */
export const ingested = preparedOnce(async (...orcids: string[]) => {
  for (const orcid of orcids) await ingest(orcid);
});

export async function drain(deliveries = 1) {
  while (
    (await queues.deliver('researchers', readResearcher, deliveries)) +
    (await queues.deliver('works', storeWork, deliveries))
  );
  await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
}

/** The table without what differs from run to run: times, versions and random ids. */
export async function content(): Promise<string[]> {
  const volatile = new Set(['changed', 'version', 'body', 'attempts', 'expiresAtSeconds', 'refSk', 'id']);
  const items = (await allItems()).map((item: Item) => {
    const kept = Object.entries(withoutWitnesses(item)).filter(
      ([name]) => !volatile.has(name) && !name.endsWith('_at'),
    );
    return JSON.stringify(kept.sort())
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .replace(/\d{15}#/g, '<time>#');
  });
  return items.sort();
}

/** A journal's statements without the publication that was the first to make them. */
function withoutWitnesses(item: Item): Item {
  const { data } = IssnRecord.safeParse(item);
  if (!data) return item;
  const statements = data.statements.map(({ doi: _, since: __, ...said }) => JSON.stringify(said));
  return { ...item, statements: statements.sort() };
}

export interface RecordedWorks {
  group: { 'work-summary': { 'put-code': number }[] }[];
}

export async function recordedWorks(orcid: string): Promise<RecordedWorks> {
  const response = await fetch(`${replay.urls.orcid}/${orcid}/works`, { headers: { accept: 'application/json' } });
  return (await response.json()) as RecordedWorks;
}

export function answerWorks(orcid: string, works: RecordedWorks): void {
  const headers = { 'content-type': 'application/json' };
  faults.set(`/${orcid}/works`, { status: 200, headers, body: JSON.stringify(works) });
}

/** The number of publications in the list. */
export const publicationCount = async (): Promise<number> =>
  (await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB#')).length;
