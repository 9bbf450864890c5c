import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs the handler of one invocation. When it ends, with a result, with an error or because `timeout` aborts, its signal
 * aborts: Lambda may freeze the function from then on, and what was left running would go on at some later invocation.
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

/** Aborts when the current invocation ends; undefined outside of one, as in tools and tests. */
export const invocationSignal = (): AbortSignal | undefined => signals.getStore();
