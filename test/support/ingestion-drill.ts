import { DynamoDBDocumentClient, paginateQuery, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { conclusion, IngestionJob } from '#src/ingestion/domain/job.ts';
import { FinishedItem } from '#src/ingestion/store/job-items.ts';
import { latestJobs } from '#src/ingestion/store/job-list.ts';
import { activeJobsSentBefore } from '#src/ingestion/store/jobs.ts';
import { pagesOfTable } from '#src/operations/recovery/whole-table.ts';
import { authorsOf, PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { PublicationItem } from '#src/records/publications/store/items.ts';
import { partitions } from '#src/table/keys.ts';
import type { Item } from '#src/table/table.ts';
import type { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { waitFor } from './cloud.ts';
import { isSyntheticDoi, type KnownPublication, type SyntheticSources } from './synthetic-sources.ts';

const hourMs = 3_600_000;
/** Jobs wait for a source until its daily quota returns, at most. */
const longestWaitMs = 48 * hourMs;
/** Rare enough not to slow down the ingestion. */
const pollMs = 500;
const mostRounds = 12;
/** If the queues are empty for this many polls, messages of active jobs were lost. */
const pollsUntilLost = 10;
/** A function may be killed or not start: the client retries. */
const mostAttempts = 60;
const betweenAttemptsMs = 1_000;
/** OpenAlex is retried for a week: in steps of two hours, at most this many. */
const mostEnrichmentRuns = 80;
const orcidsOfRequest = 100;

export interface DrillResult {
  /** Jobs by their final status, in each round of requests. */
  rounds: Record<string, number>[];
  /** Publications that were stored without OpenAlex and enriched later. */
  enrichedLater: number;
  enrichmentRuns: number;
  checked: { jobs: number; reports: number; publications: number; works: number };
}

interface Settings {
  clock: Clock;
  /** The longest duration of a round. */
  roundMs: number;
  progress?: (step: string) => void;
}

/**
 * Ingests all records of synthetic sources that fail, through the routes, queues and functions of a laptop cloud, and
 * retries until nothing fails. Checks after each round that jobs report what is in the table, and at the end that the
 * table has exactly the sources' data, besides other publications. Throws an Error that lists the faults. The
 * environment must name the cloud's table.
 */
export async function drillIngestion(
  cloud: Cloud,
  sources: SyntheticSources,
  settings: Settings,
): Promise<DrillResult> {
  await requestIngestion(cloud, sources.orcids);
  return finishIngestion(cloud, sources, settings);
}

/** The second part of the drill: everything after the first requests. */
export async function finishIngestion(
  cloud: Cloud,
  sources: SyntheticSources,
  { clock, roundMs, progress = () => {} }: Settings,
): Promise<DrillResult> {
  const rounds: DrillResult['rounds'] = [];
  for (;;) {
    await waitFor('the end of all jobs', allEnded(cloud, clock), roundMs, pollMs);
    const jobs = await patiently(() => latestJobs(sources.orcids));
    const statuses = Map.groupBy(jobs, ({ status }) => status);
    rounds.push(Object.fromEntries([...statuses].map(([status, { length }]) => [status, length])));
    progress(`round ${rounds.length}: ${JSON.stringify(rounds.at(-1))}`);
    refuse(falseReports(await readTable(cloud), sources));
    const unfinished = jobs.filter(({ status }) => status !== 'completed');
    if (unfinished.length === 0) break;
    if (rounds.length === mostRounds)
      throw new Error(`${unfinished.length} jobs still fail after ${mostRounds} rounds`);
    for (const { job_id } of unfinished) await retry(cloud, job_id);
  }
  const enrichedLater = await pendingEnrichments(cloud);
  let enrichmentRuns = 0;
  for (let pending = enrichedLater; pending > 0; enrichmentRuns++) {
    if (enrichmentRuns === mostEnrichmentRuns) throw new Error('Publications are still without their enrichment');
    clock.advance(2 * hourMs);
    await cloud.runSchedule('RetryEnrichments');
    pending = await pendingEnrichments(cloud);
    progress(`${pending} enrichments are pending`);
  }
  const table = await readTable(cloud);
  refuse([...falseReports(table, sources), ...differences(table, sources), ...messagesLeft(cloud)]);
  const reports = table.jobs.reduce((sum, one) => sum + one.reports.size, 0);
  const { publications, works } = table;
  return {
    rounds,
    enrichedLater,
    enrichmentRuns,
    checked: { jobs: table.jobs.length, reports, publications: publications.size, works: works.length },
  };
}

/** The first part of the drill: requests the ingestion of all records. */
export async function requestIngestion(cloud: Cloud, orcids: string[]): Promise<void> {
  for (let start = 0; start < orcids.length; start += orcidsOfRequest) {
    await post(`${cloud.baseUrl}/api/ingest`, {
      headers: { 'content-type': 'application/json', 'x-api-key': cloud.stack.api_keys.full },
      body: JSON.stringify({ orcid_ids: orcids.slice(start, start + orcidsOfRequest) }),
    });
  }
}

async function retry(cloud: Cloud, jobId: string): Promise<void> {
  const { workspace_admin } = cloud.stack.dashboard_tokens;
  const headers = { authorization: `Bearer ${workspace_admin}` };
  await post(`${cloud.dashboardUrl}/api/ingest/jobs/${jobId}/retry`, { headers });
}

/** Sends a request until it is accepted. After an attempt that may have succeeded, a conflict means that it did. */
async function post(url: string, request: RequestInit): Promise<void> {
  let mayBeDone = false;
  for (let attempts = 1; ; attempts++) {
    const { status } = await fetch(url, { ...request, method: 'POST' });
    if (status === 202 || (mayBeDone && status === 409)) return;
    if ((status < 500 && status !== 429) || attempts === mostAttempts)
      throw new Error(`POST ${url} answered ${status}`);
    mayBeDone = true;
    await new Promise((resolve) => setTimeout(resolve, betweenAttemptsMs));
  }
}

/**
 * Whether no job is active or waits for a source. Resends messages that were lost with a killed function, or that wait, like
 * the hourly job.
 */
function allEnded(cloud: Cloud, clock: Clock): () => Promise<boolean> {
  let emptyPolls = 0;
  return async () => {
    const active = await patiently(() => activeJobsSentBefore(new Date(clock.now() + longestWaitMs)));
    if (active.length === 0) return true;
    emptyPolls = messagesLeft(cloud).length === 0 ? emptyPolls + 1 : 0;
    if (emptyPolls === pollsUntilLost) {
      emptyPolls = 0;
      clock.advance(hourMs);
      await cloud.runSchedule('ResumeJobs');
    }
    return false;
  };
}

/** Retries a read if the engine exceeds a function's timeout, because this machine may be busy. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await read();
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError' || attempts === mostAttempts) throw error;
    }
  }
}

interface JobInTable {
  job: IngestionJob;
  /** By DOI or id of a work. */
  reports: Map<string, FinishedItem>;
  pending: number;
  events: string[];
}

interface Table {
  publications: Map<string, PublicationRecord>;
  /** DOIs, with repetitions. */
  rows: string[];
  works: Item[];
  workRows: number;
  pendingEnrichments: Set<string>;
  jobs: JobInTable[];
}

/** The whole table. For a page of a large table, the engine may take longer than functions wait. */
export async function scan({ dynamodbEndpoint, tableName: TableName }: Cloud): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(localClient(dynamodbEndpoint));
  const items: Item[] = [];
  const pages = pagesOfTable<Item>((part) => client.send(new ScanCommand({ TableName, ...part })));
  for await (const page of pages) items.push(...page);
  client.destroy();
  return items;
}

async function pendingEnrichments({ dynamodbEndpoint, tableName }: Cloud): Promise<number> {
  const client = DynamoDBDocumentClient.from(localClient(dynamodbEndpoint));
  const query = {
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitions.enrichments },
    Select: 'COUNT' as const,
  };
  let count = 0;
  for await (const page of paginateQuery({ client }, query)) count += page.Count ?? 0;
  client.destroy();
  return count;
}

