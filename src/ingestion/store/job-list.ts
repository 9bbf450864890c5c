import * as z from 'zod';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import { endOfMonthBefore, type MonthQuery, newestFirst } from '#src/logbook/monthly-log.ts';
import { outdatedRows } from '#src/records/store/list-rows.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import type { RewriteResult } from '#src/table/rewrite.ts';
import { getItem, getItems, type Page, query, transact, type Write } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { IngestionJob, type JobStatus } from '../domain/job.ts';

/** No version of the service, and thus no job, is older. */
const firstJobMs = Date.UTC(2026, 0, 1);
/** The tolerated clock skew: the newest job may be in the future. */
const clockSkewMs = 60_000;
/** Greater than any shape number: all rows of a list count as older. */
const anyShape = Number.MAX_SAFE_INTEGER;

/** The version of the rows of jobs. Raise it to have all rows rewritten. */
export const jobRowShape = 1;

/** The row of a job in the list of all jobs: the fields that the list filters by. The rest is read from the job. */
export const JobRow = z.object({
  job_id: z.string(),
  orcid_id: z.string(),
  status: IngestionJob.shape.status,
  /** Missing in rows of jobs that are not dismissed, and in those of older versions. */
  dismissed: z.boolean().default(false),
});

/** The pointer from a person to their latest job. */
export const LatestJob = z.object({ job_id: z.string(), active: z.boolean() });

/** The write of a job's row, for the transaction that creates the job or changes its status. */
export function putJobRow({ job_id, orcid_id, status, created_at, dismissed_at }: IngestionJob): Write {
  const dismissed = dismissed_at !== null && { dismissed: true };
  return { Put: { Item: { ...keys.jobRow(created_at, job_id), job_id, orcid_id, status, ...dismissed } } };
}

/** Selects jobs. No statuses, and null, select any. */
export interface JobFilter {
  statuses: readonly JobStatus[];
  orcid: string | null;
  dismissed?: boolean | null;
}

/** A page of the selected jobs, newest first. */
export async function listJobs(
  filter: JobFilter,
  page: { offset: number; limit: number },
  now: Date,
): Promise<{ jobs: IngestionJob[]; total: number }> {
  const months = monthsBefore(now, (ms) => keys.jobMonth(ms)).map((month) => selecting(month, filter));
  const { items: rows, total } = await newestFirst(months, page, (item) => JobRow.parse(item));
  const jobs = new Map((await getJobs(rows.map(({ job_id }) => job_id))).map((job) => [job.job_id, job]));
  return { jobs: rows.flatMap(({ job_id }) => jobs.get(job_id) ?? []), total };
}

/** The rows of all jobs, newest first. */
export async function allJobRows(now: Date): Promise<z.output<typeof JobRow>[]> {
  const rows: z.output<typeof JobRow>[] = [];
  for (const month of monthsBefore(now, (ms) => keys.jobMonth(ms))) {
    for await (const item of query(month)) rows.push(JobRow.parse(item));
  }
  return rows;
}

/** The existing jobs with these ids, unordered. */
export async function getJobs(jobIds: string[]): Promise<IngestionJob[]> {
  return (await getItems(jobIds.map(keys.job))).map((item) => IngestionJob.parse(item));
}

/** The latest job of each researcher who has one, unordered. */
export async function latestJobs(orcids: string[]): Promise<IngestionJob[]> {
  return getJobs(await latestJobIds(orcids));
}

/** The ids of the latest jobs of researchers, unordered. */
export async function latestJobIds(orcids: string[]): Promise<string[]> {
  return (await getItems(orcids.map(keys.latestJob))).map((item) => LatestJob.parse(item).job_id);
}

/** The queries of all months up to now, newest first, with strong consistency. */
function monthsBefore(now: Date, partition: (ms: number) => string): MonthQuery[] {
  const months: MonthQuery[] = [];
  for (let ms = now.getTime() + clockSkewMs; ms >= firstJobMs; ms = endOfMonthBefore(ms)) {
    months.push({
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition(ms) },
    });
  }
  return months;
}

function selecting(month: MonthQuery, { statuses, orcid, dismissed = null }: JobFilter): MonthQuery {
  const names = statuses.map((_, index) => `:status${index}`);
  const conditions = [
    statuses.length > 0 && `#status IN (${names.join(', ')})`,
    orcid !== null && 'orcid_id = :orcid',
    dismissed !== null && `${dismissed ? 'attribute_exists' : 'attribute_not_exists'}(dismissed)`,
  ].filter(Boolean);
  if (conditions.length === 0) return month;
  return {
    ...month,
    FilterExpression: conditions.join(' AND '),
    ...(statuses.length > 0 && { ExpressionAttributeNames: { '#status': 'status' } }),
    ExpressionAttributeValues: {
      ...month.ExpressionAttributeValues,
      ...Object.fromEntries(statuses.map((status, index) => [`:status${index}`, status])),
      ...(orcid !== null && { ':orcid': orcid }),
    },
  };
}

/** The condition that a job is not dismissed. `:none` is null. */
export const isNotDismissed = '(attribute_not_exists(dismissed_at) OR dismissed_at = :none)';

/** Writes the row of a job if it is missing or says something else, and reports which. */
export function rewriteJobRow(jobId: string): Promise<RewriteResult> {
  return retryIfStale(`The job ${jobId}`, async () => {
    const [job] = await getJobs([jobId]);
    if (!job) return 'gone';
    const item = await getItem(keys.jobRow(job.created_at, jobId));
    const isDismissed = job.dismissed_at !== null;
    const row = JobRow.optional().parse(item);
    if (row?.status === job.status && row.dismissed === isDismissed) return 'current';
    const failed = await transact([
      putJobRow(job),
      {
        ConditionCheck: {
          Key: keys.job(jobId),
          ConditionExpression: `#status = :read AND ${isDismissed ? 'dismissed_at <> :none' : isNotDismissed}`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':read': job.status, ':none': null },
        },
      },
    ]);
    return failed ? stale : 'rewritten';
  });
}

/** The latest jobs of some people of a list shard, for jobs without a row, which only people lead to. */
export async function latestJobIdsOfShard(shard: number, after: string | undefined): Promise<Page<string>> {
  const { items, next } = await outdatedRows('PERSON', shard, anyShape, after);
  return { items: await latestJobIds(items), next };
}

/**
 * The jobs requested in one month, from the activity log, for jobs without a row. Versions without rows had one
 * workspace that could request jobs. The position is a time in the next month to read.
 */
export async function requestedJobIds(after: string | undefined): Promise<Page<string>> {
  const requested: ActivityType = 'ingestion.requested';
  const before = after === undefined ? new Date() : new Date(Number(after));
  const months = monthsBefore(before, (ms) => keys.activityMonth(defaultWorkspace, ms));
  for (const [index, month] of months.entries()) {
    const items: string[] = [];
    const found = query({
      ...month,
      FilterExpression: 'event_type = :requested',
      ExpressionAttributeValues: { ...month.ExpressionAttributeValues, ':requested': requested },
      ProjectionExpression: 'resource_id',
    });
    for await (const { resource_id } of found) items.push(String(resource_id));
    if (items.length === 0) continue;
    let ms = before.getTime() + clockSkewMs;
    for (let step = 0; step <= index; step++) ms = endOfMonthBefore(ms);
    return { items, next: ms < firstJobMs ? undefined : String(ms - clockSkewMs) };
  }
  return { items: [], next: undefined };
}
