import { refs } from '#src/table/keys.ts';
import { query } from '#src/table/table.ts';
import { activeSince, IngestionJob, isActive, isStuck } from '../domain/job.ts';
import { getJobs } from './job-list.ts';

/** All active jobs, longest active first. */
export const activeJobs = (): Promise<IngestionJob[]> => findActiveJobs(isActive);

/** Jobs active for longer than this, longest first. */
export const stuckJobs = (thresholdSeconds: number, now: Date): Promise<IngestionJob[]> =>
  findActiveJobs((job) => isStuck(job, thresholdSeconds, now));

/** The index is eventually consistent; the records it leads to are not. */
async function findActiveJobs(matches: (job: IngestionJob) => boolean): Promise<IngestionJob[]> {
  const ids: string[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.activeJobs },
  });
  for await (const item of found) {
    const job = IngestionJob.parse(item);
    if (matches(job)) ids.push(job.job_id);
  }
  const jobs = (await getJobs(ids)).filter(matches);
  return jobs.sort((one, other) => activeSince(one) - activeSince(other) || (one.job_id < other.job_id ? -1 : 1));
}
