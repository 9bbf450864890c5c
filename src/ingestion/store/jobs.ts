import { auditWrites } from '#src/logbook/audit.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { env } from '#src/runtime/env.ts';
import { log, metricFields } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, refs } from '#src/table/keys.ts';
import { getItem, queryAll, transact, updateExpression, type Write } from '#src/table/table.ts';
import { type SourceName, sources } from '#src/vocabulary/sources/declarations.ts';
import { pauseText, type SourcePause } from '#src/vocabulary/sources/pause.ts';
import { conclusion, IngestionJob, isActive } from '../domain/job.ts';
import { replacedFailures } from './dismissals.ts';
import { jobEvent } from './job-events.ts';
import { finishedItems, hasPendingItem } from './job-items.ts';
import { putJobRow } from './job-list.ts';

/** A job, or undefined. */
export async function getJob(jobId: string): Promise<IngestionJob | undefined> {
  const item = await getItem(keys.job(jobId));
  return item && IngestionJob.parse(item);
}

/** Active jobs whose messages were last sent before a time, oldest first. `read` throws if a job cannot be read. */
export async function activeJobsSentBefore(before: Date): Promise<{ id: string; read: () => IngestionJob }[]> {
  const found = await queryAll({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk AND refSk < :before',
    ExpressionAttributeValues: { ':pk': refs.activeJobs, ':before': refs.activeJob(before.getTime(), '').refSk },
  });
  return found.map((item) => ({ id: String(item.job_id), read: () => IngestionJob.parse(item) }));
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

/** The fields of a job with the time its messages were last sent. */
function sentAt({ job_id }: IngestionJob, now: Date) {
  return { messages_sent_at: now.getTime(), ...refs.activeJob(now.getTime(), job_id) };
}

/** Sets a job to processing and counts the attempt. Undefined if it is not active. */
export function beginJob(jobId: string, now: Date): Promise<IngestionJob | undefined> {
  return changeActiveJob<IngestionJob>(jobId, async (job) => {
    const changes = {
      status: 'processing' as const,
      waiting_for: null,
      waiting_until: null,
      started_at: job.started_at ?? now.getTime(),
      attempts: job.attempts + 1,
    };
    const started = jobEvent(job, 'ingestion.job.started', `Ingestion of ${job.orcid_id} has started`, now);
    const begun = { ...job, ...changes };
    const first = job.status === 'queued' ? [putJobRow(begun), started] : [];
    const failed = await transact([updateJob(job, changes), ...first]);
    return failed ? stale : begun;
  });
}

/** Less than the hour between two runs of `resume-jobs`, so that each run checks what the previous one sent. */
export const resendAfterMs = 50 * 60 * 1000;

/**
 * Returns a job to the queue until a source may be asked again, as if this attempt had not been made. Its message is
 * done; `resume-jobs` sends another one then. False if the job has ended or does not need the ORCID record.
 */
export async function waitForSource(
  jobId: string,
  { source, pause }: { source: SourceName; pause: SourcePause },
): Promise<boolean> {
  const waits = await changeActiveJob<boolean>(jobId, async (job) => {
    const hasOwnList = job.scope === 'failed_works' && job.retry_of !== null;
    if (job.planned || hasOwnList) return undefined;
    const waiting = { waiting_for: source, waiting_until: pause.untilMs };
    const attempts = job.status === 'processing' ? job.attempts - 1 : job.attempts;
    // As if its message were sent so early that it is resent then.
    const sent = sentAt(job, new Date(pause.untilMs - resendAfterMs));
    const changes = { status: 'queued' as const, started_at: null, attempts, ...waiting, ...sent };
    const failed = await transact([updateJob(job, changes), putJobRow({ ...job, ...changes })]);
    if (failed) return stale;
    const message = `Ingestion of ${job.orcid_id} waits: ${sources[source].printed} ${pauseText(pause)}`;
    log('info', message, { jobId, orcid: job.orcid_id, ...waiting });
    return true;
  });
  return waits ?? false;
}

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
 * Marks the job's list as complete; its messages are sent next. From then on the job finishes when the list is empty.
 * False if another delivery has done it or the job has ended.
 */
export async function markPlanned(job: IngestionJob, now: Date): Promise<boolean> {
  return !(await transact([updateJob(job, { planned: true, ...sentAt(job, now) })]));
}

/** Whether a job is still active, for workers between two steps. */
export async function isJobActive(jobId: string): Promise<boolean> {
  const job = await getJob(jobId);
  return job !== undefined && isActive(job);
}

/** Finishes a job whose list is complete and empty, with counts and event. Does nothing otherwise. */
export async function finishJobIfDone(jobId: string, now: Date): Promise<void> {
  // This one read suffices except for the last works. An empty list may still be incomplete, so it is read again.
  if (await hasPendingItem(jobId)) return;
  await changeActiveJob(jobId, async (job) => {
    if (!job.planned || (await hasPendingItem(jobId))) return undefined;
    const works = await finishedItems(jobId);
    const reasons: Record<string, number> = {};
    for (const { outcome, message } of works) {
      if (outcome === 'failed' && message) reasons[message] = (reasons[message] ?? 0) + 1;
    }
    const { status, counts } = conclusion(works.map(({ outcome }) => outcome));
    const message =
      status === 'completed'
        ? `Ingestion of ${job.orcid_id} is complete: ${counts.found} works`
        : `Ingestion of ${job.orcid_id} is complete except for ${counts.failed} of ${counts.found} works`;
    const ended = await endJob(job, { status, counts }, message, now);
    if (ended !== stale)
      logEnd(job, message, status === 'completed' ? { status, counts } : { status, counts, reasons });
    return ended;
  });
}

/**
 * Ends an active job as failed, with a reason for users and the counts so far. Returns the job, or undefined if it was
 * not active. `actor` is the event's; default: the requester. With `audit`, which then names the actor, the same
 * transaction writes an audit record. With `isSecret`, nothing is logged.
 */
export function failJob(
  jobId: string,
  reason: string,
  now: Date,
  {
    audit,
    actor = audit?.actor,
    isSecret = false,
  }: { actor?: string | null; audit?: ChangeContext; isSecret?: boolean } = {},
): Promise<IngestionJob | undefined> {
  return changeActiveJob(jobId, async (job) => {
    const { counts } = conclusion((await finishedItems(jobId)).map(({ outcome }) => outcome));
    const final = { status: 'failed', counts, error_message: reason } as const;
    const change = {
      action: 'job.failed',
      workspace: job.workspace,
      resource: jobId,
      before: job,
      after: final,
    } as const;
    const records = audit && auditWrites({ context: audit, changes: [change] });
    const ended = await endJob(job, final, reason, now, { actor, also: records?.writes });
    if (ended === stale) return stale;
    if (!isSecret) logEnd(job, `Ingestion of ${job.orcid_id} failed: ${reason}`, { status: 'failed' });
    records?.log();
    return ended;
  });
}

/** Logs the end of a job, with a metric of failures. */
function logEnd(
  { job_id, orcid_id }: IngestionJob,
  message: string,
  fields: Pick<IngestionJob, 'status'> & Record<string, unknown>,
): void {
  const failed = {
    [registryMetrics.failedJobs]: { value: Number(fields.status === 'failed'), unit: 'Count' as const },
  };
  log(fields.status === 'completed' ? 'info' : 'warn', message, {
    jobId: job_id,
    orcid: orcid_id,
    ...fields,
    ...metricFields(failed, registryDimensions(env('TABLE_NAME'))),
  });
}

/**
 * Writes the final state and the writes `also` in one transaction; returns the job, or `stale` if it has changed. A retry
 * with a result of its own dismisses the failures that it retried.
 */
async function endJob(
  job: IngestionJob,
  final: Pick<IngestionJob, 'status' | 'counts'> & Partial<Pick<IngestionJob, 'error_message'>>,
  message: string,
  now: Date,
  { actor, also = [] }: { actor?: string | null | undefined; also?: Write[] | undefined } = {},
): Promise<IngestionJob | typeof stale> {
  const type = `ingestion.job.${final.status}` as ActivityType;
  const notWaiting = { waiting_for: null, waiting_until: null };
  const ended = { ...job, ...final, ...notWaiting, finished_at: now.getTime() };
  const replaced = final.status === 'failed' ? [] : await replacedFailures(job, now);
  const failed = await transact([
    updateJob(job, { ...final, ...notWaiting, finished_at: ended.finished_at, refPk: undefined, refSk: undefined }),
    putJobRow(ended),
    {
      Update: {
        Key: keys.latestJob(job.orcid_id),
        UpdateExpression: 'SET active = :no',
        ConditionExpression: 'job_id = :job',
        ExpressionAttributeValues: { ':no': false, ':job': job.job_id },
      },
    },
    jobEvent(job, type, message, now, { metadata: final.counts, actor }),
    ...replaced,
    ...also,
  ]);
  return failed ? stale : ended;
}

/** The write of a change, provided that the job is unchanged since it was read. */
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
