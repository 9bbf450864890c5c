/**
 * Resolves after `ms` milliseconds, or rejects with the signal's reason if it aborts first. Does not use
 * node:timers/promises, which the tests' fake clocks do not control
 * (docs/decisions/0164-rooms.md).
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
