import { AsyncLocalStorage } from 'node:async_hooks';

/** The context that an invocation passes to everything it starts. */
interface Invocation {
  /** Aborts when the invocation ends. */
  signal?: AbortSignal;
  retriesEndMs: number;
}

const invocations = new AsyncLocalStorage<Invocation>();

/**
 * An invocation starts no attempt this close to its limit, so that the last one still ends and is answered, including
 * the SDK's own retries after a rejection (two, after at most 0.5 and 1 s).
 */
const lastAttemptMs = 3_000;

/** The latest start of an attempt with this Lambda context, in milliseconds since the epoch. */
export function retriesEndOf(context: { getRemainingTimeInMillis?: () => number }): number {
  const leftMs = context.getRemainingTimeInMillis?.();
  return leftMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + leftMs - lastAttemptMs;
}

/** Runs a part of an invocation with its own end of retries. */
export const withRetriesUntil = <T>(endMs: number, work: () => T): T =>
  invocations.run({ ...invocations.getStore(), retriesEndMs: endMs }, work);

/**
 * Runs the handler of one invocation. Its signal aborts when the invocation ends, with a result, an error or a
 * time-out: Lambda may then freeze the function, and anything still running would continue during a later invocation.
 */
export async function runInvocation<T>(
  timeout: AbortSignal,
  handle: () => Promise<T>,
  endMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const end = new AbortController();
  timeout.addEventListener('abort', () => end.abort(timeout.reason), { once: true });
  try {
    return await invocations.run({ signal: end.signal, retriesEndMs: endMs }, handle);
  } finally {
    end.abort();
  }
}

/** Starts work that may outlast the response. Its caller must await it before the invocation ends. */
export const outsideInvocation = <T>(work: () => T): T => invocations.exit(work);

/** The signal that aborts when the invocation ends; undefined outside an invocation, as in scripts and tests. */
export const invocationSignal = (): AbortSignal | undefined => invocations.getStore()?.signal;

/** The latest start of another attempt in this invocation; infinity outside one. */
export const retriesEndMs = (): number => invocations.getStore()?.retriesEndMs ?? Number.POSITIVE_INFINITY;
