import { unmatchedPublications } from '#src/records/store/list-rows.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import { type RepairOptions, repairLinks } from './repair-links.ts';
import {
  type FailedInShard,
  failedIn,
  isComplete,
  newReport,
  resultOf,
  type ShardReport,
  shardNumbers,
  shardOfPart,
  walkShards,
} from './shards.ts';

const publicationsAtOnce = 4;

export interface BulkRepairOptions extends RepairOptions {
  /** The number of publications to examine in each shard. */
  limitPerShard: number;
  /** No work starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
}

export type RepairShardReport = ShardReport & { changed: number };

export interface BulkRepairResult {
  dryRun: boolean;
  totals: { examined: number; changed: number };
  shards: RepairShardReport[];
  /** Publications that failed, to be retried once at the end of the round. */
  failed: FailedInShard[];
  failed_total: number;
  complete: boolean;
}

/**
 * Repairs the links of publications that need attention, at most `limitPerShard` in each list shard and until the
 * deadline. Each call continues where the last one ended; a new round follows a completed one. A dry run examines the
 * same publications and stores nothing. Throws Problem `internal_error` with the result as details if a publication or
 * shard failed.
 */
export async function repairAllLinks(options: BulkRepairOptions): Promise<BulkRepairResult> {
  const { dryRun, cesamOnly, context, limitPerShard: limit, deadlineMs } = options;
  const pass = cesamOnly ? 'repair-partner' : 'repair';
  const run = await PassRun.continue({ pass, now: context.now, deadlineMs, pauses: noPauses, isDry: dryRun });
  const shards: RepairShardReport[] = shardNumbers.map((shard) => ({ ...newReport(shard), changed: 0 }));
  const partOf = (report: RepairShardReport) => ({
    atOnce: publicationsAtOnce,
    findPage: async (after: string | undefined) => {
      const ids = await unmatchedPublications(report.shard, after);
      return { items: ids.map((id) => ({ id, position: id })), next: undefined };
    },
    handle: async ([doi = '']: string[]) => {
      if ((await repairLinks(doi, options))?.changed) report.changed += 1;
    },
  });
  await walkShards(run, shards, { limit, partOf });
  const sum = (name: 'count' | 'changed') => shards.reduce((total, report) => total + report[name], 0);
  const totals = { examined: sum('count'), changed: sum('changed') };
  return resultOf({ dryRun, totals, shards, ...failedIn(run, shardOfPart), complete: isComplete(shards) });
}