/** The parts of the table that the drill writes. There may be other publications. */
async function readTable(cloud: Cloud): Promise<Table> {
  const items = await scan(cloud);
  const ofDrill = items.filter(({ pk, sk }) => !isOther(String(pk), String(sk)));
  const of = (pk: string, sk = '') =>
    ofDrill.filter((item) => String(item.pk).startsWith(pk) && String(item.sk).startsWith(sk));
  const stored = of('PUB#', 'RECORD').map((item) => PublicationItem.parse(item));
  const events = Map.groupBy(of('ACTIVITY#'), ({ resource_id }) => String(resource_id));
  const ofJobs = Map.groupBy(of('JOB#'), ({ pk }) => String(pk));
  return {
    publications: new Map(
      stored.flatMap((item) => {
        if (item.kind !== 'publication') return [];
        const record = PublicationRecord.parse(decompress(item.body));
        return [[record.doi, record] as const];
      }),
    ),
    rows: of('LIST#PUB#', '10.').map(({ sk }) => String(sk)),
    works: of('WORK#', 'RECORD'),
    workRows: of('LIST#WORK#').filter(({ orcid }) => orcid !== undefined).length,
    pendingEnrichments: new Set(of('ENRICHMENT').map(({ doi }) => String(doi))),
    jobs: [...ofJobs.values()].map((own): JobInTable => {
      const job = IngestionJob.parse(own.find(({ sk }) => sk === 'RECORD'));
      const reports = own.filter(({ sk }) => String(sk).startsWith('WORK#'));
      return {
        job,
        reports: new Map(reports.map((item) => [String(item.sk).slice('WORK#'.length), FinishedItem.parse(item)])),
        pending: own.filter(({ sk }) => String(sk).startsWith('PENDING#')).length,
        events: (events.get(job.job_id) ?? []).map(({ event_type }) => String(event_type)),
      };
    }),
  };
}

