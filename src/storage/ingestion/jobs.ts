import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { EventType } from '../../domain/activity.ts';
import { conclusion, IngestionJob, isActive, WorkOutcome } from '../../domain/job.ts';
import { WorkSummary } from '../../domain/orcid-record.ts';
import type { LocalizedText } from '../../domain/values/bibliography.ts';
import { inParallel } from '../../runtime/in-parallel.ts';
import { log } from '../../runtime/log.ts';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { eventWrite } from '../activity.ts';
import { keys, prefixes, refs } from '../keys.ts';
import { getItem, prefixQuery, putIfAbsent, query, transact, updateExpression, type Write } from '../table.ts';

/** The retention of the outcome of each work. */
const workReportDays = 90;

/** A publication that a job still has to fetch: the DOIs of one group of an ORCID record, and its preferred summary. */
export const PendingWork = z.object({
  /** The DOI of the preferred summary. */
  doi: z.string(),
  aliases: z.array(z.string()),
  summary: WorkSummary,
});
export type PendingWork = z.output<typeof PendingWork>;

/** The outcome of a work. */
export const FinishedWork = z.object({ outcome: WorkOutcome, message: z.string().optional() });

/** The pointer from a person to their latest job. */
export const LatestJob = z.object({ job_id: z.string(), active: z.boolean() });

interface JobRequest {
  orcid: string;
  requestedBy: string;
  workspace: string;
  requestId: string;
}

/**
 * Creates a job with its event, or returns the researcher's active one. The pointer to the latest job is updated in the
 * same transaction, so there is at most one active job per researcher.
 */
export function requestJob(request: JobRequest, now: Date): Promise<{ job: IngestionJob; created: boolean }> {
  const job: IngestionJob = {
    job_id: randomUUID(),
    orcid_id: request.orcid,
    status: 'queued',
    created_at: now.getTime(),
    messages_sent_at: now.getTime(),
    started_at: null,
    finished_at: null,
    attempts: 0,
    counts: { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
    error_message: null,
    requested_by: request.requestedBy,
    workspace: request.workspace,
    request_id: request.requestId,
    planned: false,
  };
  return retryIfStale(`The latest job of ${request.orcid}`, async () => {
    const failed = await transact([
      {
        Put: {
          Item: { ...keys.latestJob(request.orcid), job_id: job.job_id, active: true },
          ConditionExpression: 'attribute_not_exists(pk) OR active = :no',
          ExpressionAttributeValues: { ':no': false },
        },
      },
      { Put: { Item: { ...keys.job(job.job_id), ...refs.activeJob(job.created_at, job.job_id), ...job } } },
      jobEvent(job, 'ingestion.requested', `Ingestion of ${job.orcid_id} was requested`, now, {
        request_id: job.request_id,
      }),
    ]);
    if (!failed) return { job, created: true };
    const active = await getJob(LatestJob.parse(failed.get(0)).job_id);
    // The active job may have ended between the two reads. Then retry.
    return active && isActive(active) ? { job: active, created: false } : stale;
  });
}

/** A job, or undefined. */
export async function getJob(jobId: string): Promise<IngestionJob | undefined> {
  const item = await getItem(keys.job(jobId));
  return item && IngestionJob.parse(item);
}

/** The latest job of a researcher, whether or not it is active; undefined if there was none. */
export async function latestJobOf(orcid: string): Promise<IngestionJob | undefined> {
  const item = await getItem(keys.latestJob(orcid));
  return item && getJob(LatestJob.parse(item).job_id);
}

/** Active jobs whose messages were last sent before a time, oldest first. */
export async function activeJobsSentBefore(before: Date): Promise<IngestionJob[]> {
  const jobs: IngestionJob[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk AND refSk < :before',
    ExpressionAttributeValues: { ':pk': refs.activeJobs, ':before': refs.activeJob(before.getTime(), '').refSk },
  });
  for await (const item of found) jobs.push(IngestionJob.parse(item));
  return jobs;
}

/**
 * Claims the resending of an active job's messages. False if another process has done so since the job was read, or the
 * job has ended.
 */
