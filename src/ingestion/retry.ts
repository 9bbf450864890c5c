import { Problem } from '#src/runtime/errors.ts';
import { retryIfStale } from '#src/runtime/retry.ts';
import { type IngestionJob, isActive } from './domain/job.ts';
import { queueJobs, type Requester } from './request.ts';
import { finishedItems } from './store/job-items.ts';
import { requestRetry } from './store/job-requests.ts';
import { getJob } from './store/jobs.ts';

/**
 * Retries the failures of an ended job in a new job for the same researcher: only the failed works, or the whole ORCID
 * record if the job failed as a whole or its reports do not suffice. Throws Problem `not_found`, and `conflict` if the
 * job is active, has no failures, or was already retried without failing as a whole, or if the researcher has an active
 * job or was erased.
 */
export async function retryJob(jobId: string, requester: Requester, now: Date): Promise<IngestionJob> {
  const job = await retryIfStale(`The job ${jobId}`, async () => {
    const ended = await getJob(jobId);
    if (!ended) throw new Problem('not_found', 'There is no such ingestion job');
    await assertRetryable(ended);
    const requested = await requestRetry(ended, await scopeOf(ended), requester, now);
    if (requested === 'busy') throw conflict('The researcher has an active ingestion job', ended);
    if (requested === 'erased') throw conflict('The researcher was erased', ended);
    return typeof requested === 'symbol' ? requested : requested.job;
  });
  await queueJobs([job], [], now);
  return job;
}

async function assertRetryable(job: IngestionJob): Promise<void> {
  if (isActive(job)) throw conflict('The ingestion job is still active', job);
  if (job.status === 'completed') throw conflict('The ingestion job has no failures', job);
  const retried = job.retried_by === null ? undefined : await getJob(job.retried_by);
  if (retried && retried.status !== 'failed') {
    throw conflict('The ingestion job was already tried again', job, { retried_by: retried.job_id });
  }
}

/** Only the failed works, if the job has read the ORCID record and each report has the data needed for a retry. */
async function scopeOf(job: IngestionJob): Promise<IngestionJob['scope']> {
  if (job.status === 'failed') return 'record';
  const failed = (await finishedItems(job.job_id)).filter(({ outcome }) => outcome === 'failed');
  return failed.length > 0 && failed.every(({ work }) => work !== undefined) ? 'failed_works' : 'record';
}

const conflict = (message: string, { job_id, status }: IngestionJob, more: object = {}) =>
  new Problem('conflict', message, { details: { job_id, status, ...more } });
