import * as z from 'zod';

export const jobStatuses = ['queued', 'processing', 'completed', 'partial_failure', 'failed'] as const;
const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.output<typeof JobStatus>;

/** Works on the ORCID record by outcome. `found` is the sum of the others. */
const JobCounts = z.object({
  found: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
});
export type JobCounts = z.output<typeof JobCounts>;

/** One ingestion of one researcher, with times in milliseconds since the epoch. */
export const IngestionJob = z.object({
  job_id: z.string(),
  orcid_id: z.string(),
  status: JobStatus,
  created_at: z.int(),
  /** When its messages were last sent. Missing in older records. */
  messages_sent_at: z.int().optional(),
  started_at: z.int().nullable(),
  finished_at: z.int().nullable(),
  attempts: z.int(),
  /** The source that a queued job waits for, and until when, because it is not to be asked before. */
  waiting_for: z.string().nullable().default(null),
  waiting_until: z.int().nullable().default(null),
  counts: JobCounts,
  error_message: z.string().nullable(),
  requested_by: z.string(),
  workspace: z.string(),
  /** The request that created it. All jobs of one request share it. */
  request_id: z.string(),
  /** Whether the list of publications to fetch is complete. Only then does an empty list mean that the job is done. */
  planned: z.boolean(),
  /** All works of the ORCID record, only those that differ from stored ones, or the failed ones of `retry_of`. */
  scope: z.enum(['record', 'changed_works', 'failed_works']).default('record'),
  retry_of: z.string().nullable().default(null),
  retried_by: z.string().nullable().default(null),
  /** When somebody dismissed its failures, or a retry replaced them by its own result. */
  dismissed_at: z.int().nullable().default(null),
  /** Who dismissed them; null if a retry did. */
  dismissed_by: z.string().nullable().default(null),
});
export type IngestionJob = z.output<typeof IngestionJob>;

export const ItemOutcome = z.enum(['created', 'updated', 'skipped', 'failed']);
export type ItemOutcome = z.output<typeof ItemOutcome>;

export const isActive = ({ status }: IngestionJob): boolean => status === 'queued' || status === 'processing';

/** Whether a job has ended with failures. */
export const hasFailures = ({ status }: IngestionJob): boolean => status === 'failed' || status === 'partial_failure';

/** When an active job started processing, or was created if it still waits. */
export const activeSince = ({ status, started_at, created_at }: IngestionJob): number =>
  status === 'processing' ? (started_at ?? created_at) : created_at;

export const isStuck = (job: IngestionJob, thresholdSeconds: number, now: Date): boolean =>
  isActive(job) && activeSince(job) < now.getTime() - thresholdSeconds * 1000;

/** The final status and counts of a job, from the outcomes of its works. */
export function conclusion(outcomes: ItemOutcome[]) {
  const count = (outcome: ItemOutcome) => outcomes.filter((each) => each === outcome).length;
  const counts: JobCounts = {
    found: outcomes.length,
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
  };
  return { status: counts.failed > 0 ? ('partial_failure' as const) : ('completed' as const), counts };
}
