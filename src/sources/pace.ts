import { env } from '../runtime/env.ts';
import { sleep } from '../runtime/sleep.ts';
import { slotSecondsAhead, takeSourceSlot } from '../storage/source-pace.ts';
import { SourceCallPostponed, type SourceName } from './source.ts';

/** Takes the next free slot of a source; resolves to the milliseconds until it, or undefined when none is near. */
export type TakeSlot = (source: SourceName, limitPerSecond: number) => Promise<number | undefined>;

const rates = {
  orcid: 'ORCID_REQUESTS_PER_SECOND',
  crossref: 'CROSSREF_REQUESTS_PER_SECOND',
  datacite: 'DATACITE_REQUESTS_PER_SECOND',
  openalex: 'OPENALEX_REQUESTS_PER_SECOND',
} as const;

/** Requests in flight per process. Crossref's polite pool takes 3 at once over all, and up to 3 workers run. */
export const maxInFlight: Record<SourceName, number> = { orcid: 4, crossref: 1, datacite: 4, openalex: 4 };

/**
 * Resolves when the source may be asked: one of the process's places is free, and a slot of the pace that all processes
 * keep together has come. The caller gives the place back by calling what it resolves to. A pace of 0 keeps none.
 * Rejects with SourceCallPostponed when no slot is near, and with the signal's reason when that is aborted first.
 */
export type Pace = (source: SourceName, signal?: AbortSignal) => Promise<() => void>;

/** The places of a source in this process; those who wait for one get it in the order they came. */
class Places {
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
      if (isHeld) this.#giveBack();
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

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** A pace with its own places; the process has one, tests make theirs. */
export function makePace(takeSlot: TakeSlot, perSecond: (source: SourceName) => number, wait = sleep): Pace {
  const placesOf = new Map<SourceName, Places>();
  return async (source, signal) => {
    const places = placesOf.get(source) ?? new Places(maxInFlight[source]);
    placesOf.set(source, places);
    const giveBack = await places.take(signal);
    try {
      const limit = perSecond(source);
      const waitMs = limit === 0 ? 0 : await takeSlot(source, limit);
      if (waitMs === undefined) {
        throw new SourceCallPostponed(source, 'is asked by too many workers at once', slotSecondsAhead);
      }
      if (waitMs > 0) await wait(waitMs, signal);
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  };
}

export const pace: Pace = makePace(takeSourceSlot, (source) => env(rates[source]));
