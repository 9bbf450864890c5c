import { isActive } from '../domain/job.ts';
import { send } from '../queues/queue.ts';
import { log } from '../runtime/log.ts';
import { activeJobsBefore, closeIfDone, getJob, pendingDois } from '../storage/jobs.ts';

const patienceMs = 60 * 60 * 1000;

/**
 * Sends the messages of long active jobs again, in case the first were lost. A message that was only late finds its
 * work done and costs two reads; so nothing here has to know which of the two it was.
 */
export async function resumeJobs(now: Date): Promise<void> {
  for (const { job_id: jobId } of await activeJobsBefore(new Date(now.getTime() - patienceMs))) {
    const job = await getJob(jobId); // the index is eventually consistent: the job may have ended
    if (!job || !isActive(job)) continue;
    const dois = job.planned ? await pendingDois(jobId) : [];
    if (!job.planned) await send('researchers', [{ jobId }]);
    else if (dois.length > 0)
      await send(
        'works',
        dois.map((doi) => ({ jobId, doi })),
      );
    else await closeIfDone(jobId, now);
    log('warn', 'job resumed', { jobId, orcid: job.orcid_id, planned: job.planned, pending: dois.length });
  }
}
