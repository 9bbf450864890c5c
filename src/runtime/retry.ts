import { Contention } from '../errors.ts';

const mostTries = 12;
const firstBackoffMs = 20;
const longestBackoffMs = 500;

/** Returned by an attempt of `retryIfStale` when what it had read was changed before it could write. */
export const stale: unique symbol = Symbol('stale');

/**
 * Reads, changes and writes until nobody else wrote in between: `attempt` resolves to `stale` when its write was refused
 * because of another. Twelve tries in about 4 s; then Contention. Every optimistic write of the registry uses this.
 */
export async function retryIfStale<T>(what: string, attempt: () => Promise<T | typeof stale>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt();
    if (outcome !== stale) return outcome;
    if (tries === mostTries) throw new Contention(what);
    await backOff(tries);
  }
}

/** Waits before try number `tries + 1`: exponential with full jitter, at most half a second. */
export async function backOff(tries: number): Promise<void> {
  const longestMs = Math.min(firstBackoffMs * 2 ** tries, longestBackoffMs);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
}
