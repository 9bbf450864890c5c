/** How patiently a request is made. */
export interface Patience {
  /** One try, with its body, takes at most this long. */
  timeoutMs: number;
  /** From the first try on; no further one begins after this. */
  budgetMs: number;
  fetch: typeof fetch;
  /** Waits, unless the request is given up meanwhile. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const firstBackoffMs = 250;
const longestBackoffMs = 10_000;

/**
 * A fetch for requests that change nothing: tries again what failed on the way or on the server (5xx), and what came too
 * fast (429), for as long as the budget lasts. A wait the server asks for is kept, or the answer is handed over as it is.
 */
export function retryingFetch({ timeoutMs, budgetMs, fetch, wait }: Patience): (request: Request) => Promise<Response> {
  const once = async (request: Request): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(new Request(request, { signal }));
    // A connection can end within the body as well.
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

/** How long to wait before asking again; undefined for an answer that will stay the same. */
function waitMsOf({ status, headers }: Response, tries: number): number | undefined {
  if (status !== 429 && status < 500) return undefined;
  return retryAfterMs(headers.get('retry-after')) ?? backoffMs(tries);
}

/** Seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Doubled each time, and up to half of it left to chance, so that clients that failed together do not come together. */
const backoffMs = (tries: number) =>
  Math.min(firstBackoffMs * 2 ** (tries - 1), longestBackoffMs) * (1 - Math.random() / 2);
