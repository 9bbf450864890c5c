import { Contention, Problem } from '../errors.ts';
import { log } from '../runtime/log.ts';
import { listShards } from '../storage/keys.ts';

/** What a tool did in one list shard. */
export interface ShardReport {
  shard: number;
  ok: boolean;
  count: number;
  /** How many are left for another call; null if a failure left it unknown. */
  left: number | null;
  error?: string;
}

/** The numbers of all list shards. */
export const shardNumbers = Array.from({ length: listShards }, (_, shard) => shard);

/** The report of a shard in which nothing has been done. */
export const newReport = (shard: number): ShardReport => ({ shard, ok: true, count: 0, left: 0 });

/**
 * Runs a part of a tool's work in a shard, so that its failure does not end the work in the others. False if it failed.
 * Contention is no failure: what it kept from being done is left for another call.
 */
export async function attemptTask(report: ShardReport, task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if (error instanceof Contention) log('warn', 'List shard busy', { shard: report.shard, error });
    else {
      log('error', 'List shard failed', { shard: report.shard, error });
      Object.assign(report, { ok: false, error: 'This shard failed. The log has the reason; try again' });
    }
    return false;
  }
}

/** Whether nothing is left in any shard. */
export const isComplete = (shards: readonly ShardReport[]): boolean => shards.every(({ ok, left }) => ok && left === 0);

/** The result of a tool. Throws Problem `internal_error` with the result as details if a shard failed. */
export function resultOf<R extends { shards: readonly ShardReport[] }>(result: R): R {
  const failed = result.shards.filter(({ ok }) => !ok).map(({ shard }) => shard);
  if (failed.length === 0) return result;
  const text = `${failed.length} of ${result.shards.length} list shards failed (${failed.join(', ')}). Try again`;
  throw new Problem('internal_error', text, { details: { ...result }, cause: new Error(text) });
}
