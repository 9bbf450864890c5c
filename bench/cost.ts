import { join } from 'node:path';
import { deleteOrRestore } from '#src/curation/change-publications.ts';
import { patchPublication } from '#src/curation/edit-publication.ts';
import { refreshStale } from '#src/ingestion/refresh/refresh.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { pendingDois } from '#src/ingestion/store/job-items.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { publications } from '#src/lists/publications.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import {
  findPublication,
  getPublication,
  getPublications,
  savePublication,
} from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { job as worksJob } from '../lambdas/background/ingestion/ingest-work.ts';
import { syntheticPublication } from '../local/data/synthetic.ts';
import { startReplay } from '../local/sources/replay.ts';
import { startQueues, type TestQueues } from '../test/support/queues.ts';
import { type Units, unitsOf } from './shared/capacity.ts';
import { progress, runCommand } from './shared/command.ts';
import { sourceSettings } from './shared/sources.ts';
import { median } from './shared/statistics.ts';
import { withTable, writeListRows } from './shared/table.ts';

/** Prices of DynamoDB on demand since November 2024 (us-east-1, standard table class), in dollars per million units. */
const dollarsPerMillionReads = 0.125;
const dollarsPerMillionWrites = 0.625;

const changesPerSecond = 100;
/** The maximum of a bulk request. */
const curated = 500;
/** How far back a list reader looks for changes; see src/lists/load/collection.ts. */
const overlapSeconds = 10;
const researcher = '0009-9999-0000-0019';
const requester = { requestedBy: 'bench', workspace: 'primary_entity', requestId: 'bench' };

await runCommand({
  name: 'bench:cost',
  summary: 'Prints the DynamoDB capacity that the most frequent operations consume, and its price.',
  options: { rows: { defaultValue: 1000, describe: 'synthetic publications in the lists' } },
  run: ({ rows }) =>
    withTable(async () => {
      const operations = {
        ...(await measureLists(rows)),
        ...(await measureDetails(rows)),
        ...(await measureCuration(rows)),
        ...(await measureIngestion()),
      };
      return {
        rows: Object.entries(operations).map(([operation, units]) => ({
          operation,
          'read units': units.read,
          'write units': units.write,
          '$ a million': units.read * dollarsPerMillionReads + units.write * dollarsPerMillionWrites,
        })),
        facts: {
          '$ a million read units': dollarsPerMillionReads,
          '$ a million write units': dollarsPerMillionWrites,
        },
      };
    }),
});

type Operations = Record<string, Units>;

async function measureLists(rows: number): Promise<Operations> {
  progress('lists');
  const hourMs = 3_600_000;
  await writeListRows(rows, Date.now() - hourMs);
  const query = { page: 1, per_page: 20, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] } as const;
  const list = (stalenessMs: number) => unitsOf(() => publications.find(query, stalenessMs));
  const first = await list(hourMs);
  const fresh = await list(hourMs);
  const idle = await list(0);
  // All these changes are within the overlap of the next read.
  await writeListRows(changesPerSecond * overlapSeconds, Date.now() + hourMs);
  return {
    [`list, first of a process, ${rows} rows`]: first,
    'list, looked at within the staleness': fresh,
    'list, staleness 0, nothing changes': idle,
    [`list, staleness 0, ${changesPerSecond} rows a second change`]: await list(0),
  };
}

async function measureDetails(rows: number): Promise<Operations> {
  progress('details');
  const record = { ...syntheticPublication(0, rows), aliases: ['10.5555/bench.alias'] };
  await savePublication(record, undefined, []);
  return {
    'detail by DOI': await unitsOf(() => getPublication(record.doi)),
    'detail by alias': await unitsOf(() => getPublication('10.5555/bench.alias')),
  };
}

/** The work of curators: a list page, a detail, a patch, and a bulk edit. */
async function measureCuration(rows: number): Promise<Operations> {
  progress('curation');
  const records = Array.from({ length: curated }, (_, index) => syntheticPublication(index + 1, rows));
  await inParallel(records, 8, (record) => savePublication(record, undefined, []));
  const dois = records.map(({ doi }) => doi);
  const curator = { workspace: 'primary_entity', actor: 'user:bench@example.org', now: new Date() };
  const patch = (path: string, value: unknown) => () =>
    patchPublication(String(dois[0]), [{ op: 'add', path, value }], curator, {
      precondition: () => undefined,
      steward: undefined,
    });
  const readDetail = async (doi: string) => {
    const record = await findPublication(doi);
    await getPeople(record?.researchers.map(({ orcid }) => orcid) ?? []);
  };
  return {
    "records of a page of 20 of the curators' list": await unitsOf(() => getPublications(dois.slice(0, 20))),
    "records of a page of 100 of the curators' list": await unitsOf(() => getPublications(dois.slice(0, 100))),
    'detail for curators': await unitsOf(() => readDetail(String(dois[0]))),
    'patch of a title': await unitsOf(patch('/title', 'Edited')),
    'patch of the visibility': await unitsOf(patch('/visible', false)),
    'patch that changes nothing': await unitsOf(patch('/visible', false)),
    [`delete ${curated} publications`]: await unitsOf(() => deleteOrRestore(dois, 'delete', curator)),
  };
}

