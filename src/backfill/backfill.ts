import { inParallel } from '../runtime/in-parallel.ts';
import { log, metric } from '../runtime/log.ts';
import type { Part } from './parts.ts';
import { type PartProgress, readProgress, saveProgress } from './progress.ts';

/**
 * While a deployment is under way, functions of the version before still write records of the older shape. A second
 * pass, so much later, finds those.
 */
const secondPassAfterMs = 60 * 60_000;
const passesNeeded = 2;

/** A shard of a list is one partition of the table, which takes about a thousand writes a second from everybody. */
const rewritesAtOnce = 4;

/** That many records cannot be broken each by itself. */
const mostFailures = 100;

/**
 * Brings the records of all parts to the current shapes, until the deadline (milliseconds since the epoch). Goes on where
 * the last run ended, however that ended; where nothing is to be done it costs one read. Two runs at once do the work
 * of one. Throws when records could not be rewritten, once it has done the others: it tries them again in the next run.
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
  metric('RecordsRewritten', run.counts.rewritten, 'Count', { unfinishedParts: unfinished });
  log('info', 'records brought to the current shape', { ...run.counts, unfinishedParts: unfinished });
  if (run.counts.failed > 0) throw new Error(`${run.counts.failed} records could not be rewritten`);
}

const isDone = ({ shape }: Part, progress: PartProgress | undefined) =>
  progress?.shape === shape && progress.passes >= passesNeeded;

const secondPassAtMs = ({ startedAtMs }: PartProgress) => startedAtMs + secondPassAfterMs;

/** One run of the job. */
class Run {
  readonly counts = { rewritten: 0, current: 0, gone: 0, failed: 0 };
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  isOver(): boolean {
    return Date.now() >= this.#deadlineMs;
  }

  /** Goes through a part to its end or to the deadline; how far it has come. Leaves it to another run that is at it. */
  async pass(part: Part, before: PartProgress | undefined, now: Date): Promise<PartProgress | undefined> {
    let saved = before;
    let at: PartProgress =
      before?.shape === part.shape
        ? before
        : { shape: part.shape, startedAtMs: now.getTime(), passes: 0, after: null, failed: 0 };
    do {
      const { items, next } = await part.findPage(at.after ?? undefined);
      const failed = await this.#rewrite(part, items);
      // What this page has left is found again: what is rewritten is no longer of an older shape.
      if (failed === undefined) return saved;
      at = advanced(at, next, failed);
      if (!(await saveProgress(part.name, saved, at))) return saved;
      saved = at;
    } while (at.after !== null && !this.isOver());
    return saved;
  }

  /** How many records of a page could not be rewritten; undefined when the time was over before the last. */
  async #rewrite(part: Part, ids: readonly string[]): Promise<number | undefined> {
    let failed = 0;
    let isCut = false;
    await inParallel(ids, rewritesAtOnce, async (id) => {
      isCut ||= this.isOver();
      if (isCut) return;
      try {
        this.counts[await part.rewrite(id)] += 1;
      } catch (error) {
        log('error', 'record not rewritten', { part: part.name, id, error });
        this.counts.failed += 1;
        failed += 1;
        if (this.counts.failed >= mostFailures) throw error;
      }
    });
    return isCut ? undefined : failed;
  }
}

/** A pass with failures is made once more. */
function advanced(at: PartProgress, next: string | undefined, failures: number): PartProgress {
  const failed = at.failed + failures;
  if (next !== undefined) return { ...at, after: next, failed };
  return { ...at, after: null, failed: 0, passes: failed > 0 ? at.passes : at.passes + 1 };
}