export async function claimResending(job: IngestionJob, now: Date): Promise<boolean> {
  const { ExpressionAttributeNames, ExpressionAttributeValues, UpdateExpression } = updateExpression(sentAt(job, now));
  const { messages_sent_at: readSentAt } = job;
  const isAsRead =
    readSentAt === undefined ? 'attribute_not_exists(#messages_sent_at)' : '#messages_sent_at = :readSentAt';
  const failed = await transact([
    {
      Update: {
        Key: keys.job(job.job_id),
        UpdateExpression,
        ConditionExpression: `${isAsRead} AND #status IN (:queued, :processing)`,
        ExpressionAttributeNames: { ...ExpressionAttributeNames, '#status': 'status' },
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':queued': 'queued',
          ':processing': 'processing',
          ':readSentAt': readSentAt,
        },
      },
    },
  ]);
  return !failed;
}

/** The fields of a job with the time when its messages were last sent. */
function sentAt({ job_id }: IngestionJob, now: Date) {
  return { messages_sent_at: now.getTime(), ...refs.activeJob(now.getTime(), job_id) };
}

/** Sets a job to processing and counts the attempt. Undefined if it is not active. */
export function beginJob(jobId: string, now: Date): Promise<IngestionJob | undefined> {
  return changeActiveJob<IngestionJob>(jobId, async (job) => {
    const changes = {
      status: 'processing' as const,
      started_at: job.started_at ?? now.getTime(),
      attempts: job.attempts + 1,
    };
    const started = jobEvent(job, 'ingestion.job.started', `Ingestion of ${job.orcid_id} has started`, now);
    const failed = await transact([updateJob(job, changes), ...(job.status === 'queued' ? [started] : [])]);
    return failed ? stale : { ...job, ...changes };
  });
}

/** Changes a job if it is active; otherwise undefined. */
function changeActiveJob<T>(
  jobId: string,
  change: (job: IngestionJob) => Promise<T | typeof stale | undefined>,
): Promise<T | undefined> {
  return retryIfStale(`The job ${jobId}`, async () => {
    const job = await getJob(jobId);
    return job && isActive(job) ? change(job) : undefined;
  });
}

/**
 * Adds publications to the job's list unless they are already on it, so that a second run after a crash does not change
 * it.
 */
export async function addPendingWorks(jobId: string, works: PendingWork[]): Promise<void> {
  await inParallel(works, 20, (work) => putIfAbsent({ ...keys.pendingWork(jobId, work.doi), ...work }));
}

/** Marks the job's list as complete; its messages are sent next. From now on the job finishes when the list is empty. */
export async function markPlanned(job: IngestionJob, now: Date): Promise<void> {
  // If it fails, another delivery has done it or the job has ended.
  await transact([updateJob(job, { planned: true, ...sentAt(job, now) })]);
}

/** The DOIs on a job's list that are not done. */
export async function pendingDois(jobId: string): Promise<string[]> {
  const dois: string[] = [];
  for await (const item of query(prefixQuery(keys.job(jobId).pk, prefixes.pendingWork))) {
    dois.push(PendingWork.parse(item).doi);
  }
  return dois;
}

/** A publication on a job's list, or undefined if it is done. */
export async function getPendingWork(jobId: string, doi: string): Promise<PendingWork | undefined> {
  const item = await getItem(keys.pendingWork(jobId, doi));
  return item && PendingWork.parse(item);
}

/**
 * The writes that remove a publication from the list and record its outcome, for the transaction that stores it. The
 * first one fails if it is already done, so that a message delivered twice counts once.
 */
export function finishWork(
  job: IngestionJob,
  work: PendingWork,
  outcome: { outcome: WorkOutcome; message?: string },
  now: Date,
): Write[] {
  return [
    { Delete: { Key: keys.pendingWork(job.job_id, work.doi), ConditionExpression: 'attribute_exists(pk)' } },
    { Put: { Item: workReport(job, work.doi, { title: work.summary.title, ...outcome }, now) } },
    ...(outcome.outcome === 'failed'
      ? [
          jobEvent(job, 'ingestion.work.failed', `${work.doi} could not be fetched: ${outcome.message}`, now, {
            doi: work.doi,
            orcid: job.orcid_id,
          }),
        ]
      : []),
  ];
}

/**
 * The write that records the outcome of a work without a DOI, for the transaction that stores the work. It fails if this
 * job has already reported the work.
 */
export function reportWork(
  job: IngestionJob,
  workId: string,
  report: { title: LocalizedText | null; outcome: WorkOutcome },
  now: Date,
): Write {
  return { Put: { Item: workReport(job, workId, report, now), ConditionExpression: 'attribute_not_exists(pk)' } };
}

