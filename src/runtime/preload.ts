import { env } from './env.ts';

const offers: { grant: string; start: () => void }[] = [];

/** Lets something that a function may read under a grant be loaded before it is needed. */
export function offerPreload(grant: string, start: () => void): void {
  offers.push({ grant, start });
}

/**
 * Starts to load what a function with these grants may read while Lambda starts it, so that its first request finds it or
 * waits less. The bundle has code for more than that. Does nothing outside Lambda.
 */
export function startPreloads(grants: readonly string[]): void {
  if (offers.length === 0 || env('AWS_LAMBDA_INITIALIZATION_TYPE') === undefined) return;
  for (const { grant, start } of offers) if (grants.includes(grant)) start();
}
