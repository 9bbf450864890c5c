import { inParallel } from '#src/runtime/in-parallel.ts';
import type { PassRun } from './run.ts';
import type { PassProgress } from './stored-pass.ts';

/** Records between two writes of the progress. */
const savedEvery = 100;

/** A record of a page. A walk can continue after it if it has a position; otherwise after its page. */
export interface PassItem {
  id: string;
  position?: string;
}

/** Records processed in one order, such as those of a list shard. */
export interface PassPart {
  /** Unique and permanent: progress and failed records are stored under this name. */
  name: string;
  /** The state that records are brought to. The part starts over when it changes. */
  target?: string;
  /** The records after a position, and the position of the next page. Undefined if they cannot be found now. */
  findPage(after: string | undefined): Promise<{ items: PassItem[]; next: string | undefined } | undefined>;
  /** Processes records. Must be idempotent. */
  handle(ids: string[]): Promise<unknown>;
  /** Records processed together. Default 1. */
  batchSize?: number;
  /** Batches processed at once. */
  atOnce: number;
  /** Whether a round starts over instead of continuing from this progress. */
  startsOver?(progress: PassProgress): boolean;
  /** Whether a later run continues after the last record instead of at the start. */
  isFeed?: boolean;
  /** Processed records are gone, so nothing is stored for a round that finds nothing. */
  deletes?: boolean;
}

/** The result of a walk. */
export interface Walked {
  /** Whether it has reached the end. */
  hasEnded: boolean;
  done: number;
  /** Records that have failed in this walk. */
  failed: number;
  /** Records that were busy because of concurrent changes. */
  busy: number;
  /** Records found but not reached; null if another run has continued the part. */
  left: number | null;
}

/**
 * Continues a part from the last stored progress, up to the deadline or the limit, and stores the new progress. Skips
 * failed records that are not due. Stops if another run continues the part.
 */
export async function walk(run: PassRun, part: PassPart, limit = Number.POSITIVE_INFINITY): Promise<Walked> {
  const walked = nothingWalked();
  let at = startOf(run, part);
  let taken = 0;
  while (!run.isOver() && taken < limit) {
    const page = await part.findPage(at.after ?? undefined);
    if (!page) return walked;
    const { items, next } = page;
    for (let start = 0; start < items.length || start === 0; start += savedEvery) {
      const slice = items.slice(start, start + Math.min(savedEvery, limit - taken));
      const reached = await dealWith(run, part, slice, walked);
      taken += reached;
      const isPageDone = start + reached === items.length;
      const last = items[start + reached - 1]?.position;
      const hasEnded = isPageDone && next === undefined;
      const after = isPageDone ? (next ?? (part.isFeed ? (last ?? at.after) : null)) : (last ?? at.after);
      walked.left = items.length - start - reached;
      const reachedAt = { ...at, after, ended: hasEnded, rounds: at.rounds + (hasEnded ? 1 : 0) };
      const isUnchanged = part.isFeed ? at.ended : part.deletes && at.after === null;
      const isIdle = isUnchanged && items.length === 0 && hasEnded;
      if (!isIdle && !(await run.saveProgress(part.name, reachedAt))) return { ...walked, left: null };
      at = reachedAt;
      if (hasEnded) return { ...walked, hasEnded };
      if (reached < slice.length || taken >= limit || run.isOver()) return walked;
    }
  }
  return walked;
}

/** Retries the due failed records of a part, each separately. */
export async function retryFailed(run: PassRun, part: PassPart): Promise<Walked> {
  const walked = nothingWalked();
  const ids = run.retries(part.name).map((id) => ({ id }));
  const reached = await dealWith(run, { ...part, batchSize: 1 }, ids, walked);
  return { ...walked, hasEnded: reached === ids.length, left: ids.length - reached };
}

/** Makes the next walk of a part begin a new round. */
export async function beginRound(run: PassRun, { name }: PassPart): Promise<void> {
  const stored = run.progressOf(name);
  if (stored) await run.saveProgress(name, { ...stored, after: null, ended: false });
}

const nothingWalked = (): Walked => ({ hasEnded: false, done: 0, failed: 0, busy: 0, left: 0 });

function startOf(run: PassRun, { name, target = '', startsOver }: PassPart): PassProgress {
  const stored = run.progressOf(name);
  const fresh = { started_at: run.now.getTime(), saved_at: 0, after: null, ended: false, version: 0 };
  if (stored?.target !== target) return { ...fresh, target, rounds: 0 };
  return startsOver?.(stored) ? { ...stored, ...fresh } : stored;
}

/** Processes records in order until the time is over, and returns the number reached. */
async function dealWith(run: PassRun, part: PassPart, items: readonly PassItem[], walked: Walked): Promise<number> {
  const { name, batchSize = 1, atOnce } = part;
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, n) =>
    items.slice(n * batchSize, (n + 1) * batchSize),
  );
  let reached = 0;
  let isOver = false;
  await inParallel(batches, atOnce, async (batch) => {
    // Batches are taken in order, so those reached come before all others.
    isOver ||= run.isOver();
    if (isOver) return;
    reached += batch.length;
    const ids = batch.map(({ id }) => id).filter((id) => !run.isWaiting(name, id));
    const outcomes = await run.attemptAll(name, ids, part.handle);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome !== 'notTried') walked[outcome] += 1;
      // The walk continues after it, so it is noted for the next run.
      if (outcome === 'busy') await run.noteBusy({ kind: name, id: ids[index] ?? '' });
    }
  });
  return reached;
}
