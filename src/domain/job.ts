import * as z from 'zod';

export const jobStatuses = ['queued', 'processing', 'completed', 'partial_failure', 'failed'] as const;
const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.output<typeof JobStatus>;

/** The works an ingestion found on the ORCID record, by outcome. `found` is the sum of the others. */
const JobCounts = z.object({
  found: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
});
export type JobCounts = z.output<typeof JobCounts>;

/** One ingestion of one researcher. Times in milliseconds since the epoch. */
export const IngestionJob = z.object({
  job_id: z.string(),
  orcid_id: z.string(),
  status: JobStatus,
  created_at: z.int(),
  /** When its messages were last sent. Absent in older records. */
  messages_sent_at: z.int().optional(),
  started_at: z.int().nullable(),
  finished_at: z.int().nullable(),
  /** How many times a worker has started it. */
  attempts: z.int(),
  counts: JobCounts,
  error_message: z.string().nullable(),
  requested_by: z.string(),
  workspace: z.string(),
  /** The id of the request that created it. All jobs of one request share it. */
  request_id: z.string(),
  /** Whether the list of publications to fetch is complete. Only then does an empty list mean that the job is done. */
  planned: z.boolean(),
  /**
   * What it ingests: the works of the ORCID record; or only those of which the record says something that is not stored;
   * or only those that failed in the job `retry_of`, as they were read then.
   */
  scope: z.enum(['record', 'changed_works', 'failed_works']).default('record'),
  /** The job that this one tries again. */
  retry_of: z.string().nullable().default(null),
  /** The last job that tried this one again. */
  retried_by: z.string().nullable().default(null),
});
export type IngestionJob = z.output<typeof IngestionJob>;

export const WorkOutcome = z.enum(['created', 'updated', 'skipped', 'failed']);
export type WorkOutcome = z.output<typeof WorkOutcome>;

export const isActive = ({ status }: IngestionJob): boolean => status === 'queued' || status === 'processing';

/** Since when an active job has been waiting or working, in milliseconds: its start, or else its creation. */
export const activeSince = ({ status, started_at, created_at }: IngestionJob): number =>
  status === 'processing' ? (started_at ?? created_at) : created_at;

/** Whether a job has been active for longer than this. */
export const isStuck = (job: IngestionJob, thresholdSeconds: number, now: Date): boolean =>
  isActive(job) && activeSince(job) < now.getTime() - thresholdSeconds * 1000;

/** The final status and counts of a job, from the outcome of each work. */
export function conclusion(outcomes: WorkOutcome[]) {
  const count = (outcome: WorkOutcome) => outcomes.filter((each) => each === outcome).length;
  const counts: JobCounts = {
    found: outcomes.length,
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
  };
  return { status: counts.failed > 0 ? ('partial_failure' as const) : ('completed' as const), counts };
}
