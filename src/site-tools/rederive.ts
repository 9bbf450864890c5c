import type { ChangeContext } from '../domain/audit.ts';
import { OrcidListings, rederivePublication } from '../ingestion/rederive.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { keys } from '../storage/keys.ts';
import { rowIds } from '../storage/list-rows.ts';
import { positionOf, savePosition } from './progress.ts';
import { attemptTask, isComplete, newReport, resultOf, type ShardReport, shardNumbers } from './shards.ts';

const shardsAtOnce = 4;
const publicationsAtOnce = 4;

export interface RederiveAllOptions {
  dryRun: boolean;
  /** How many publications to examine in each shard. */
  limitPerShard: number;
  by: ChangeContext;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
}

export type RederiveShardReport = ShardReport & { changed: number; incomplete: number };

export interface RederiveAllResult {
  dryRun: boolean;
  totals: { examined: number; changed: number; incomplete: number };
  /** In how many publications each field changes. */
  fields: Record<string, number>;
  /** Of how many publications the answer of each source is not kept. */
  missing: Record<string, number>;
  shards: RederiveShardReport[];
  complete: boolean;
}

/**
 * Derives publications again from the stored answers, in every list shard at most `limitPerShard` and until the
 * deadline. Each call continues where the last one ended, and begins a new pass after the end of one; dry runs have a
 * pass of their own. Throws Problem `internal_error` with the result as details if a shard failed.
 */
export async function rederiveAll(options: RederiveAllOptions): Promise<RederiveAllResult> {
  const { dryRun } = options;
  const counts = { fields: {}, missing: {} };
  const shards = await inParallel(shardNumbers, shardsAtOnce, async (shard) => {
    const report: RederiveShardReport = { ...newReport(shard), left: null, changed: 0, incomplete: 0 };
    await attemptTask(report, () => rederiveShard(report, options, counts));
    return report;
  });
  // A shard that is done waits for the others: a new pass begins in all of them.
  if (isComplete(shards))
    await inParallel(shardNumbers, shardsAtOnce, (shard) => savePosition(keyOf(shard, dryRun), null, options.by.now));
  const sum = (name: 'count' | 'changed' | 'incomplete') => shards.reduce((total, report) => total + report[name], 0);
  const totals = { examined: sum('count'), changed: sum('changed'), incomplete: sum('incomplete') };
  return resultOf({ dryRun, totals, ...counts, shards, complete: isComplete(shards) });
}

type Counts = Pick<RederiveAllResult, 'fields' | 'missing'>;

async function rederiveShard(report: RederiveShardReport, options: RederiveAllOptions, counts: Counts): Promise<void> {
  const { limitPerShard, deadlineMs, dryRun, by } = options;
  const key = keyOf(report.shard, dryRun);
  const position = await positionOf(key, by.now);
  const ids = await idsAfter(report.shard, position);
  report.left = ids.length;
  const wanted = ids.slice(0, limitPerShard);
  const listings = new OrcidListings();
  for (let start = 0; start < wanted.length && Date.now() < deadlineMs; start += publicationsAtOnce) {
    const group = wanted.slice(start, start + publicationsAtOnce);
    await inParallel(group, publicationsAtOnce, (doi) =>
      // One that fails must not keep the next call from those after it.
      attemptTask(report, async () => {
        const result = await rederivePublication(doi, { dryRun, by, listings });
        if (!result) return;
        report.changed += result.fields.length > 0 ? 1 : 0;
        report.incomplete += result.missing.length > 0 ? 1 : 0;
        for (const field of result.fields) counts.fields[field] = (counts.fields[field] ?? 0) + 1;
        for (const source of result.missing) counts.missing[source] = (counts.missing[source] ?? 0) + 1;
      }),
    );
    report.count += group.length;
    report.left -= group.length;
  }
  await savePosition(key, ids[report.count - 1] ?? position ?? null, by.now);
}

const keyOf = (shard: number, dryRun: boolean) => keys.repairProgress(dryRun ? 'rederive-count' : 'rederive', shard);

async function idsAfter(shard: number, position: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let after = position; ; ) {
    const { items, next } = await rowIds('PUB', shard, after);
    ids.push(...items);
    if (next === undefined) return ids;
    after = next;
  }
}
