import { Contention } from './errors.ts';
import { retriesEndMs } from './invocation.ts';
import { sleep } from './sleep.ts';

const firstBackoffMs = 20;
const maxBackoffMs = 500;

/** Limits of retries. `totalMs` counts from the first attempt. */
interface RetryLimits {
  attempts: number;
  totalMs: number;
}

const brief: RetryLimits = { attempts: 12, totalMs: 5_000 };

/** For highly contended changes while people wait: several curators at once are all served. */
export const persistent: RetryLimits = { attempts: 60, totalMs: 15_000 };

/** Returned by an attempt of `retryIfStale` if its data was changed before it could write. */
export const stale: unique symbol = Symbol('stale');

/**
 * Retries an optimistic write. `attempt` resolves to `stale` if a concurrent write made its condition fail. Throws
 * Contention about `subject`, by default after twelve attempts or 5 s. `persistent` also retries Contention within an
 * attempt. All optimistic writes use this.
 */
export const retryIfStale = <T>(
  subject: string,
  attempt: () => Promise<T | typeof stale>,
  limits: RetryLimits = brief,
): Promise<T> => retry(subject, attempt, (error) => limits === persistent && error instanceof Contention, limits);

/** Retries a call on transient errors, the last of which becomes the cause of the Contention. Throws other errors. */
export const retryOnError = <T>(
  subject: string,
  isTransient: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> => retry<T>(subject, call, isTransient, brief);

/** The only retry loop: full jitter, at most 0.5 s. Nested retries end together, at the time set by the invocation. */
async function retry<T>(
  subject: string,
  attempt: () => Promise<T | typeof stale>,
  isTransient: (error: unknown) => boolean,
  { attempts, totalMs }: RetryLimits,
): Promise<T> {
  const endMs = Math.min(Date.now() + totalMs, retriesEndMs());
  for (let tries = 1; ; tries++) {
    let cause: unknown;
    try {
      const outcome = await attempt();
      if (outcome !== stale) return outcome;
    } catch (error) {
      if (!isTransient(error)) throw error;
      cause = error;
    }
    const waitMs = Math.random() * Math.min(firstBackoffMs * 2 ** tries, maxBackoffMs);
    if (tries === attempts || Date.now() + waitMs > endMs) {
      throw cause instanceof Contention ? cause : new Contention(subject, cause);
    }
    await sleep(waitMs);
  }
}
