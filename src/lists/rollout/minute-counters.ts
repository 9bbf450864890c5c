import { outsideInvocation } from '#src/runtime/invocation.ts';
import { log } from '#src/runtime/log.ts';
import { rolloutMinuteShards } from '#src/table/keys.ts';
import { addToMinute, type MinuteCounters } from './store/minutes.ts';

/**
 * This process's counters not yet stored. They are written during a later search, so that no answer waits for a write.
 * Counts after the last write are lost if no more searches come.
 */

const minuteMs = 60_000;
const writeEveryMs = 5_000;
/** A longer write is abandoned, and its counts are lost. */
const writeTimeoutMs = 250;

/** By the start of the minute. */
let pending = new Map<number, MinuteCounters>();
let writtenAtMs = Number.NEGATIVE_INFINITY;
const shard = Math.floor(Math.random() * rolloutMinuteShards);

/** Counts a request that ended now. */
export function countInMinute(isError: boolean, durationMs: number, nowMs: number): void {
  const startMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const { requests, errors, total_latency } = pending.get(startMs) ?? { requests: 0, errors: 0, total_latency: 0 };
  pending.set(startMs, {
    requests: requests + 1,
    errors: errors + Number(isError),
    total_latency: total_latency + durationMs,
  });
}

/**
 * Stores earlier counts, at most once in 5 s. Never rejects. Outlasts the handler: await it before the invocation ends.
 */
export async function storeCounts(nowMs: number): Promise<void> {
  if (pending.size === 0 || Math.abs(nowMs - writtenAtMs) < writeEveryMs) return;
  const counted = [...pending];
  pending = new Map();
  writtenAtMs = nowMs;
  const deadline = AbortSignal.timeout(writeTimeoutMs);
  const write = () => Promise.all(counted.map(([ms, counters]) => addToMinute(ms, shard, counters, deadline)));
  await outsideInvocation(write).catch((error: unknown) => {
    log('warn', 'Counts of the rollout were not stored', { error });
  });
}
