import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { hourlyPauses, notTried, PassRun } from '#src/table/passes/run.ts';
import { messageRetentionDays, type QueueMessage } from '#src/table/queues/messages.ts';
import { countMessages, send } from '#src/table/queues/queue.ts';
import type { IngestionJob } from './domain/job.ts';
import { pendingDois } from './store/job-items.ts';
import { activeJobsSentBefore, claimResending, finishJobIfDone, getJob, resendAfterMs } from './store/jobs.ts';

const retentionMs = messageRetentionDays * 24 * 60 * 60 * 1000;
const jobsAtOnce = 25;

interface Messages {
  researchers: QueueMessage<'researchers'>[];
  works: QueueMessage<'works'>[];
}

/**
 * Resends lost messages of active jobs until `untilMs`, oldest first. A message is lost if its queue is empty (the
 * count includes everything older than some minutes) or if it is older than the retention. Otherwise the queue is still
 * being processed, and nothing is sent. A job that waits for a source has no message until the source may be asked
 * again. A failing job does not hold up the others; the run fails at its end.
 */
export async function resumeJobs(now: Date, untilMs: number): Promise<void> {
  const queued = { researchers: await countMessages('researchers'), works: await countMessages('works') };
  const run = await PassRun.continue({ pass: 'resume', now, deadlineMs: untilMs, pauses: hourlyPauses });
  const active = await activeJobsSentBefore(new Date(now.getTime() - resendAfterMs));
  const waiting: IngestionJob[] = [];
  for (const { id, read } of active.filter((each) => !run.isWaiting('job', each.id))) {
    await run.attempt({ kind: 'job', id }, async () => {
      waiting.push(read());
      return notTried;
    });
  }
  const lost = waiting.filter((job) => {
    const isExpired = (job.messages_sent_at ?? job.created_at) < now.getTime() - retentionMs;
    return job.waiting_until !== null || queued[queueOf(job)] === 0 || isExpired;
  });
  let resumed = 0;
  let rejected = 0;
  for (let start = 0; start < lost.length && !run.isOver(); start += jobsAtOnce) {
    const jobs = lost.slice(start, start + jobsAtOnce);
    const claimed = new Map<string, Messages | undefined>();
    await inParallel(jobs, 10, (job) =>
      run.attempt({ kind: 'job', id: job.job_id }, async () => void claimed.set(job.job_id, await claim(job, now))),
    );
    const messages = jobs.flatMap(({ job_id }) => claimed.get(job_id) ?? []);
    resumed += messages.length;
    rejected += (
      await send(
        'researchers',
        messages.flatMap((each) => each.researchers),
      )
    ).length;
    rejected += (
      await send(
        'works',
        messages.flatMap((each) => each.works),
      )
    ).length;
  }
  if (waiting.length > 0) {
    const message = `${resumed} jobs resumed of ${waiting.length} that have waited for ${resendAfterMs / 60_000} minutes`;
    log(resumed > 0 ? 'warn' : 'info', message, { resumed, waiting: waiting.length, lost: lost.length, queued });
  }
  await run.forgetOthers('job', new Set(active.map(({ id }) => id)));
  if (rejected > 0) throw new Error(`SQS did not accept ${rejected} messages of resumed jobs`);
  run.throwIfFailed();
}

/** The queue of a job's next messages. */
const queueOf = ({ planned }: IngestionJob) => (planned ? 'works' : 'researchers');

/** The messages to send for a job; undefined if another run sends them or the job has ended. */
async function claim(listed: IngestionJob, now: Date): Promise<Messages | undefined> {
  if (!(await claimResending(listed, now))) return undefined;
  const { job_id: jobId, orcid_id: orcid } = listed;
  // The index is eventually consistent.
  const job = await getJob(jobId);
  if (!job?.planned) return { researchers: [{ jobId }], works: [] };
  const dois = await pendingDois(jobId);
  if (dois.length === 0) await finishJobIfDone(jobId, now);
  log('info', `Ingestion of ${orcid} resumed`, { jobId, orcid, pending: dois.length });
  return { researchers: [], works: dois.map((doi) => ({ jobId, doi })) };
}
