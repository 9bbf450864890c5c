import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { cpuSecondsBelow, cpuSecondsOf } from '../shared/processes.ts';

/** The ORCID records that a checkout is to ingest, and how its sources are reached. */
export interface SideSettings {
  sourceUrls: Record<string, string>;
  /** The first one is not measured: it loads everything. */
  orcids: string[];
  /** Whether to return the stored items. */
  isWholeTable: boolean;
}

/** The times and calls of one part of an ingestion. */
export interface Phase {
  phase: 'new' | 'compared later' | 'unchanged';
  publications: number;
  functionsMs: number;
  engineMs: number;
  calls: number;
}

export interface SideResult {
  phases: Phase[];
  items: Record<string, unknown>[];
}

// Runs as a process of its own, with the path of a checkout and the settings, and prints the result as JSON. All code that
// stores anything is the checkout's.

const [checkout = '', text = ''] = process.argv.slice(2);
const settings = JSON.parse(text) as SideSettings;
/** Older checkouts have some files elsewhere. */
const load = (...places: string[]) =>
  import(join(checkout, places.find((path) => existsSync(join(checkout, path))) ?? ''));

const { withTable } = (await load('bench/shared/table.ts')) as typeof import('../shared/table.ts');
const { startQueues } = (await load('test/support/queues.ts')) as typeof import('../../test/support/queues.ts');
const { requestIngestion } = (await load('src/ingestion/request.ts')) as typeof import('#src/ingestion/request.ts');
const { pendingDois } = (await load(
  'src/ingestion/store/job-items.ts',
  'src/ingestion/storage/job-works.ts',
)) as typeof import('#src/ingestion/store/job-items.ts');
const { getJob } = (await load(
  'src/ingestion/store/jobs.ts',
  'src/ingestion/storage/jobs.ts',
)) as typeof import('#src/ingestion/store/jobs.ts');
const { db } = (await load('src/table/table.ts', 'src/storage/table.ts')) as typeof import('#src/table/table.ts');
const { inParallel } = (await load('src/runtime/in-parallel.ts')) as typeof import('#src/runtime/in-parallel.ts');
const { allItems } = (await load('test/support/table.ts')) as typeof import('../../test/support/table.ts');
const compression = (await load(
  'src/records/publications/store/compressed.ts',
  'src/storage/publications/compressed.ts',
)) as typeof import('#src/records/publications/store/compressed.ts');
const citations = (await load(
  'src/records/publications/store/packed-citation.ts',
  'src/storage/publications/packed-citation.ts',
)) as typeof import('#src/records/publications/store/packed-citation.ts');
const researchers = (await load(
  'lambdas/background/ingestion/ingest-researcher.ts',
)) as typeof import('../../lambdas/background/ingestion/ingest-researcher.ts');
const works = (await load(
  'lambdas/background/ingestion/ingest-work.ts',
)) as typeof import('../../lambdas/background/ingestion/ingest-work.ts');
const relate = (await load(
  'lambdas/background/relate-publications.ts',
)) as typeof import('../../lambdas/background/relate-publications.ts');

// The result is the only output.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
let calls = 0;
db.middlewareStack.add(
  (next) => (args) => {
    calls += 1;
    return next(args);
  },
  { step: 'initialize', name: 'countCalls' },
);

const record = (body: object): SQSRecord => ({
  messageId: JSON.stringify(body),
  receiptHandle: 'receipt',
  body: JSON.stringify(body),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 'bench',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:bench',
  awsRegion: 'us-east-1',
});

async function deliver(handler: (event: SQSEvent) => Promise<SQSBatchResponse>, messages: object[]): Promise<void> {
  const { batchItemFailures } = await handler({ Records: messages.map(record) });
  if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} messages failed`);
}

/** Ingests a researcher in the batches of a deployment, as many at once as there. Returns the number of publications. */
async function ingest(orcid: string): Promise<number> {
  const requester = { requestedBy: 'bench', workspace: 'primary_entity', requestId: 'bench' };
  const { jobs } = await requestIngestion([orcid], requester, new Date());
  const jobId = String(jobs[0]?.job_id);
  await deliver(researchers.handler, [{ jobId }]);
  const dois = await pendingDois(jobId);
  const { batchSize, maxConcurrency } = works.job.trigger;
  const starts = Array.from({ length: Math.ceil(dois.length / batchSize) }, (_, n) => n * batchSize);
  await inParallel(starts, maxConcurrency, (start) =>
    deliver(
      works.handler,
      dois.slice(start, start + batchSize).map((doi) => ({ jobId, doi })),
    ),
  );
  const job = await getJob(jobId);
  if (job?.status !== 'completed') throw new Error(`The job of ${orcid} is ${job?.status}`);
  return dois.length;
}

const hourMs = 3_600_000;
const compareLater = () => relate.job.handle({ now: new Date(Date.now() + hourMs) });

async function measured(phase: Phase['phase'], run: () => Promise<number>): Promise<Phase> {
  const all = () => cpuSecondsOf(process.pid) + cpuSecondsBelow(process.pid);
  const [before, own] = [all(), process.cpuUsage()];
  calls = 0;
  const publications = await run();
  const { user, system } = process.cpuUsage(own);
  const functionsMs = (user + system) / 1000;
  return { phase, publications, functionsMs, engineMs: (all() - before) * 1000 - functionsMs, calls };
}

const result = await withTable(async (): Promise<SideResult> => {
  const queues = await startQueues();
  for (const [source, url] of Object.entries(settings.sourceUrls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  Object.assign(process.env, { OPENALEX_REQUESTS_PER_DAY: '0', SOURCES_CONTACT_EMAIL: '' });
  const [first = '', ...others] = settings.orcids;
  const ingestAll = async () => {
    let publications = 0;
    for (const orcid of others) publications += await ingest(orcid);
    return publications;
  };
  await ingest(first);
  await compareLater();
  const phases = [
    await measured('new', ingestAll),
    await measured('compared later', async () => compareLater().then(() => 0)),
    await measured('unchanged', ingestAll),
  ];
  const items = settings.isWholeTable ? await allItems() : [];
  await queues.stop();
  return { phases, items: items.map(readable) };
});

function readable(item: Record<string, unknown>): Record<string, unknown> {
  const { body, citation } = item;
  return {
    ...item,
    ...(body instanceof Uint8Array && { body: decompressed(body) }),
    ...(citation instanceof Uint8Array && { citation: citations.unpackCitation(citation) }),
  };
}

function decompressed(body: Uint8Array): unknown {
  try {
    return compression.decompress(body);
  } catch {
    return Buffer.from(body).toString('base64');
  }
}

print(JSON.stringify(result), () => process.exit(0));
