import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs the handler of one invocation. Its signal aborts when the invocation ends, with a result, an error or a time-out:
 * Lambda may then freeze the function, and anything still running would continue during a later invocation.
 */
export async function runInvocation<T>(timeout: AbortSignal, handle: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  timeout.addEventListener('abort', () => end.abort(timeout.reason), { once: true });
  try {
    return await signals.run(end.signal, handle);
  } finally {
    end.abort();
  }
}

/**
 * Starts work that may go on after the handler has answered. Whoever starts it must wait for it before the invocation
 * ends.
 */
export const outsideInvocation = <T>(work: () => T): T => signals.exit(work);

/** The signal that aborts when the current invocation ends; undefined outside an invocation, as in scripts and tests. */
export const invocationSignal = (): AbortSignal | undefined => signals.getStore();