/** Whether an item belongs to a publication that existed before. */
const isOther = (pk: string, sk: string) =>
  (pk.startsWith('PUB#') && !isSyntheticDoi(pk)) ||
  (pk.startsWith('LIST#PUB#') && sk.startsWith('10.') && !isSyntheticDoi(sk));

/** The false reports of ended jobs. */
function falseReports({ jobs, publications, pendingEnrichments }: Table, { publications: known }: SyntheticSources) {
  const problems: string[] = [];
  const created = new Map<string, number>();
  const succeeded = new Set<string>();
  for (const { job, reports, pending, events } of jobs) {
    const says = (fault: string) => problems.push(`job ${job.job_id} (${job.status}): ${fault}`);
    const { status, counts } = conclusion([...reports.values()].map(({ outcome }) => outcome));
    if (JSON.stringify(counts) !== JSON.stringify(job.counts))
      says(`counts ${JSON.stringify(job.counts)}, not ${JSON.stringify(counts)}`);
    if (job.status !== 'failed' && job.status !== status) says(`its works say ${status}`);
    if (job.status === 'failed' && !job.error_message) says('gives no reason');
    if (job.status !== 'failed' && pending > 0) says(`${pending} works are still to be fetched`);
    const ends = events.filter((type) => /^ingestion\.job\.(completed|partial_failure|failed)$/.test(type));
    if (ends.length !== 1 || ends[0] !== `ingestion.job.${job.status}`)
      says(`its end was reported as ${ends.join(', ') || 'nothing'}`);
    const failures = events.filter((type) => type === 'ingestion.work.failed').length;
    if (failures !== counts.failed) says(`${failures} events of failed works, not ${counts.failed}`);
    for (const [id, { outcome, message }] of reports) {
      if (outcome === 'failed' && !message) says(`${id} failed without a reason`);
      if (outcome === 'created') created.set(id, (created.get(id) ?? 0) + 1);
      if (outcome === 'failed' || !known.has(id)) continue;
      succeeded.add(id);
      const isLinked = publications.get(id)?.researchers.some(({ orcid }) => orcid === job.orcid_id);
      if (!isLinked) says(`${id} is ${outcome}, but not stored with its researcher`);
    }
  }
  for (const [id, times] of created) if (times > 1) problems.push(`${id} was created ${times} times`);
  for (const [doi, { enrichment_pending_since }] of publications) {
    if (!succeeded.has(doi)) problems.push(`${doi} is stored, but every job says that it failed`);
    if (!created.has(doi)) problems.push(`${doi} is stored, but no job has created it`);
    // If another job has enriched the publication, its entry is removed when it is due.
    const isForgotten = enrichment_pending_since !== null && !pendingEnrichments.has(doi);
    if (isForgotten) problems.push(`${doi} waits for its enrichment, and nobody will ask for it`);
  }
  return problems;
}

/** The differences between the table and the sources. */
function differences({ publications, rows, works, workRows }: Table, sources: SyntheticSources): string[] {
  const problems: string[] = [];
  for (const [doi, known] of sources.publications) {
    const record = publications.get(doi);
    if (!record) problems.push(`${doi} is lost`);
    else problems.push(...wrongFields(record, known));
  }
  for (const doi of publications.keys()) if (!sources.publications.has(doi)) problems.push(`${doi} does not exist`);
  const listed = new Set(rows);
  if (rows.length !== listed.size) problems.push(`${rows.length - listed.size} list rows are doubled`);
  for (const doi of publications.keys()) if (!listed.has(doi)) problems.push(`${doi} has no list row`);
  for (const doi of listed) if (!publications.has(doi)) problems.push(`${doi} has a list row and no record`);
  const expectedWorks = sources.orcids.length * sources.worksPerRecord;
  if (works.length !== expectedWorks || workRows !== expectedWorks) {
    problems.push(`${works.length} works without a DOI with ${workRows} rows, not ${expectedWorks}`);
  }
  return problems;
}

function wrongFields(record: PublicationRecord, known: KnownPublication): string[] {
  const { title, cited_by_count } = shownPublication(record);
  const found = {
    title,
    source: record.source,
    orcids: record.researchers.map(({ orcid }) => orcid).sort(),
    // A publication unknown to agencies has ORCID's contributors, unless ORCID failed.
    authors: known.source === 'orcid' ? null : authorsOf(record).length,
    cited_by_count,
    isPending: record.enrichment_pending_since !== null,
  };
  const expected = {
    title: known.title,
    source: known.source,
    orcids: known.orcids,
    authors: known.source === 'orcid' ? null : known.orcids.length,
    cited_by_count: known.cited_by_count,
    isPending: false,
  };
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${known.doi} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

function messagesLeft({ queues }: Cloud): string[] {
  return queues.names().flatMap((name) => {
    const { ready, delayed, inFlight } = queues.byName(name).inspect();
    const left = ready.length + delayed.length + inFlight.length;
    return left > 0 ? [`${left} messages are left in ${name}`] : [];
  });
}

function refuse(problems: string[]): void {
  if (problems.length === 0) return;
  throw new Error(`${problems.length} things do not hold:\n${problems.slice(0, 20).join('\n')}`);
}
