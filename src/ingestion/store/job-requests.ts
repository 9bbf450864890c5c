import { randomUUID } from 'node:crypto';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { restoringWrites } from '#src/records/people/store/erasure-marks.ts';
import { PersonErased, unlessErased } from '#src/records/people/store/unless-erased.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, refs } from '#src/table/keys.ts';
import { transact, type Write } from '#src/table/table.ts';
import { type IngestionJob, isActive } from '../domain/job.ts';
import { jobEvent } from './job-events.ts';
import { LatestJob, putJobRow } from './job-list.ts';
import { getJob } from './jobs.ts';

/** A request for the ingestion of one researcher. */
export interface JobRequest {
  orcid: string;
  requestedBy: string;
  workspace: string;
  requestId: string;
  /** Default: the whole record. */
  scope?: IngestionJob['scope'];
  /** Who requests the person although they were erased. */
  restoredBy?: ChangeContext | undefined;
}

/**
 * Creates a job with its event, or returns the researcher's active one. Updates the pointer to the latest job in the
 * same transaction, so there is at most one active job per researcher. Throws PersonErased for an erased researcher,
 * unless somebody restores them after the erasure has finished.
 */
export async function createJob(request: JobRequest, now: Date): Promise<{ job: IngestionJob; created: boolean }> {
  const { orcid, restoredBy } = request;
  const job = newJob(request, now);
  await rememberWorkspace(job.workspace);
  return retryIfStale(`The latest job of ${orcid}`, async () => {
    const restoring = restoredBy && (await restoringWrites(orcid, restoredBy));
    const { condition, extraWrites } = restoring ?? { condition: await unlessErased(orcid), extraWrites: [] };
    const failed = await transact(creation(job, now, condition, extraWrites));
    if (!failed) {
      restoring?.log();
      return { job, created: true };
    }
    if (failed.has(0)) {
      if (restoring) return stale;
      throw new PersonErased();
    }
    const active = await getJob(LatestJob.parse(failed.get(1)).job_id);
    // The active job may have ended between the two reads. Then retry.
    return active && isActive(active) ? { job: active, created: false } : stale;
  });
}

/**
 * Creates a job that retries an ended one, and notes it there. `busy`: the researcher has an active job. `erased`: the
 * researcher was erased. `stale`: the ended job has been retried since it was read.
 */
export async function requestRetry(
  ended: IngestionJob,
  scope: IngestionJob['scope'],
  request: Omit<JobRequest, 'orcid' | 'scope' | 'restoredBy'>,
  now: Date,
): Promise<{ job: IngestionJob } | 'busy' | 'erased' | typeof stale> {
  const job = { ...newJob({ ...request, orcid: ended.orcid_id, scope }, now), retry_of: ended.job_id };
  await rememberWorkspace(job.workspace);
  const failed = await transact([
    ...creation(job, now, await unlessErased(job.orcid_id)),
    {
      Update: {
        Key: keys.job(ended.job_id),
        UpdateExpression: 'SET retried_by = :job',
        ConditionExpression:
          ended.retried_by === null
            ? 'attribute_exists(pk) AND (attribute_not_exists(retried_by) OR retried_by = :read)'
            : 'retried_by = :read',
        ExpressionAttributeValues: { ':job': job.job_id, ':read': ended.retried_by },
      },
    },
  ]);
  if (!failed) return { job };
  if (failed.has(0)) return 'erased';
  return failed.has(1) ? 'busy' : stale;
}

function newJob(request: JobRequest, now: Date): IngestionJob {
  return {
    job_id: randomUUID(),
    orcid_id: request.orcid,
    status: 'queued',
    created_at: now.getTime(),
    messages_sent_at: now.getTime(),
    started_at: null,
    finished_at: null,
    attempts: 0,
    waiting_for: null,
    waiting_until: null,
    counts: { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
    error_message: null,
    requested_by: request.requestedBy,
    workspace: request.workspace,
    request_id: request.requestId,
    planned: false,
    scope: request.scope ?? 'record',
    retry_of: null,
    retried_by: null,
    dismissed_at: null,
    dismissed_by: null,
  };
}

/** The writes of a new job. The first fails if the researcher was erased, the second if they have an active job. */
function creation(job: IngestionJob, now: Date, unless: Write, extraWrites: Write[] = []): Write[] {
  const { job_id, orcid_id, request_id, retry_of } = job;
  return [
    unless,
    {
      Put: {
        Item: { ...keys.latestJob(orcid_id), job_id, active: true },
        ConditionExpression: 'attribute_not_exists(pk) OR active = :no',
        ExpressionAttributeValues: { ':no': false },
      },
    },
    { Put: { Item: { ...keys.job(job_id), ...refs.activeJob(job.created_at, job_id), ...job } } },
    putJobRow(job),
    jobEvent(job, 'ingestion.requested', `Ingestion of ${orcid_id} was requested`, now, {
      metadata: { request_id, ...(retry_of !== null && { retry_of }) },
    }),
    ...extraWrites,
  ];
}
