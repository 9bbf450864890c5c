import { env } from './env.ts';

type Start = (withChanges: boolean) => Promise<unknown>;

const offers: { grant: string; start: Start }[] = [];

/** Lets something that a function may read under a grant be loaded before it is needed. */
export function offerPreload(grant: string, start: Start): void {
  offers.push({ grant, start });
}

/** The lists that a function may read, and how. */
export interface PreloadReader {
  grants: readonly string[];
  /** The grants that few requests need. */
  seldomReads?: readonly string[];
  /** Whether each request reads the latest changes itself, so that reading them in advance saves it nothing. */
  readsChanges?: boolean;
}

/**
 * Starts to load what a function with these grants may read while Lambda starts it, so that its first request finds it or
 * waits less. The bundle has code for more than that. Does nothing outside Lambda. Returns what an environment that is
 * started in advance waits for, which is all that it may read; the others answer a request in that time.
 */
export function startPreloads({
  grants,
  seldomReads = [],
  readsChanges = false,
}: PreloadReader): Promise<unknown> | undefined {
  if (offers.length === 0) return undefined;
  const startedFor = env('AWS_LAMBDA_INITIALIZATION_TYPE');
  if (startedFor === undefined) return undefined;
  const isInAdvance = startedFor === 'provisioned-concurrency';
  const wanted = offers.filter(({ grant }) => grants.includes(grant) && (isInAdvance || !seldomReads.includes(grant)));
  const begun = Promise.allSettled(wanted.map(({ start }) => start(isInAdvance || !readsChanges)));
  return isInAdvance ? begun : undefined;
}
