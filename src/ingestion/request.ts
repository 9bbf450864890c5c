import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { PersonErased } from '#src/records/people/store/unless-erased.ts';
import { Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { send } from '#src/table/queues/queue.ts';
import type { IngestionJob } from './domain/job.ts';
import { createJob } from './store/job-requests.ts';
import { failJob } from './store/jobs.ts';

/** Who requests an ingestion: the actor, the workspace for the activity log, and the request id. */
export interface Requester {
  requestedBy: string;
  workspace: string;
  requestId: string;
}

/**
 * Requests the ingestion of researchers: creates and queues one job for each distinct iD without an active job. Returns
 * the jobs of all iDs in order, and the number of new ones. `skipExisting` skips people fetched before (in `skipped`);
 * erased people are in `erased`, unless `restoredBy` requests them again. `scope`: see `IngestionJob`. A job that SQS
 * does not accept fails immediately and is not counted. Throws Problem `internal_error` if SQS accepts none.
 */
export async function requestIngestion(
  orcids: string[],
  requester: Requester,
  now: Date,
  {
    skipExisting = false,
    scope = 'record',
    restoredBy,
  }: { skipExisting?: boolean; scope?: 'record' | 'changed_works'; restoredBy?: ChangeContext | undefined } = {},
): Promise<{ queued: number; jobs: IngestionJob[]; skipped: string[]; erased: string[] }> {
  const distinct = [...new Set(orcids)];
  const skipped = skipExisting ? await fetchedBefore(distinct) : [];
  const wanted = distinct.filter((orcid) => !skipped.includes(orcid));
  const outcomes = await inParallel(wanted, 10, (orcid) =>
    createJob({ orcid, ...requester, scope, restoredBy }, now).catch(whoWasErased),
  );
  const erased = wanted.filter((_, index) => outcomes[index] === 'erased');
  const requested = outcomes.filter((each) => each !== 'erased');
  const created = requested.filter((each) => each.created).map(({ job }) => job);
  // A crash may have lost the message of a queued job. Sending it again is harmless.
  const waiting = requested.filter(({ job, created }) => !created && job.status === 'queued').map(({ job }) => job);
  const lost = await queueJobs(created, waiting, now);
  const jobs = requested.map(({ job }) => lost.get(job.job_id) ?? job);
  return { queued: created.length - lost.size, jobs, skipped, erased };
}

/** The result for a promise that is rejected if the person was erased. */
function whoWasErased(error: unknown): 'erased' {
  if (error instanceof PersonErased) return 'erased';
  throw error;
}

/**
 * Sends the messages of new jobs, and resends those of waiting ones. Fails new jobs that SQS does not accept, and
 * returns them by id. Throws Problem `internal_error` if SQS accepts none of the new ones.
 */
export async function queueJobs(
  created: IngestionJob[],
  waiting: IngestionJob[],
  now: Date,
): Promise<Map<string, IngestionJob>> {
  const messages = [...created, ...waiting].map(({ job_id }) => ({ jobId: job_id }));
  const rejected = new Set((await send('researchers', messages)).map(({ jobId }) => jobId));
  const lost = created.filter(({ job_id }) => rejected.has(job_id));
  const failed = await inParallel(lost, 10, async (job) => {
    return (await failJob(job.job_id, 'The job could not be queued', now)) ?? job;
  });
  if (created.length > 0 && lost.length === created.length) {
    throw new Problem('internal_error', 'The ingestion could not be queued. Please try again', {
      cause: new Error(`SQS accepted none of ${created.length} messages`),
    });
  }
  return new Map(failed.map((job) => [job.job_id, job]));
}

/** The people among these who were fetched from ORCID before, in the same order. */
async function fetchedBefore(orcids: string[]): Promise<string[]> {
  const people = await getPeople(orcids);
  const fetched = new Set(people.filter(({ last_fetched_at }) => last_fetched_at !== null).map(({ orcid }) => orcid));
  return orcids.filter((orcid) => fetched.has(orcid));
}
