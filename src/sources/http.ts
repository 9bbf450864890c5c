import { env } from '../runtime/env.ts';
import { sleep } from '../runtime/sleep.ts';
import { type Pace, pace } from './pace.ts';
import { SourceAnswerMalformed, SourceCallPostponed, type SourceName, SourceUnavailable } from './source.ts';

/**
 * Milliseconds and counts of one call; a call is a few attempts, an attempt one request and its redirects. Only a call's
 * own time counts: the clock stands still while it waits for a place, which is no fault of the source.
 */
export const callLimits = {
  attempts: 3,
  attemptMs: 10_000,
  /** The longest a call takes, with the pauses between its attempts. */
  totalMs: 40_000,
  /** The longest Retry-After that is waited for in place; a longer one is the caller's to wait for. */
  longestWaitMs: 10_000,
  backoffMs: 500,
  /** After how long a call is made again that this run had no time for. */
  postponeSeconds: 60,
  redirects: 3,
  bodyBytes: 32 * 1024 * 1024,
} as const;

/** What a call depends on; tests replace it. */
export interface Dependencies {
  fetch: typeof fetch;
  nowMs: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** At least 0, below 1. */
  random: () => number;
  pace: Pace;
}

const defaults: Dependencies = {
  fetch: (input, init) => fetch(input, init),
  nowMs: () => Date.now(),
  sleep,
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
  /** Aborted when the caller has no more time; the call then ends in SourceCallPostponed. */
  signal?: AbortSignal | undefined;
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
 * Throws SourceUnavailable when the source does not answer, SourceAnswerMalformed when its answer is beyond measure, and
 * SourceCallPostponed when our other calls left no time for this one.
 */
export async function fetchJson(
  source: SourceName,
  request: SourceRequest,
  replaced: Partial<Dependencies> = {},
): Promise<SourceResponse> {
  try {
    return await tryRepeatedly(source, request, { ...defaults, ...replaced });
  } catch (cause) {
    if (!request.signal?.aborted) throw cause;
    const { postponeSeconds } = callLimits;
    throw new SourceCallPostponed(source, 'could not be asked in the time of this run', postponeSeconds, { cause });
  }
}

async function tryRepeatedly(
  source: SourceName,
  request: SourceRequest,
  dependencies: Dependencies,
): Promise<SourceResponse> {
  let spentMs = 0;
  for (let attempt = 1; ; attempt++) {
    const { outcome, tookMs } = await tryOnce(source, request, dependencies);
    if (!('reason' in outcome)) return outcome;
    const { reason, status, retryAfterMs, cause } = outcome;
    const backoffMs = dependencies.random() * callLimits.backoffMs * 2 ** attempt;
    const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs);
    spentMs += tookMs + pauseMs;
    const isTooLate = spentMs + callLimits.attemptMs > callLimits.totalMs;
    if (attempt === callLimits.attempts || isTooLate || (retryAfterMs ?? 0) > callLimits.longestWaitMs) {
      const times = attempt === 1 ? '' : ` (${attempt} attempts)`;
      const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
      throw new SourceUnavailable(source, `${reason}${times}`, { status, retryAfterSeconds, cause });
    }
    await dependencies.sleep(pauseMs, request.signal);
  }
}

/** One request with its redirects, and how long it had a place for them. */
async function tryOnce(
  source: SourceName,
  request: SourceRequest,
  { fetch, nowMs, pace }: Dependencies,
): Promise<{ outcome: SourceResponse | Failure; tookMs: number }> {
  const base = env(addresses[source]).replace(/\/+$/, '');
  const headers = { accept: request.accept ?? 'application/json', 'user-agent': userAgent() };
  let url = new URL(`${base}${request.path}`);
  let tookMs = 0;
  for (let redirects = 0; ; redirects++) {
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const giveBack = await pace(source, request.signal);
    const startMs = nowMs();
    const ended = (outcome: SourceResponse | Failure) => ({ outcome, tookMs: tookMs + nowMs() - startMs });
    try {
      const timeout = AbortSignal.timeout(Math.max(callLimits.attemptMs - tookMs, 0));
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const response = await fetch(url, { redirect: 'manual', headers, signal });
      const { status } = response;
      const location = response.headers.get('location');
      if (status >= 300 && status < 400 && !request.keepRedirect) {
        await response.body?.cancel();
        url = nextAddress(source, url, location, redirects, status);
        tookMs += nowMs() - startMs;
        continue;
      }
      const text = await readText(source, response);
      if (isRefusal(status)) {
        return ended({ reason: `answered ${status}`, status, retryAfterMs: retryAfterMs(response, nowMs()) });
      }
      const body = parseJson(text);
      if (status < 300 && body === undefined) return ended({ reason: `answered ${status} without JSON`, status });
      return ended({ status, body: body ?? text, location, redirected: redirects > 0 });
    } catch (cause) {
      if (cause instanceof SourceUnavailable || cause instanceof SourceAnswerMalformed) throw cause;
      if (isTimeout(cause)) {
        return ended({ reason: `did not answer within ${callLimits.attemptMs / 1000} s`, cause });
      }
      return ended({ reason: 'could not be reached', cause });
    } finally {
      giveBack();
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
