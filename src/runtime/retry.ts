import { Contention } from '../errors.ts';

const maxAttempts = 12;
const maxTotalMs = 5_000;
const firstBackoffMs = 20;
const maxBackoffMs = 500;
/** Several curators at once are all served, well before the gateway gives up after 29 s. */
const contentionTimeoutMs = 15_000;

/** Returned by an attempt of `retryIfStale` if the data it read was changed before it could write. */
export const stale: unique symbol = Symbol('stale');

/**
 * Retries an optimistic write: `attempt` reads, changes and writes, and resolves to `stale` if a concurrent write made
 * its condition fail. At most twelve attempts within 5 s, then throws Contention about `what`. Every optimistic write of
 * the registry uses this.
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
 * Retries an operation that meets many others at once while people wait for it: no attempt begins later than
 * `contentionTimeoutMs` after the first. Then throws the last Contention. The operation itself waits between its attempts.
 */
export async function retryContention<T>(operation: () => Promise<T>): Promise<T> {
  const startMs = Date.now();
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof Contention) || Date.now() >= startMs + contentionTimeoutMs) throw error;
    }
  }
}

/**
 * Retries a call with the same policy while it fails with a transient error. Other errors are thrown immediately. The
 * last transient error is the cause of the Contention.
 */
export async function retryOnError<T>(
  what: string,
  isTransient: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  const startMs = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await backOff(what, tries, startMs, error);
    }
  }
}

/** Waits before the next attempt: exponential backoff with full jitter, at most 0.5 s. Throws Contention after the last. */
async function backOff(what: string, tries: number, startMs: number, cause?: unknown): Promise<void> {
  const limitMs = Math.min(firstBackoffMs * 2 ** tries, maxBackoffMs);
  const waitMs = Math.random() * limitMs;
  if (tries === maxAttempts || Date.now() + waitMs > startMs + maxTotalMs) throw new Contention(what, cause);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}
