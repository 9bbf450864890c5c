import { env } from './env.ts';

const offers: { grant: string; start: () => Promise<unknown> }[] = [];

/** Lets something that a function may read under a grant be loaded before it is needed. */
export function offerPreload(grant: string, start: () => Promise<unknown>): void {
  offers.push({ grant, start });
}

/**
 * Starts to load what a function with these grants may read while Lambda starts it, so that its first request finds it or
 * waits less. The bundle has code for more than that. Does nothing outside Lambda. Returns what an environment that is
 * started in advance waits for; the others answer a request in that time.
 */
export function startPreloads(grants: readonly string[]): Promise<unknown> | undefined {
  if (offers.length === 0) return undefined;
  const startedFor = env('AWS_LAMBDA_INITIALIZATION_TYPE');
  if (startedFor === undefined) return undefined;
  const begun = Promise.allSettled(offers.flatMap(({ grant, start }) => (grants.includes(grant) ? [start()] : [])));
  return startedFor === 'provisioned-concurrency' ? begun : undefined;
}
