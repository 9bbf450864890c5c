import { env } from '#src/runtime/env.ts';
import { log, metricFields } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { release } from '#src/runtime/release.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import { retryFailed, walk } from '#src/table/passes/walk.ts';
import type { Part } from './parts.ts';

/**
 * During a deployment, functions of the previous version still write the older shape. A second round, this long after
 * the start of the first, rewrites those records.
 */
const secondRoundAfterMs = 60 * 60_000;
const roundsNeeded = 2;
const weekMs = 7 * 24 * 3_600_000;

/** A list shard is one partition, which accepts about a thousand writes a second from all writers. */
const rewritesAtOnce = 4;

/**
 * Rewrites the records of all parts in the current shapes, until the deadline (milliseconds since the epoch). Resumes
 * where the last run ended; takes one read if nothing is left. Concurrent runs are safe. Throws at the end if any
 * records could not be rewritten; these are retried after growing pauses.
 */
export async function backfill(parts: readonly Part[], { now, deadlineMs }: { now: Date; deadlineMs: number }) {
  const run = await PassRun.continue({ pass: 'backfill', now, deadlineMs, pauses: hourlyPauses });
  const counts = { rewritten: 0, current: 0, gone: 0 };
  let unfinished = 0;
  for (const part of parts) {
    // Each release goes through all records: after a rollback and another upgrade, some may have an older shape again.
    const week = part.isWeekly ? ` in week ${Math.floor(now.getTime() / weekMs)}` : '';
    const target = `${part.shape} in ${release}${week}`;
    const roundsOf = () => {
      const progress = run.progressOf(part.name);
      return progress?.target === target ? progress : undefined;
    };
    const walked = {
      name: part.name,
      target,
      atOnce: rewritesAtOnce,
      findPage: async (after: string | undefined) => {
        const { items, next } = await part.findPage(after);
        return { items: items.map((id) => ({ id })), next };
      },
      handle: async ([id = '']: string[]) => {
        counts[await part.rewrite(id)] += 1;
      },
    };
    const before = roundsOf();
    const isDone = (before?.rounds ?? 0) >= roundsNeeded;
    const isWaiting = before?.rounds === 1 && before.ended && now.getTime() < before.started_at + secondRoundAfterMs;
    if (!isDone && !isWaiting) await walk(run, walked);
    if (run.retries(part.name).length > 0) await retryFailed(run, walked);
    if ((roundsOf()?.rounds ?? 0) < roundsNeeded || run.failures(part.name).length > 0) unfinished += 1;
  }
  if (unfinished === 0 && counts.rewritten === 0) return;
  const rewritten = { [registryMetrics.rewritten]: { value: counts.rewritten, unit: 'Count' as const } };
  log('info', 'Records rewritten in the current shape', {
    ...counts,
    failed: run.counts.failed,
    unfinishedParts: unfinished,
    ...metricFields(rewritten, registryDimensions(env('TABLE_NAME'))),
  });
  run.throwIfFailed();
}
