import { env } from '../runtime/env.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { log, metricFields } from '../runtime/log.ts';
import { registryDimensions, registryMetrics } from '../runtime/metrics.ts';
import type { Part } from './parts.ts';
import { type PartProgress, readProgress, saveProgress } from './progress.ts';

/**
 * During a deployment, functions of the previous version still write records of the older shape. A second pass, this
 * long after the start of the first, rewrites them.
 */
const secondPassAfterMs = 60 * 60_000;
const passesNeeded = 2;

/** A list shard is one partition, which accepts about a thousand writes a second from all writers. */
const rewritesAtOnce = 4;

/** With this many failures the cause is not in the records: the run ends. */
const maxFailures = 100;

/**
 * Rewrites the records of all parts in the current shapes, until the deadline (milliseconds since the epoch). Resumes
 * where the last run ended; if nothing is left, it takes one read. Concurrent runs are safe. Throws at the end if
 * records could not be rewritten; the next run tries them again.
 */
export async function backfill(parts: readonly Part[], { now, deadlineMs }: { now: Date; deadlineMs: number }) {
  const progress = await readProgress();
  const run = new Run(deadlineMs);
  let unfinished = 0;
  for (const part of parts) {
    const before = progress.get(part.name);
    if (isDone(part, before)) continue;
    const isWaiting = before?.shape === part.shape && before.passes > 0 && now.getTime() < secondPassAtMs(before);
    const after = isWaiting || run.isOver() ? before : await run.pass(part, before, now);
    if (!isDone(part, after)) unfinished += 1;
  }
  if (unfinished === 0 && run.counts.rewritten === 0) return;
  const rewritten = { [registryMetrics.rewritten]: { value: run.counts.rewritten, unit: 'Count' as const } };
  log('info', 'Records rewritten in the current shape', {
    ...run.counts,
    unfinishedParts: unfinished,
    ...metricFields(rewritten, registryDimensions(env('TABLE_NAME'))),
  });
  if (run.counts.failed > 0) throw new Error(`${run.counts.failed} records could not be rewritten`);
}

const isDone = ({ shape }: Part, progress: PartProgress | undefined) =>
  progress?.shape === shape && progress.passes >= passesNeeded;

const secondPassAtMs = ({ startedAtMs }: PartProgress) => startedAtMs + secondPassAfterMs;

/** One run of the job: its deadline and its counts. */
class Run {
  readonly counts = { rewritten: 0, current: 0, gone: 0, failed: 0 };
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  isOver(): boolean {
    return Date.now() >= this.#deadlineMs;
  }

  /** Processes a part to its end or to the deadline and returns its progress. Stops if another run is processing it. */
  async pass(part: Part, before: PartProgress | undefined, now: Date): Promise<PartProgress | undefined> {
    let saved = before;
    let at: PartProgress =
      before?.shape === part.shape
        ? before
        : { shape: part.shape, startedAtMs: now.getTime(), passes: 0, after: null, failed: 0 };
    do {
      const { items, next } = await part.findPage(at.after ?? undefined);
      const failed = await this.#rewrite(part, items);
      // The rest of the page is found again by the next run, because rewritten records no longer match.
      if (failed === undefined) return saved;
      at = progressAfter(at, next, failed);
      if (!(await saveProgress(part.name, saved, at))) return saved;
      saved = at;
    } while (at.after !== null && !this.isOver());
    return saved;
  }

  /** The number of records of a page that could not be rewritten; undefined if the deadline came before the last. */
  async #rewrite(part: Part, ids: readonly string[]): Promise<number | undefined> {
    let failed = 0;
    let isOver = false;
    await inParallel(ids, rewritesAtOnce, async (id) => {
      isOver ||= this.isOver();
      if (isOver) return;
      try {
        this.counts[await part.rewrite(id)] += 1;
      } catch (error) {
        log('error', 'Record not rewritten', { part: part.name, id, error });
        this.counts.failed += 1;
        failed += 1;
        if (this.counts.failed >= maxFailures) throw error;
      }
    });
    return isOver ? undefined : failed;
  }
}

/** The progress after a page. A pass with failures is repeated. */
function progressAfter(at: PartProgress, next: string | undefined, failures: number): PartProgress {
  const failed = at.failed + failures;
  if (next !== undefined) return { ...at, after: next, failed };
  return { ...at, after: null, failed: 0, passes: failed > 0 ? at.passes : at.passes + 1 };
}
