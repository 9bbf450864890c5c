import type { Answer } from '../gateway/gateway-responses.ts';
import type { CachePolicy } from './template.ts';

interface Entry {
  answer: Answer;
  storedAtMs: number;
  freshUntilMs: number;
  /** Until then the stale answer may be sent while a newer one is fetched. */
  staleUntilMs: number;
}

/** A stored answer. A stale one may be sent while a newer one is fetched. */
export interface Hit {
  answer: Answer;
  ageSeconds: number;
  isStale: boolean;
}

/** Limits the memory that many different requests can use. */
const mostEntries = 1_000;

/** A distribution's stored answers, by cache key. */
export class Cache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The stored answer for a key while usable. If `isOriginDown`, an expired one is usable too. */
  find(key: string, isOriginDown = false): Hit | undefined {
    const entry = this.#entries.get(key);
    const nowMs = this.#now();
    if (!entry || (nowMs >= entry.staleUntilMs && !isOriginDown)) return undefined;
    const ageSeconds = Math.floor((nowMs - entry.storedAtMs) / 1000);
    return { answer: entry.answer, ageSeconds, isStale: nowMs >= entry.freshUntilMs };
  }

  /** Stores an answer for as long as its Cache-Control and the policy allow. */
  store(key: string, answer: Answer, policy: CachePolicy): void {
    if (answer.status >= 500) return;
    const { freshSeconds, staleSeconds } = lifetimeOf(answer, policy);
    this.#entries.delete(key);
    if (freshSeconds <= 0) return;
    if (this.#entries.size >= mostEntries) this.#entries.clear();
    const nowMs = this.#now();
    const freshUntilMs = nowMs + freshSeconds * 1000;
    this.#entries.set(key, {
      answer,
      storedAtMs: nowMs,
      freshUntilMs,
      staleUntilMs: freshUntilMs + staleSeconds * 1000,
    });
  }
}

/**
 * How long an answer may be kept
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html#ExpirationDownloadDist).
 */
function lifetimeOf({ status, headers }: Answer, policy: CachePolicy): { freshSeconds: number; staleSeconds: number } {
  const none = { freshSeconds: 0, staleSeconds: 0 };
  // Errors are not stored, because their minimum is 0. There are no redirects.
  if (status !== 200) return none;
  const { minTtlSeconds, defaultTtlSeconds, maxTtlSeconds } = policy;
  const given = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1];
  const directives = new Map(
    (given ?? '').split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().split('=');
      return [name.toLowerCase(), value];
    }),
  );
  const seconds = (name: string) => (directives.has(name) ? Number(directives.get(name)) : undefined);
  if (['no-store', 'no-cache', 'private'].some((name) => directives.has(name))) {
    return { freshSeconds: minTtlSeconds, staleSeconds: 0 };
  }
  const stated = seconds('s-maxage') ?? seconds('max-age') ?? defaultTtlSeconds;
  const freshSeconds = Math.min(Math.max(stated, minTtlSeconds), maxTtlSeconds);
  return { freshSeconds, staleSeconds: seconds('stale-while-revalidate') ?? 0 };
}
