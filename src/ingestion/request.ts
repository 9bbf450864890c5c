import { Problem } from '../errors.ts';
import { send } from '../queues/queue.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { failJob, requestJob } from '../storage/jobs.ts';

/** Who asks for an ingestion: their id for the log, the workspace whose activity shows it, and the request. */
export interface Requester {
  requestedBy: string;
  workspace: string;
  requestId: string;
}

/**
 * Asks for the ingestion of researchers: one job for each distinct iD that has no active one. What it returns has been
 * stored and is on its way: the jobs of all iDs in their order, and how many of them are new. A job that SQS does not
 * take fails at once and is not counted; Problem `internal_error` when it takes none.
 */
export async function requestIngestion(orcids: string[], requester: Requester, now: Date) {
  const requested = await inParallel([...new Set(orcids)], 10, (orcid) => requestJob({ orcid, ...requester }, now));
  const created = requested.filter((each) => each.created).map(({ job }) => job);
  // A queued job may have lost its message to a crash between the two writes; sending it again is harmless.
  const waiting = requested.filter(({ job, created }) => !created && job.status === 'queued').map(({ job }) => job);
  const messages = [...created, ...waiting].map(({ job_id }) => ({ jobId: job_id }));
  const rejected = new Set((await send('researchers', messages)).map(({ jobId }) => jobId));
  const lost = created.filter(({ job_id }) => rejected.has(job_id));
  await inParallel(lost, 10, ({ job_id }) => failJob(job_id, 'The job could not be queued', now));
  if (created.length > 0 && lost.length === created.length) {
    throw new Problem('internal_error', 'The ingestion could not be queued; please try again', {
      cause: new Error(`SQS took none of ${created.length} messages`),
    });
  }
  return { queued: created.length - lost.length, jobs: requested.map(({ job }) => job) };
}
