import { Problem } from '../errors.ts';
import { send } from '../queues/queue.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { failJob, requestJob } from '../storage/ingestion/jobs.ts';

/** Who requests an ingestion: the actor, the workspace for the activity log, and the request id. */
export interface Requester {
  requestedBy: string;
  workspace: string;
  requestId: string;
}

/**
 * Requests the ingestion of researchers: creates and queues one job for each distinct iD without an active job. Returns
 * the jobs of all iDs in order, and the number of new ones. A job that SQS does not accept fails immediately and is not
 * counted. Throws Problem `internal_error` if SQS accepts none.
 */
export async function requestIngestion(orcids: string[], requester: Requester, now: Date) {
  const requested = await inParallel([...new Set(orcids)], 10, (orcid) => requestJob({ orcid, ...requester }, now));
  const created = requested.filter((each) => each.created).map(({ job }) => job);
  // A crash may have lost the message of a queued job. Sending it again is harmless.
  const waiting = requested.filter(({ job, created }) => !created && job.status === 'queued').map(({ job }) => job);
  const messages = [...created, ...waiting].map(({ job_id }) => ({ jobId: job_id }));
  const rejected = new Set((await send('researchers', messages)).map(({ jobId }) => jobId));
  const lost = created.filter(({ job_id }) => rejected.has(job_id));
  await inParallel(lost, 10, ({ job_id }) => failJob(job_id, 'The job could not be queued', now));
  if (created.length > 0 && lost.length === created.length) {
    throw new Problem('internal_error', 'The ingestion could not be queued. Please try again', {
      cause: new Error(`SQS accepted none of ${created.length} messages`),
    });
  }
  return { queued: created.length - lost.length, jobs: requested.map(({ job }) => job) };
}
