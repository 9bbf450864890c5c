import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { transact, type Write } from '#src/table/table.ts';
import { hasFailures, type IngestionJob } from '../domain/job.ts';
import { getJobs, isNotDismissed, putJobRow } from './job-list.ts';

/** `not_failed`: the job is active, or has no failures. */
export type DismissalOutcome = 'changed' | 'unchanged' | 'not_found' | 'not_failed';

type Dismissal = Pick<IngestionJob, 'dismissed_at' | 'dismissed_by'>;

const changesAtOnce = 25;
/** Retries of retries that one job replaces. */
const maxReplaced = 10;

/**
 * Dismisses the failures of jobs, or takes that back, each in its own transaction. Returns the outcomes in the order of
 * the ids. Repeating it changes nothing.
 */
export const dismissJobs = (
  jobIds: readonly string[],
  { dismissed, actor, now }: { dismissed: boolean; actor: string | null; now: Date },
): Promise<DismissalOutcome[]> =>
  inParallel(jobIds, changesAtOnce, (jobId) =>
    retryIfStale(`The job ${jobId}`, async () => {
      const [job] = await getJobs([jobId]);
      if (!job) return 'not_found';
      if (!hasFailures(job)) return 'not_failed';
      if ((job.dismissed_at !== null) === dismissed) return 'unchanged';
      const change = dismissed ? { dismissed_at: now.getTime(), dismissed_by: actor } : notDismissed;
      return (await transact(dismissal(job, change))) ? stale : 'changed';
    }),
  );

const notDismissed: Dismissal = { dismissed_at: null, dismissed_by: null };

/** The writes that dismiss the jobs whose failures this retry has replaced by its own result. */
export async function replacedFailures({ retry_of }: IngestionJob, now: Date): Promise<Write[]> {
  const writes: Write[] = [];
  let jobId = retry_of;
  for (let count = 0; jobId !== null && count < maxReplaced; count++) {
    const [job]: IngestionJob[] = await getJobs([jobId]);
    if (!job) break;
    if (job.dismissed_at === null) {
      writes.push(...dismissal(job, { dismissed_at: now.getTime(), dismissed_by: null }));
    }
    jobId = job.retry_of;
  }
  return writes;
}

/** The writes of a change to an ended job, provided that nobody else has changed the same. */
function dismissal(job: IngestionJob, { dismissed_at, dismissed_by }: Dismissal): Write[] {
  return [
    {
      Update: {
        Key: keys.job(job.job_id),
        UpdateExpression: 'SET dismissed_at = :at, dismissed_by = :by',
        ConditionExpression: `attribute_exists(pk) AND ${job.dismissed_at === null ? isNotDismissed : 'dismissed_at = :read'}`,
        ExpressionAttributeValues: {
          ':at': dismissed_at,
          ':by': dismissed_by,
          ...(job.dismissed_at === null ? { ':none': null } : { ':read': job.dismissed_at }),
        },
      },
    },
    putJobRow({ ...job, dismissed_at }),
  ];
}
