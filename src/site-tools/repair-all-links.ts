import { inParallel } from '../runtime/in-parallel.ts';
import { keys } from '../storage/keys.ts';
import { unmatchedPublications } from '../storage/list-rows.ts';
import { positionOf, savePosition } from './progress.ts';
import { type RepairOptions, repairLinks } from './repair-links.ts';
import { attemptTask, isComplete, newReport, resultOf, type ShardReport, shardNumbers } from './shards.ts';

const shardsAtOnce = 4;
const publicationsAtOnce = 4;
export interface BulkRepairOptions extends RepairOptions {
  /** How many publications to examine in each shard. */
  limitPerShard: number;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
}

export type RepairShardReport = ShardReport & { changed: number };

export interface BulkRepairResult {
  dryRun: boolean;
  totals: { examined: number; changed: number };
  shards: RepairShardReport[];
  complete: boolean;
}

/**
 * Repairs the links of publications that need attention, in every list shard at most `limitPerShard` and until the
 * deadline. Each call continues where the last one ended in each shard, whatever it changed, and begins a new pass after
 * the end of one. A dry run examines the same and stores nothing. Throws Problem `internal_error` with the result as
 * details if a shard failed.
 */
export async function repairAllLinks(options: BulkRepairOptions): Promise<BulkRepairResult> {
  const { dryRun } = options;
  const shards = await inParallel(shardNumbers, shardsAtOnce, async (shard) => {
    const report: RepairShardReport = { ...newReport(shard), left: null, changed: 0 };
    await attemptTask(report, () => repairShard(report, options));
    return report;
  });
  const sum = (name: 'count' | 'changed') => shards.reduce((total, report) => total + report[name], 0);
  const totals = { examined: sum('count'), changed: sum('changed') };
  return resultOf({ dryRun, totals, shards, complete: isComplete(shards) });
}

async function repairShard(report: RepairShardReport, options: BulkRepairOptions): Promise<void> {
  const { limitPerShard, deadlineMs, dryRun, cesamOnly, by } = options;
  const key = keys.repairProgress(cesamOnly ? 'partner' : 'all', report.shard);
  const ids = await unmatchedPublications(report.shard, await positionOf(key, by.now));
  report.left = ids.length;
  const wanted = ids.slice(0, limitPerShard);
  for (let start = 0; start < wanted.length && Date.now() < deadlineMs; start += publicationsAtOnce) {
    const group = wanted.slice(start, start + publicationsAtOnce);
    await inParallel(group, publicationsAtOnce, (doi) =>
      // One that fails must not keep the next call from those after it.
      attemptTask(report, async () => {
        if ((await repairLinks(doi, options))?.changed) report.changed += 1;
      }),
    );
    report.count += group.length;
    report.left -= group.length;
  }
  if (!dryRun) await savePosition(key, report.left === 0 ? null : (ids[report.count - 1] ?? null), by.now);
}