function workReport(job: IngestionJob, id: string, report: object, now: Date) {
  const expiresAtSeconds = Math.floor(now.getTime() / 1000) + workReportDays * 86_400;
  return { ...keys.finishedWork(job.job_id, id), ...report, expiresAtSeconds };
}

/** Finishes a job whose list is complete and empty, with counts and event. Does nothing otherwise. */
export async function finishJobIfDone(jobId: string, now: Date): Promise<void> {
  await changeActiveJob<true>(jobId, async (job) => {
    if (!job.planned) return undefined;
    for await (const _ of query({ ...prefixQuery(keys.job(jobId).pk, prefixes.pendingWork), Limit: 1 }))
      return undefined;
    const outcomes: WorkOutcome[] = [];
    const reasons: Record<string, number> = {};
    for await (const item of query(prefixQuery(keys.job(jobId).pk, prefixes.finishedWork))) {
      const { outcome, message } = FinishedWork.parse(item);
      outcomes.push(outcome);
      if (outcome === 'failed' && message) reasons[message] = (reasons[message] ?? 0) + 1;
    }
    const { status, counts } = conclusion(outcomes);
    const message =
      status === 'completed'
        ? `Ingestion of ${job.orcid_id} is complete: ${counts.found} works`
        : `Ingestion of ${job.orcid_id} is complete except for ${counts.failed} of ${counts.found} works`;
    const ended = await endJob(job, { status, counts }, message, now);
    if (ended === true) logEnd(job, message, status === 'completed' ? { status, counts } : { status, counts, reasons });
    return ended;
  });
}

/** Ends an active job as failed, with a reason for users. False if it was not active. */
export async function failJob(jobId: string, reason: string, now: Date): Promise<boolean> {
  const failed = await changeActiveJob<true>(jobId, async (job) => {
    const ended = await endJob(job, { status: 'failed', error_message: reason }, reason, now);
    if (ended === true) logEnd(job, `Ingestion of ${job.orcid_id} failed: ${reason}`, { status: 'failed' });
    return ended;
  });
  return failed === true;
}

/** Logs the end of a job. */
function logEnd(
  { job_id, orcid_id }: IngestionJob,
  message: string,
  fields: Pick<IngestionJob, 'status'> & Record<string, unknown>,
): void {
  log(fields.status === 'completed' ? 'info' : 'warn', message, { jobId: job_id, orcid: orcid_id, ...fields });
}

/** Writes the final state; `stale` if the job has changed since it was read. */
async function endJob(
  job: IngestionJob,
  final: Pick<IngestionJob, 'status'> & Partial<Pick<IngestionJob, 'counts' | 'error_message'>>,
  message: string,
  now: Date,
): Promise<true | typeof stale> {
  const type = `ingestion.job.${final.status}` as EventType;
  const failed = await transact([
    updateJob(job, { ...final, finished_at: now.getTime(), refPk: undefined, refSk: undefined }),
    {
      Update: {
        Key: keys.latestJob(job.orcid_id),
        UpdateExpression: 'SET active = :no',
        ConditionExpression: 'job_id = :job',
        ExpressionAttributeValues: { ':no': false, ':job': job.job_id },
      },
    },
    jobEvent(job, type, message, now, final.counts),
  ]);
  return failed ? stale : true;
}

/** The write of a change, on the condition that the job is unchanged since it was read. */
function updateJob(job: IngestionJob, values: Record<string, unknown>): Write {
  const { ExpressionAttributeNames, ExpressionAttributeValues, UpdateExpression } = updateExpression(values);
  return {
    Update: {
      Key: keys.job(job.job_id),
      UpdateExpression,
      ConditionExpression: '#status = :readStatus AND attempts = :readAttempts AND planned = :readPlanned',
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#status': 'status' },
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':readStatus': job.status,
        ':readAttempts': job.attempts,
        ':readPlanned': job.planned,
      },
    },
  };
}

function jobEvent(job: IngestionJob, type: EventType, message: string, now: Date, metadata?: Record<string, unknown>) {
  const { workspace, requested_by: actor, job_id: resource } = job;
  return eventWrite({ type, workspace, actor, message, resource, ...(metadata && { metadata }) }, now);
}
