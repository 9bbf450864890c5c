import { inParallel } from '../runtime/in-parallel.ts';
import type { PassRun } from './run.ts';
import type { PassProgress } from './stored-pass.ts';

/** Records between two writes of the progress. */
const savedEvery = 100;

/** A record of a page. A walk can continue after it if it has a position; otherwise with its page. */
export interface PassItem {
  id: string;
  position?: string;
}

/** Records that are dealt with in one order, such as those of a list shard. */
export interface PassPart {
  /** Unique and permanent: progress and failed records are stored under this name. */
  name: string;
  /** What the records are brought to. The part starts over when it changes. */
  target?: string;
  /** The records after a position, and the position of the next page. Undefined if they cannot be found now. */
  findPage(after: string | undefined): Promise<{ items: PassItem[]; next: string | undefined } | undefined>;
  /** Deals with records. Done again, it does no harm. */
  handle(ids: string[]): Promise<unknown>;
  /** How many records are dealt with together. Default 1. */
  batchSize?: number;
  /** How many batches are dealt with at once. */
  atOnce: number;
  /** Whether a round starts over, instead of going on from this progress. */
  startsOver?(progress: PassProgress): boolean;
  /** Whether a later run continues after the last record, instead of at the start. */
  isFeed?: boolean;
  /** What is dealt with is gone: nothing is stored of a round that finds nothing. */
  deletes?: boolean;
}

/** What a walk did. */
export interface Walked {
  /** Whether it has come to the end. */
  hasEnded: boolean;
  done: number;
  /** Records that have failed in this walk. */
  failed: number;
  /** Records that others were changing all the time. */
  busy: number;
  /** Records that it has found and not reached; null if another run goes on with the part. */
  left: number | null;
}

/**
 * Goes on with a part from where the last run has come, at most to the deadline or the limit, and stores how far. Records
 * that have failed and are not due again are left out. If another run goes on with the part, it stops.
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

/** Tries the records of a part again that have failed in earlier runs and are due, each alone. */
export async function retryFailed(run: PassRun, part: PassPart): Promise<Walked> {
  const walked = nothingWalked();
  const ids = run.retries(part.name).map((id) => ({ id }));
  const reached = await dealWith(run, { ...part, batchSize: 1 }, ids, walked);
  return { ...walked, hasEnded: reached === ids.length, left: ids.length - reached };
}

/** Begins a new round of a part with the next walk. */
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

/** Deals with records in their order until the time is over, and returns how many it has reached. */
async function dealWith(run: PassRun, part: PassPart, items: readonly PassItem[], walked: Walked): Promise<number> {
  const { name, batchSize = 1, atOnce } = part;
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, n) =>
    items.slice(n * batchSize, (n + 1) * batchSize),
  );
  let reached = 0;
  let isOver = false;
  await inParallel(batches, atOnce, async (batch) => {
    // Batches are taken in their order, so those that are reached come before all others.
    isOver ||= run.isOver();
    if (isOver) return;
    reached += batch.length;
    const ids = batch.map(({ id }) => id).filter((id) => !run.isWaiting(name, id));
    const outcomes = await run.attemptAll(name, ids, part.handle);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome !== 'notTried') walked[outcome] += 1;
      // The walk goes past it, so it is noted for the next run.
      if (outcome === 'busy') await run.noteBusy({ kind: name, id: ids[index] ?? '' });
    }
  });
  return reached;
}
