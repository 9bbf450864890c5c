import { Contention, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { listShards } from '#src/table/keys.ts';
import type { PassRun } from '#src/table/passes/run.ts';
import { beginRound, type PassPart, retryFailed, type Walked, walk } from '#src/table/passes/walk.ts';

const shardsAtOnce = 4;
/** A round that was not continued for a day starts over. */
const roundMs = 24 * 3_600_000;
/** Limit of failed records in an answer. */
const maxFailed = 100;

/** The results of a tool in one list shard. */
export interface ShardReport {
  shard: number;
  ok: boolean;
  count: number;
  /** The number left for another call; null if unknown after a failure. */
  left: number | null;
  error?: string;
}

/** A record that failed in a tool, with the reason. */
export interface FailedInShard {
  shard: number;
  id: string;
  reason: string;
  /** The number of failures in a row. */
  attempts: number;
}

/** The numbers of all list shards. */
export const shardNumbers = Array.from({ length: listShards }, (_, shard) => shard);

/** The report of a shard before any work. */
export const newReport = (shard: number): ShardReport => ({ shard, ok: true, count: 0, left: 0 });

const shardFailed = { ok: false, error: 'This shard failed. The log has the reason; try again' };
/** Fields of the report of a shard with failed records. */
export const recordsFailed = { ok: false, error: '`failed` names what failed in this shard; try again' };

/**
 * Runs a part of a tool's work in a shard, so that its failure does not stop the other shards. False if it failed.
 * Contention is not a failure: another call does the rest.
 */
export async function attemptTask(report: ShardReport, task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if (error instanceof Contention) log('warn', 'List shard busy', { shard: report.shard, error });
    else {
      log('error', 'List shard failed', { shard: report.shard, error });
      Object.assign(report, shardFailed);
    }
    return false;
  }
}

/**
 * Continues a round through all list shards, with at most `limit` records in each. Once all shards have ended, retries
 * the failures of earlier calls, and the next call begins a new round. Failed and busy records are left for another
 * call; only failed ones make their shard fail.
 */
export async function walkShards<R extends ShardReport>(
  run: PassRun,
  reports: readonly R[],
  { limit, partOf }: { limit: number; partOf: (report: R) => Omit<PassPart, 'name' | 'startsOver'> },
): Promise<void> {
  const shards = reports.map((report) => {
    const part: PassPart = {
      name: String(report.shard),
      startsOver: ({ saved_at }) => saved_at <= run.now.getTime() - roundMs,
      ...partOf(report),
    };
    return { report, part, walked: notWalked };
  });
  await inParallel(shards, shardsAtOnce, async (shard) => {
    const { report, part } = shard;
    report.left = null;
    await attemptTask(report, async () => {
      shard.walked = hasEnded(run, part) ? atEnd : await walk(run, part, limit);
      add(report, shard.walked);
    });
  });
  if (shards.every(({ walked }) => walked.hasEnded)) await endRound(run, shards);
  for (const { report, part } of shards) {
    if (report.left !== null) report.left += run.failures(part.name).length;
  }
}

/** Retries failed records. The round is over when each has been retried and none was busy. */
async function endRound(
  run: PassRun,
  shards: readonly { report: ShardReport; part: PassPart; walked: Walked }[],
): Promise<void> {
  const retried = await inParallel(shards, shardsAtOnce, async ({ report, part }) => {
    let found = notWalked;
    await attemptTask(report, async () => {
      found = await retryFailed(run, part);
      report.count += found.done;
      if (found.failed > 0) Object.assign(report, recordsFailed);
    });
    return found;
  });
  const isOver =
    shards.every(({ walked }) => walked.failed + walked.busy === 0) &&
    retried.every(({ hasEnded, busy }) => hasEnded && busy === 0);
  if (isOver) await inParallel(shards, shardsAtOnce, ({ part }) => beginRound(run, part));
}

function hasEnded(run: PassRun, { name, startsOver }: PassPart): boolean {
  const progress = run.progressOf(name);
  return progress?.ended === true && startsOver?.(progress) === false;
}

const notWalked: Walked = { hasEnded: false, done: 0, failed: 0, busy: 0, left: null };
const atEnd: Walked = { ...notWalked, hasEnded: true, left: 0 };

function add(report: ShardReport, { done, failed, left }: Walked): void {
  report.count += done;
  report.left = left;
  if (failed > 0) Object.assign(report, recordsFailed);
}

/** The failed records of a tool, for its answer. `placeOf` locates the records of a part. */
export function failedIn<Place extends { shard: number }>(
  run: PassRun,
  placeOf: (part: string) => Place,
): { failed: (FailedInShard & Place)[]; failed_total: number } {
  const all = run.failures();
  const failed = all.slice(0, maxFailed).map(({ kind, id, reason, attempts }) => {
    return { ...placeOf(kind), id, reason, attempts };
  });
  return { failed, failed_total: all.length };
}

/** The shard of a part, for `walkShards`. */
export const shardOfPart = (part: string) => ({ shard: Number(part) });

/** Whether nothing is left in any shard. */
export const isComplete = (shards: readonly ShardReport[]): boolean => shards.every(({ ok, left }) => ok && left === 0);

/** The result of a tool. Throws Problem `internal_error` with the result as details if a shard failed. */
export function resultOf<R extends { shards: readonly ShardReport[] }>(result: R): R {
  const failed = result.shards.filter(({ ok }) => !ok).map(({ shard }) => shard);
  if (failed.length === 0) return result;
  const text = `${failed.length} of ${result.shards.length} list shards failed (${failed.join(', ')}). Try again`;
  throw new Problem('internal_error', text, { details: { ...result }, cause: new Error(text) });
}
