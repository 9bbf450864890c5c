import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems, getItem, getItems, type Key, query, transact, type Write } from '#src/table/table.ts';
import { IngestionJob, isActive } from '../domain/job.ts';
import { LatestJob } from './job-list.ts';
import { failJob, getJob } from './jobs.ts';

const JobOf = IngestionJob.pick({ job_id: true, orcid_id: true });

/** The researchers of the existing jobs among these ids, by id. */
export async function existingJobs(jobIds: string[]): Promise<Map<string, string>> {
  const jobs = (await getItems(jobIds.map(keys.job))).map((item) => JobOf.parse(item));
  return new Map(jobs.map(({ job_id, orcid_id }) => [job_id, orcid_id]));
}

/**
 * Permanently deletes a job with its list of works and their outcomes; an active one is first ended as failed. The
 * record is deleted last, so that an interrupted deletion is found again. False if there is no such job. With
 * `isSecret`, nothing is logged.
 */
export function deleteJob(jobId: string, reason: string, now: Date, { isSecret = false } = {}): Promise<boolean> {
  return retryIfStale(`The job ${jobId}`, async () => {
    const job = await getJob(jobId);
    if (!job) return false;
    if (isActive(job)) await failJob(jobId, reason, now, { isSecret });
    await deleteItems(await itemsBesideRecord(jobId));
    const latest = LatestJob.optional().parse(await getItem(keys.latestJob(job.orcid_id)));
    const failed = await transact([
      deleteEndedJob(jobId),
      { Delete: { Key: keys.jobRow(job.created_at, jobId) } },
      ...(latest?.job_id === jobId ? [deletePointer(job.orcid_id, jobId)] : []),
    ]);
    return failed ? stale : true;
  });
}

/** Deletes items that a worker stored for a job deleted meanwhile. False if the job still exists. */
export async function discardDeletedJob(jobId: string): Promise<boolean> {
  if (await getJob(jobId)) return false;
  await deleteItems(await itemsBesideRecord(jobId));
  return true;
}

async function itemsBesideRecord(jobId: string): Promise<Key[]> {
  const record = keys.job(jobId);
  const found: Key[] = [];
  const items = query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk',
    ExpressionAttributeValues: { ':pk': record.pk },
  });
  for await (const { sk } of items) if (sk !== record.sk) found.push({ pk: record.pk, sk: String(sk) });
  return found;
}

function deleteEndedJob(jobId: string): Write {
  return {
    Delete: {
      Key: keys.job(jobId),
      ConditionExpression: 'attribute_exists(pk) AND NOT #status IN (:queued, :processing)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':queued': 'queued', ':processing': 'processing' },
    },
  };
}

function deletePointer(orcid: string, jobId: string): Write {
  return {
    Delete: {
      Key: keys.latestJob(orcid),
      ConditionExpression: 'job_id = :job',
      ExpressionAttributeValues: { ':job': jobId },
    },
  };
}
