export interface RetryOptions {
  /** Time limit of one attempt, its response body included. */
  timeoutMs: number;
  /** Time from the first attempt after which no new attempt begins. */
  budgetMs: number;
  fetch: typeof fetch;
  /** Waits this long; rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const firstBackoffMs = 250;
const maxBackoffMs = 10_000;

/**
 * A fetch for idempotent requests. Retries network errors, 5xx and 429 within the budget, honouring Retry-After. If the
 * next wait would exceed the budget, it returns the last response or throws the last error. Returns redirects instead of
 * following them.
 */
export function retryingFetch({
  timeoutMs,
  budgetMs,
  fetch,
  wait,
}: RetryOptions): (request: Request) => Promise<Response> {
  const once = async (request: Request): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    // Fetch removes only some headers when it follows a redirect: another host would get the credential.
    const response = await fetch(new Request(request, { signal, redirect: 'manual' }));
    // A redirect as browsers show it has no status, so it cannot be copied.
    if (response.type === 'opaqueredirect') return response;
    // Read the body here, because the connection can also fail in the middle of it.
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  };
  return async (request) => {
    const untilMs = Date.now() + budgetMs;
    for (let tries = 1; ; tries++) {
      const outcome = await once(request).catch((error: unknown) => ({ error }));
      if (request.signal.aborted) throw request.signal.reason;
      const waitMs = 'error' in outcome ? backoffMs(tries) : waitMsOf(outcome, tries);
      if (waitMs === undefined || Date.now() + waitMs > untilMs) {
        if ('error' in outcome) throw outcome.error;
        return outcome;
      }
      await wait(waitMs, request.signal);
    }
  };
}

/** The wait before the next attempt; undefined for a response that a retry would not change. */
function waitMsOf({ status, headers }: Response, tries: number): number | undefined {
  if (status !== 429 && status < 500) return undefined;
  return retryAfterMs(headers.get('retry-after')) ?? backoffMs(tries);
}

/** Parses Retry-After: seconds or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Exponential backoff with jitter, so that clients that failed together do not retry together. */
const backoffMs = (tries: number) =>
  Math.min(firstBackoffMs * 2 ** (tries - 1), maxBackoffMs) * (1 - Math.random() / 2);
