import type { LambdaFunction } from './functions.ts';
import type { Outcome } from './instance.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;

/**
 * Retries a throttled invocation, as Lambda does for queues and asynchronous events: after pauses that double from one
 * second to five minutes, for up to `forMs`.
 */
export async function invokePersistently(target: LambdaFunction, event: unknown, forMs: number): Promise<Outcome> {
  const untilMs = performance.now() + forMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const outcome = await target.invoke(event);
    if (outcome.ok || !outcome.isThrottled || performance.now() + pauseMs > untilMs) return outcome;
    // Does not use node:timers/promises, which the tests' fake clocks do not control.
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }
}
