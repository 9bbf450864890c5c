import * as z from 'zod';

const JobStatus = z.enum(['queued', 'processing', 'completed', 'partial_failure', 'failed']);

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
});
export type IngestionJob = z.output<typeof IngestionJob>;

export const WorkOutcome = z.enum(['created', 'updated', 'skipped', 'failed']);
export type WorkOutcome = z.output<typeof WorkOutcome>;

export const isActive = ({ status }: IngestionJob): boolean => status === 'queued' || status === 'processing';

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