/** Ingests a researcher of the sample twice: first all works are new, then unchanged. */
async function measureIngestion(): Promise<Operations> {
  progress('ingestion');
  const queues = await startQueues();
  const replay = await startReplay({ dir: join(import.meta.dirname, '../local/sample') });
  try {
    // With the rate limits of a deployment, because counting requests costs writes.
    Object.assign(process.env, sourceSettings(replay.urls, 10));
    const first = await ingestOnce();
    const again = await ingestOnce();
    return {
      'POST /api/ingest, one researcher': first.request,
      'ingest a researcher, without the works': first.researcher,
      'ingest a work, new (median)': first.work,
      'ingest a work, unchanged (median)': again.work,
      ...(await measureRefresh(queues)),
    };
  } finally {
    await replay.close();
    await queues.stop();
  }
}

async function ingestOnce() {
  const { signal } = new AbortController();
  const delivery = { now: new Date(), receiveCount: 1, isLast: false, signal };
  let jobId = '';
  const request = await unitsOf(async () => {
    const { jobs } = await requestIngestion([researcher], requester, delivery.now);
    jobId = String(jobs[0]?.job_id);
  });
  const ofResearcher = await unitsOf(() => ingestResearcher(jobId, delivery));
  const works: Units[] = [];
  const dois = await pendingDois(jobId);
  const { batchSize } = worksJob.trigger;
  // Costs that a batch has once are shared by its publications.
  for (let from = 0; from < dois.length; from += batchSize) {
    const messages = dois.slice(from, from + batchSize).map((doi) => ({ jobId, doi }));
    const { read, write } = await unitsOf(async () => {
      await Promise.all(messages.map((message) => worksJob.handle(message, delivery)));
      await worksJob.complete?.(messages, delivery);
    });
    works.push({ read: read / messages.length, write: write / messages.length });
  }
  if (works.length === 0) throw new Error('The sample has no publication of the researcher');
  const work = { read: median(works.map(({ read }) => read)), write: median(works.map(({ write }) => write)) };
  return { request, researcher: ofResearcher, work };
}

/** Refreshes the ingested publications a week later: first unchanged, then with new counts, then with new records. */
async function measureRefresh(queues: TestQueues): Promise<Operations> {
  progress('refresh');
  // While there are messages, the refresh leaves Crossref to the ingestion.
  queues.purge();
  // Other measurements' items must not be refreshed.
  const curator = { workspace: 'primary_entity', actor: 'user:bench@example.org', now: new Date() };
  await deleteOrRestore([syntheticPublication(0, 1).doi], 'delete', curator);
  Object.assign(process.env, {
    REFRESH_FROM_HOUR: '0',
    REFRESH_HOURS: '24',
    REFRESH_PEOPLE_AFTER_DAYS: '1',
    REFRESH_PUBLICATIONS_AFTER_DAYS: '7',
    REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=1000 datacite=1000 openalex=1000',
  });
  const query = { equals: { orcid_id: researcher }, where: ['present'] } as const;
  const { rows } = await curatedPublications.find(
    { page: 1, per_page: 100, q: '', sort: 'title', dir: 'asc', ...query },
    0,
  );
  const dois = rows.map(({ doi }) => doi);
  const weekMs = 7 * 86_400_000;
  const refresh = async (week: number, changed: (record: PublicationRecord) => Partial<PublicationRecord>) => {
    const now = new Date(Date.now() + week * weekMs + 1);
    for (const record of (await getPublications(dois)).values()) {
      await savePublication({ ...record, ...changed(record), version: record.version + 1 }, record, []);
    }
    const { read, write } = await unitsOf(() => refreshStale(now, Date.now() + 600_000));
    const idle = await unitsOf(() => refreshStale(now, Date.now() + 600_000));
    return { read: (read - idle.read) / dois.length, write: (write - idle.write) / dois.length };
  };
  const counted = ({ enriched, enrichment }: PublicationRecord) => ({
    enriched: enriched && { ...enriched, cited_by_count: -1 },
    enrichment: enrichment && { ...enrichment, cited_by_count: -1 },
  });
  const longAgo = ({ original }: PublicationRecord) => ({
    original: { ...original, title: 'Before' },
    answer_hashes: {},
    last_fetched_at: 0,
  });
  return {
    'refresh a work, nothing new': await refresh(2, () => ({})),
    'refresh a work, other counts': await refresh(3, counted),
    'refresh a work, other record': await refresh(4, longAgo),
  };
}
