import { setTimeout as delay } from 'node:timers/promises';
import { env } from '../runtime/env.ts';
import { takeSourceSlot } from '../storage/source-pace.ts';
import { type SourceName, SourceUnavailable } from './source.ts';

/** Takes the next free slot of a source for the caller; resolves to the milliseconds until it, 0 = go. */
export type TakeSlot = (source: SourceName, limitPerSecond: number) => Promise<number>;

const rates = {
  orcid: 'ORCID_REQUESTS_PER_SECOND',
  crossref: 'CROSSREF_REQUESTS_PER_SECOND',
  datacite: 'DATACITE_REQUESTS_PER_SECOND',
  openalex: 'OPENALEX_REQUESTS_PER_SECOND',
} as const;

/** Requests under way per process. Crossref's polite pool takes 3 at once over all, and up to 3 workers run. */
const inFlight: Record<SourceName, number> = { orcid: 4, crossref: 1, datacite: 4, openalex: 4 };

/** A queue in front of a source longer than this is better waited out in SQS than in a running function. */
const longestWaitMs = 10_000;

/**
 * Resolves when the source may be asked: one of the process's places is free, and a slot of the pace that all processes
 * keep together has come. The caller gives the place back by calling what it resolves to. A pace of 0 keeps none.
 */
export type Pace = (source: SourceName) => Promise<() => void>;

/** A pacer with its own places; the process has one, tests make theirs. */
export function makePace(
  takeSlot: TakeSlot,
  perSecond: (source: SourceName) => number,
  sleep: (ms: number) => Promise<unknown> = delay,
): Pace {
  const places = new Map<SourceName, { free: number; waiting: (() => void)[] }>();
  return async (source) => {
    const place = places.get(source) ?? { free: inFlight[source], waiting: [] };
    places.set(source, place);
    const { waiting } = place;
    if (place.free > 0) place.free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let given = false;
    const giveBack = () => {
      if (given) return;
      given = true;
      const next = waiting.shift();
      if (next) next();
      else place.free++;
    };
    try {
      const limit = perSecond(source);
      const waitMs = limit === 0 ? 0 : await takeSlot(source, limit);
      if (waitMs > longestWaitMs) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        throw new SourceUnavailable(source, 'is asked by too many workers at once', { retryAfterSeconds });
      }
      if (waitMs > 0) await sleep(waitMs);
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  };
}

export const pace: Pace = makePace(takeSourceSlot, (source) => env(rates[source]));
