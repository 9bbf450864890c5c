import { declarationOf, type SourceName } from '../../domain/sources/declarations.ts';
import { slotSecondsAhead, takeSourceSlot } from '../../ingestion/storage/source-pace.ts';
import { sourceEnv } from '../../runtime/env.ts';
import { sleep } from '../../runtime/sleep.ts';
import { SourceCallPostponed } from './source.ts';

/**
 * Takes the next free slot of a source, at most `secondsAhead` ahead. Resolves to the milliseconds until then, or to
 * undefined if none is free so soon.
 */
export type TakeSlot = (
  source: SourceName,
  limitPerSecond: number,
  range: { secondsAhead: number },
) => Promise<number | undefined>;

/**
 * Resolves when a request to the source is allowed, by the concurrency limit of the process and the rate limit shared by
 * all processes. The caller must call the returned function to release its place. A rate of 0 means no rate limit.
 * Rejects with SourceCallPostponed if no slot is free within `slotSecondsAhead` (default 15 s), and with the signal's
 * reason if it aborts first.
 */
export type Throttle = (source: SourceName, signal?: AbortSignal, secondsAhead?: number) => Promise<() => void>;

/** A fair semaphore: waiters get a place in the order they came. */
class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async take(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** Creates a throttle with its own concurrency limits. The process has one; tests create their own. */
export function createThrottle(takeSlot: TakeSlot, perSecond: (source: SourceName) => number, wait = sleep): Throttle {
  const semaphores = new Map<SourceName, Semaphore>();
  return async (source, signal, secondsAhead = slotSecondsAhead) => {
    const semaphore = semaphores.get(source) ?? new Semaphore(declarationOf(source).maxInFlight);
    semaphores.set(source, semaphore);
    const release = await semaphore.take(signal);
    try {
      const limit = perSecond(source);
      const waitMs = limit === 0 ? 0 : await takeSlot(source, limit, { secondsAhead });
      if (waitMs === undefined) {
        throw new SourceCallPostponed(source, 'is being called by too many workers', secondsAhead);
      }
      if (waitMs > 0) await wait(waitMs, signal);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  };
}

export const throttle: Throttle = createThrottle(takeSourceSlot, (source) => sourceEnv(source, 'REQUESTS_PER_SECOND'));
