import { setTimeout as delay } from 'node:timers/promises';
import { env } from '../runtime/env.ts';
import { pace } from './pace.ts';
import { SourceAnswerMalformed, type SourceName, SourceUnavailable } from './source.ts';

export { SourceAnswerMalformed, SourceUnavailable };

/** Milliseconds and counts of one call; a call is a few attempts, an attempt one request and its redirects. */
export const callLimits = {
  attempts: 3,
  attemptMs: 10_000,
  /** No attempt begins after this. */
  totalMs: 45_000,
  /** The longest Retry-After that is waited for in place; a longer one is the caller's to wait for. */
  longestWaitMs: 10_000,
  backoffMs: 500,
  redirects: 3,
  bodyBytes: 32 * 1024 * 1024,
} as const;

/** The world a call happens in; tests replace it. */
export interface Surroundings {
  fetch: typeof fetch;
  nowMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** At least 0, below 1. */
  random: () => number;
  /** Resolves when the source may be asked; the returned function is called when it has answered. */
  pace: (source: SourceName) => Promise<() => void>;
}

const real: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  nowMs: Date.now,
  sleep: delay,
  random: Math.random,
  pace,
};

export interface SourceRequest {
  /** Below the source's configured address; every part already encoded. */
  path: string;
  /** Sent with the address and never logged. */
  query?: Record<string, string>;
  /** Hand a redirect over as an answer, for a source that says something by it. */
  keepRedirect?: boolean;
  accept?: string;
}

export interface SourceResponse {
  /** 200 to 299, 300 to 399 with `keepRedirect`, or 400 to 499 except those that are tried again. */
  status: number;
  /** Parsed JSON; text when a refusal is none. */
  body: unknown;
  location: string | null;
  /** The source led to another address of its own: what it answered is another record than the one asked for. */
  redirected: boolean;
}

const addresses = {
  orcid: 'ORCID_URL',
  crossref: 'CROSSREF_URL',
  datacite: 'DATACITE_URL',
  openalex: 'OPENALEX_URL',
} as const;

/** Why an attempt failed in a way that another one may not. */
interface Failure {
  reason: string;
  status?: number;
  /** What the source asks for; undefined when it does not say. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/**
 * The one way to call a source: paced, bounded in time and size, and tried again with exponential backoff and full
 * jitter on network errors, timeouts, 408, 429, 5xx and successes that are no JSON. A Retry-After is honoured: in place
 * when it is short, else the call fails at once and says how long to wait. Redirects stay on the configured origin.
 * Throws SourceUnavailable when the source cannot be asked, SourceAnswerMalformed when its answer is beyond measure.
 */
export async function fetchJson(
  source: SourceName,
  request: SourceRequest,
  surroundings: Partial<Surroundings> = {},
): Promise<SourceResponse> {
  const world = { ...real, ...surroundings };
  const startMs = world.nowMs();
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(source, request, world);
    if (!('reason' in outcome)) return outcome;
    const { reason, status, retryAfterMs, cause } = outcome;
    const backoff = world.random() * callLimits.backoffMs * 2 ** attempt;
    const waitMs = Math.max(retryAfterMs ?? 0, backoff);
    const spent = world.nowMs() - startMs + waitMs > callLimits.totalMs;
    if (attempt === callLimits.attempts || spent || (retryAfterMs ?? 0) > callLimits.longestWaitMs) {
      const times = attempt === 1 ? '' : ` (${attempt} attempts)`;
      const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
      throw new SourceUnavailable(source, `${reason}${times}`, { status, retryAfterSeconds, cause });
    }
    await world.sleep(waitMs);
  }
}

async function tryOnce(
  source: SourceName,
  request: SourceRequest,
  world: Surroundings,
): Promise<SourceResponse | Failure> {
  const base = env(addresses[source]).replace(/\/+$/, '');
  const headers = { accept: request.accept ?? 'application/json', 'user-agent': userAgent() };
  let url = new URL(`${base}${request.path}`);
  for (let redirects = 0; ; redirects++) {
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const done = await world.pace(source);
    try {
      const response = await world.fetch(url, {
        redirect: 'manual',
        headers,
        signal: AbortSignal.timeout(callLimits.attemptMs),
      });
      const { status } = response;
      const location = response.headers.get('location');
      if (status >= 300 && status < 400 && !request.keepRedirect) {
        await response.body?.cancel();
        url = nextAddress(source, url, location, redirects, status);
        continue;
      }
      const text = await readText(source, response);
      if (isRefusal(status)) {
        return { reason: `answered ${status}`, status, retryAfterMs: retryAfterMs(response, world.nowMs()) };
      }
      const body = parseJson(text);
      if (status < 300 && body === undefined) return { reason: `answered ${status} without JSON`, status };
      return { status, body: body ?? text, location, redirected: redirects > 0 };
    } catch (cause) {
      if (cause instanceof SourceUnavailable || cause instanceof SourceAnswerMalformed) throw cause;
      if (isTimeout(cause)) {
        return { reason: `did not answer within ${callLimits.attemptMs / 1000} s`, cause };
      }
      return { reason: 'could not be reached', cause };
    } finally {
      done();
    }
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Worth another attempt. ORCID refuses what is over its burst with 503 where others say 429. */
const isRefusal = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

/** Only the origin that was configured is ever followed: an answer must not choose which hosts this service calls. */
function nextAddress(source: SourceName, from: URL, location: string | null, redirects: number, status: number): URL {
  const next = location === null ? null : URL.parse(location, from.href);
  if (!next) throw new SourceUnavailable(source, `answered ${status} without a usable address`, { status });
  if (next.origin !== from.origin) throw new SourceUnavailable(source, 'redirected to another host', { status });
  if (redirects === callLimits.redirects) throw new SourceUnavailable(source, 'redirected too often', { status });
  return next;
}

async function readText(source: SourceName, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > callLimits.bodyBytes) throw new SourceAnswerMalformed(source, 'sent more than 32 MB for one record');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined when it is no JSON; JSON has no undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * How long a refusal asks to wait: Retry-After in seconds or as an HTTP date (RFC 9110, 10.2.3), else the seconds until
 * a spent quota is renewed (OpenAlex `RateLimit-Reset`), else the interval of Crossref's limit
 * (`x-rate-limit-interval: 1s`).
 */
function retryAfterMs({ headers, status }: Response, nowMs: number): number | undefined {
  const retryAfter = headers.get('retry-after')?.trim();
  if (retryAfter) {
    const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
    if (Number.isFinite(ms)) return Math.max(ms, 0);
  }
  if (status !== 429) return undefined;
  const seconds =
    headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? headers.get('x-rate-limit-interval');
  const parsed = /^(\d{1,5})s?$/.exec(seconds?.trim() ?? '');
  return parsed ? Number(parsed[1]) * 1000 : undefined;
}

/**
 * Sources ask callers to say who they are and where to write to:
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/
 */
function userAgent(): string {
  const email = env('SOURCES_CONTACT_EMAIL');
  return `publication-registry/1.0${email ? ` (mailto:${email})` : ''}`;
}
