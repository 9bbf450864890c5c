import { env, sourceEnv } from '#src/runtime/env.ts';
import { logMetrics } from '#src/runtime/log.ts';
import { sourceDimensions, sourceMetrics } from '#src/runtime/metrics.ts';
import { sleep } from '#src/runtime/sleep.ts';
import type { Lane, SourceName } from '#src/vocabulary/sources/declarations.ts';
import { JsonTooLarge, type ParsedJson, parseJson } from '../limits/json.ts';
import { believeQuota, pause, pauseAfter, takeFromDay } from './quota.ts';
import { type ReadBefore, SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from './source.ts';
import { type Throttle, throttle } from './throttle.ts';

/**
 * The limits of one call. A call has several attempts; an attempt is one request with its redirects. Time spent waiting
 * for the throttle does not count, because the source is not the cause.
 */
export const callLimits = {
  attempts: 3,
  attemptMs: 10_000,
  /** The maximum duration of a call, including the pauses between attempts. */
  totalMs: 40_000,
  /** The longest Retry-After to wait for here. After a longer one, the call fails and the caller must wait. */
  maxRetryAfterMs: 10_000,
  backoffMs: 500,
  /** The delay before repeating a call that did not fit into this run. */
  postponeSeconds: 60,
  redirects: 3,
  bodyBytes: 32 * 1024 * 1024,
} as const;

/** The dependencies of a call, which tests replace. */
export interface Dependencies {
  fetch: typeof fetch;
  nowMs: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  throttle: Throttle;
}

const defaults: Dependencies = {
  fetch: (input, init) => fetch(input, init),
  nowMs: () => Date.now(),
  sleep,
  random: () => Math.random(),
  throttle,
};

/** How long a caller can wait for a source, and which answers it has already. `callLimits` has the defaults. */
export interface SourceCallOptions {
  /** Aborts when the caller has no more time. The call then throws SourceCallPostponed. */
  signal?: AbortSignal | undefined;
  /** The longest duration of one attempt. */
  attemptMs?: number;
  /** The longest Retry-After to wait for. */
  maxRetryAfterMs?: number;
  /** How far ahead the throttle may take a slot. If none is free by then, the call is postponed and none is taken. */
  slotSecondsAhead?: number;
  /** Answers that need not be asked for. */
  readBefore?: ReadBefore | undefined;
}

export interface SourceRequest extends SourceCallOptions {
  /** The encoded path below the source's base URL. */
  path: string;
  /** The query parameters, which are never logged. */
  query?: Record<string, string>;
  /** `list` for a list of records, which some sources limit or bill apart from single records. */
  lane?: Lane;
  /** The header that identifies us to the source, if it is to be sent. */
  credentials?: { name: string; value: string } | undefined;
  /** Returns a redirect instead of following it, for sources where redirects have a meaning. */
  keepRedirect?: boolean;
  accept?: string;
}

export interface SourceResponse {
  /** 200 to 299, 300 to 399 with `keepRedirect`, or 400 to 499 except retryable ones. */
  status: number;
  /** The parsed JSON within the limits of `jsonLimits`, or the text of an error response that is not JSON. */
  body: unknown;
  /** A sentence for each field that was cut. */
  cuts: string[];
  location: string | null;
  /** Whether the source redirected, so that the record may be a different one than requested. */
  redirected: boolean;
}

/** The reason for a retryable failure. */
interface Failure {
  reason: string;
  status?: number;
  /** The delay that the source requests, if any. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/**
 * Calls a source: throttled, within its budget of the day, limited in time and size, and retried with exponential backoff and full jitter on network
 * errors, timeouts, 408, 425, 429, 5xx and successes that are not JSON. A short Retry-After is waited for; for a longer
 * one the call fails with that delay. Redirects are followed on the configured origin only. Throws SourceUnavailable if
 * the source does not respond (SourcePaused: for all workers), SourceAnswerMalformed if the response is too large, and
 * SourceCallPostponed if other calls left no time for this one.
 */
export async function fetchJson(
  source: SourceName,
  request: SourceRequest,
  replaced: Partial<Dependencies> = {},
): Promise<SourceResponse> {
  const tally: Tally = { asked: 0, refused: 0, paused: 0 };
  try {
    const response = await tryRepeatedly(source, request, { ...defaults, ...replaced, tally });
    // A retry would not change either answer: the source denies us access.
    tally.refused += Number(response.status === 401 || response.status === 403);
    return response;
  } catch (cause) {
    if (!request.signal?.aborted) {
      tally.paused += Number(demandsPause(cause));
      throw cause;
    }
    tally.paused += 1;
    const { postponeSeconds } = callLimits;
    throw new SourceCallPostponed(source, 'could not be called in the time of this run', postponeSeconds, { cause });
  } finally {
    logCall(source, tally);
  }
}

/** The counts of one call: its requests, those that the source refused or did not answer, and postponements. */
type Tally = Record<keyof typeof sourceMetrics, number>;
type Counted = Dependencies & { tally: Tally };

const demandsPause = (error: unknown) =>
  error instanceof SourceCallPostponed || (error instanceof SourceUnavailable && error.retryAfterSeconds !== undefined);

/** Counts a source that is not asked for a while, in the metrics of calls. */
export const countPause = (source: SourceName): void => logCall(source, { asked: 0, refused: 0, paused: 1 });

function logCall(source: SourceName, tally: Tally): void {
  const count = (value: number) => ({ value, unit: 'Count' as const });
  logMetrics('info', 'Source called', {
    metrics: {
      [sourceMetrics.asked]: count(tally.asked),
      [sourceMetrics.refused]: count(tally.refused),
      [sourceMetrics.paused]: count(tally.paused),
    },
    dimensions: (table) => sourceDimensions(table, source),
  });
}

async function tryRepeatedly(
  source: SourceName,
  request: SourceRequest,
  dependencies: Counted,
): Promise<SourceResponse> {
  const { attemptMs = callLimits.attemptMs, maxRetryAfterMs = callLimits.maxRetryAfterMs } = request;
  let spentMs = 0;
  for (let attempt = 1; ; attempt++) {
    const { outcome, tookMs } = await tryOnce(source, request, dependencies, attempt === 1);
    if (!('reason' in outcome)) return outcome;
    if (!request.signal?.aborted) dependencies.tally.refused += 1;
    const { reason, status, retryAfterMs, cause } = outcome;
    const backoffMs = dependencies.random() * callLimits.backoffMs * 2 ** attempt;
    const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs);
    spentMs += tookMs + pauseMs;
    const isTooLate = spentMs + attemptMs > callLimits.totalMs;
    if (attempt === callLimits.attempts || isTooLate || (retryAfterMs ?? 0) > maxRetryAfterMs) {
      const times = attempt === 1 ? '' : ` (${attempt} attempts)`;
      const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
      throw new SourceUnavailable(source, `${reason}${times}`, { status, retryAfterSeconds, cause });
    }
    await dependencies.sleep(pauseMs, request.signal);
  }
}

/** Makes one request with its redirects. `tookMs` excludes the time spent waiting for the throttle. */
async function tryOnce(
  source: SourceName,
  request: SourceRequest,
  dependencies: Counted,
  isFirst: boolean,
): Promise<{ outcome: SourceResponse | Failure; tookMs: number }> {
  const { nowMs, throttle, tally } = dependencies;
  const base = sourceEnv(source, 'URL').replace(/\/+$/, '');
  const { attemptMs = callLimits.attemptMs, lane = 'single', credentials } = request;
  let url = new URL(`${base}${request.path}`);
  let tookMs = 0;
  for (let redirects = 0; ; redirects++) {
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const release = await throttle(source, { signal: request.signal, secondsAhead: request.slotSecondsAhead, lane });
    try {
      // A call counts once, even if it is repeated.
      if (isFirst && redirects === 0) await takeFromDay(source, lane, nowMs());
      const startMs = nowMs();
      tally.asked += 1;
      const sent = await send(source, url, request, Math.max(attemptMs - tookMs, 0), dependencies);
      tookMs += nowMs() - startMs;
      if ('reason' in sent) return { outcome: sent, tookMs };
      const { response, text } = sent;
      const { status, headers } = response;
      const location = headers.get('location');
      if (status >= 300 && status < 400 && !request.keepRedirect) {
        url = nextAddress(source, url, location, redirects, status);
        continue;
      }
      const delayMs = retryAfterMs(response, nowMs());
      const found = pauseAfter(source, { status, delayMs, hasCredentials: credentials !== undefined }, nowMs());
      if (found) {
        tally.refused += 1;
        throw await pause(source, lane, found, nowMs());
      }
      if (isRefusal(status))
        return { outcome: { reason: `answered ${status}`, status, retryAfterMs: delayMs }, tookMs };
      await believeQuota(source, lane, response, nowMs());
      const { body, cuts } = parseWithin(source, text);
      if (status < 300 && body === undefined)
        return { outcome: { reason: `answered ${status} without JSON`, status }, tookMs };
      return { outcome: { status, body: body ?? text, cuts, location, redirected: redirects > 0 }, tookMs };
    } finally {
      await release();
    }
  }
}

/** Sends a request and reads the text of its answer, except of a redirect that is followed. */
async function send(
  source: SourceName,
  url: URL,
  { signal, accept = 'application/json', attemptMs = callLimits.attemptMs, keepRedirect, credentials }: SourceRequest,
  leftMs: number,
  { fetch }: Counted,
): Promise<{ response: Response; text: string } | Failure> {
  const headers = {
    accept,
    'user-agent': userAgent(),
    ...(credentials && { [credentials.name]: credentials.value }),
  };
  try {
    const timeout = AbortSignal.timeout(leftMs);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const response = await fetch(url, { redirect: 'manual', headers, signal: either });
    const { status } = response;
    if (status < 300 || status >= 400 || keepRedirect) return { response, text: await readText(source, response) };
    await response.body?.cancel();
    return { response, text: '' };
  } catch (cause) {
    if (cause instanceof SourceAnswerMalformed) throw cause;
    if (isTimeout(cause)) return { reason: `did not answer within ${attemptMs / 1000} s`, cause };
    return { reason: 'could not be reached', cause };
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Whether a status is retryable. ORCID returns 503 instead of 429 if its burst limit is exceeded. */
const isRefusal = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

/** Only redirects to the configured origin are followed, so that a response cannot choose which hosts are called. */
function nextAddress(source: SourceName, from: URL, location: string | null, redirects: number, status: number): URL {
  const next = location === null ? null : URL.parse(location, from.href);
  if (!next) throw new SourceUnavailable(source, `answered ${status} without a valid Location`, { status });
  if (next.origin !== from.origin) throw new SourceUnavailable(source, 'redirected to another host', { status });
  if (redirects === callLimits.redirects) throw new SourceUnavailable(source, 'redirected too often', { status });
  return next;
}

async function readText(source: SourceName, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Throwing out of the loop cancels the body.
    if (bytes > callLimits.bodyBytes) throw new SourceAnswerMalformed(source, 'sent more than 32 MB for one record');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseWithin(source: SourceName, text: string): ParsedJson {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonTooLarge)) throw cause;
    throw new SourceAnswerMalformed(source, `sent an answer that ${cause.message}`, { cause });
  }
}

/**
 * The delay that a response requests: Retry-After in seconds or as an HTTP date (RFC 9110, 10.2.3), or else the seconds
 * until the quota is reset (OpenAlex `RateLimit-Reset`), or else the interval of Crossref's limit
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
 * Sources ask clients to identify themselves with a contact address:
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/
 */
function userAgent(): string {
  const email = env('SOURCES_CONTACT_EMAIL');
  return `publication-registry/1.0${email ? ` (mailto:${email})` : ''}`;
}
