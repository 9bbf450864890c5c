import { Contention } from '../errors.ts';

const mostTries = 12;
const mostMs = 5_000;
const firstBackoffMs = 20;
const longestBackoffMs = 500;

/** Returned by an attempt of `retryIfStale` when what it had read was changed before it could write. */
export const stale: unique symbol = Symbol('stale');

/**
 * Reads, changes and writes until nobody else wrote in between: `attempt` resolves to `stale` when its write was refused
 * because of another. At most twelve tries, none begun later than 5 s after the first; then Contention about `what`.
 * Every optimistic write of the registry uses this.
 */
export async function retryIfStale<T>(what: string, attempt: () => Promise<T | typeof stale>): Promise<T> {
  const startMs = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await attempt();
    if (outcome !== stale) return outcome;
    await backOff(what, tries, startMs);
  }
}

/**
 * The same policy for a call that fails with an error that `isPassing` says is passing. Other errors are thrown at
 * once; the last passing one is the cause of the Contention.
 */
export async function retryOnError<T>(
  what: string,
  isPassing: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  const startMs = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await backOff(what, tries, startMs, error);
    }
  }
}

/** Waits before try number `tries + 1`: exponential with full jitter, at most half a second. Contention after the last. */
async function backOff(what: string, tries: number, startMs: number, cause?: unknown): Promise<void> {
  const longestMs = Math.min(firstBackoffMs * 2 ** tries, longestBackoffMs);
  const waitMs = Math.random() * longestMs;
  if (tries === mostTries || Date.now() + waitMs > startMs + mostMs) throw new Contention(what, cause);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}
