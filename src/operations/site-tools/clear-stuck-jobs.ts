import { activeSince, type IngestionJob } from '#src/ingestion/domain/job.ts';
import { failJob } from '#src/ingestion/store/jobs.ts';
import { stuckJobs } from '#src/ingestion/store/stuck-jobs.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { shardOf } from '#src/table/keys.ts';
import { attemptTask, isComplete, newReport, resultOf, type ShardReport, shardNumbers } from './shards.ts';

const jobsAtOnce = 8;

export interface ClearOptions {
  /** Jobs active for longer are stuck. */
  thresholdSeconds: number;
  dryRun: boolean;
  /** The error message of the failed jobs. */
  reason: string;
  context: ChangeContext;
  /** No work starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
}

/** A stuck job as found. */
export interface StuckJob {
  job_id: string;
  orcid_id: string;
  status: 'queued' | 'processing';
  /** How long it has been waiting or working. */
  age_seconds: number;
  /** The source that it waits for, and until when. */
  waiting_for: string | null;
  waiting_until: number | null;
  /** Whether this call has failed it. */
  cleared: boolean;
}

export interface ClearResult {
  dryRun: boolean;
  /** `found`: all stuck jobs; `cleared`: those failed by this call, or in a dry run those that would be. */
  totals: { found: number; cleared: number };
  shards: ShardReport[];
  complete: boolean;
  /** The stuck jobs, longest active first. */
  jobs: StuckJob[];
}

/**
 * Fails the jobs that have been active for too long, each with its event and audit record, or only lists them in a dry
 * run. A shard's jobs are those of its researchers. Jobs that end by themselves in the meantime are not counted. Throws
 * Problem `internal_error` with the result as details if a shard failed.
 */
export async function clearStuckJobs(options: ClearOptions): Promise<ClearResult> {
  const { dryRun, thresholdSeconds, context } = options;
  const found = await stuckJobs(thresholdSeconds, context.now);
  const jobs = found.map((each) => ({ ...describe(each, context.now), cleared: false }));
  const shards = await inParallel(shardNumbers, 2, async (shard) => {
    const report = newReport(shard);
    const ofShard = jobs.filter(({ orcid_id }) => shardOf(orcid_id) === shard);
    if (dryRun) return { ...report, count: ofShard.length };
    report.left = ofShard.length;
    await attemptTask(report, () => clear(ofShard, report, options));
    return report;
  });
  const cleared = shards.reduce((sum, { count }) => sum + count, 0);
  return resultOf({ dryRun, totals: { found: jobs.length, cleared }, shards, complete: isComplete(shards), jobs });
}

function describe(job: IngestionJob, now: Date) {
  const { job_id, orcid_id, waiting_for, waiting_until } = job;
  const status = job.status === 'queued' ? ('queued' as const) : ('processing' as const);
  return {
    job_id,
    orcid_id,
    status,
    age_seconds: Math.floor((now.getTime() - activeSince(job)) / 1000),
    waiting_for,
    waiting_until,
  };
}

async function clear(
  jobs: StuckJob[],
  report: ShardReport,
  { reason, context, deadlineMs }: ClearOptions,
): Promise<void> {
  let left = jobs.length;
  await inParallel(jobs, jobsAtOnce, async (job) => {
    if (Date.now() >= deadlineMs) return;
    if (await failJob(job.job_id, reason, context.now, { audit: context })) {
      job.cleared = true;
      report.count += 1;
    }
    left -= 1;
    report.left = left;
  });
}
