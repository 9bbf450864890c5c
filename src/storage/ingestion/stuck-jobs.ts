import { IngestionJob, isActive } from '../../domain/job.ts';
import { keys, refs } from '../keys.ts';
import { getItems, query } from '../table.ts';

/** An active job, and since when it has been waiting or working. */
export interface ActiveJob {
  job: IngestionJob;
  /** Its start if it is processing, or else its creation. Milliseconds since the epoch. */
  sinceMs: number;
}

/** All active jobs, the longest active first. */
export async function activeJobs(): Promise<ActiveJob[]> {
  const ids: string[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.activeJobs },
  });
  for await (const item of found) ids.push(IngestionJob.parse(item).job_id);
  // The index is eventually consistent; the records are not.
  const jobs = (await getItems(ids.map(keys.job))).map((item) => IngestionJob.parse(item)).filter(isActive);
  return jobs
    .map((job) => ({ job, sinceMs: job.status === 'processing' ? (job.started_at ?? job.created_at) : job.created_at }))
    .sort((one, other) => one.sinceMs - other.sinceMs || (one.job.job_id < other.job.job_id ? -1 : 1));
}

/** Jobs that have been active for longer than this, the longest first. */
export async function stuckJobs(thresholdSeconds: number, now: Date): Promise<ActiveJob[]> {
  return (await activeJobs()).filter(({ sinceMs }) => sinceMs < now.getTime() - thresholdSeconds * 1000);
}
