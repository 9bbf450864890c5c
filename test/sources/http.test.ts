import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sleep } from '#src/runtime/sleep.ts';
import { callLimits, type Dependencies, fetchJson, type SourceRequest } from '#src/sources/requests/http.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '#src/sources/requests/source.ts';
import { createThrottle } from '#src/sources/requests/throttle.ts';
import type { SourceName } from '#src/vocabulary/sources/declarations.ts';
import { embeddedMetrics } from '../../local/metrics/embedded-metrics.ts';
import { interceptLog } from '../support/log.ts';
import { type SourceServer, startSource } from './source-server.ts';

let source: SourceServer;
let waits: number[];
let paced: SourceName[];
let nowMs: number;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(() => {
  [waits, paced, nowMs] = [[], [], Date.parse('2026-01-01T00:00:00Z')];
});

const call = (request: Partial<SourceRequest> = {}, replaced: Partial<Dependencies> = {}) =>
  fetchJson(
    'crossref',
    { path: '/works/x', ...request },
    {
      nowMs: () => nowMs,
      sleep: async (ms) => {
        waits.push(ms);
        nowMs += ms;
      },
      random: () => 0.5,
      throttle: async (name) => {
        paced.push(name);
        return async () => undefined;
      },
      ...replaced,
    },
  );

/** The SourceUnavailable with which a call ends. */
async function refusal(...parameters: Parameters<typeof call>): Promise<SourceUnavailable> {
  const error = await call(...parameters).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceUnavailable)) throw error;
  return error;
}

describe('a call that succeeds', () => {
  test('says who is asking, asks for JSON, and is paced', async () => {
    source.script({ json: { ok: true } });
    expect(await call({ query: { mailto: 'a@example.org' } })).toMatchObject({ status: 200, body: { ok: true } });
    const [request] = source.requests;
    expect(request?.path).toBe('/crossref/works/x');
    expect(request?.query.get('mailto')).toBe('a@example.org');
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'publication-registry/1.0 (mailto:library@example.org)',
    });
    expect(paced).toEqual(['crossref']);
    expect(waits).toEqual([]);
  });

  test.each([400, 401, 403, 404, 409, 410])('%i is an answer, not a failure', async (status) => {
    source.script({ status, text: 'Resource not found.' });
    expect(await call()).toMatchObject({ status, body: 'Resource not found.' });
    source.script({ status, json: { 'error-code': 9016 } });
    expect(await call()).toMatchObject({ status, body: { 'error-code': 9016 } });
    expect(source.requests).toHaveLength(1);
  });
});

describe('another attempt', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])('%i twice, then an answer', async (status) => {
    source.script({ status }, { status, text: '<html>' }, { json: 1 });
    expect((await call()).body).toBe(1);
    expect(source.requests).toHaveLength(3);
    expect(paced).toHaveLength(3);
    // Full jitter of half of 1 s, then of 2 s.
    expect(waits).toEqual([500, 1000]);
  });

  test('503 three times: unavailable, with the status and the number of attempts', async () => {
    source.script({ status: 503 });
    expect(await refusal()).toMatchObject({
      message: 'Crossref answered 503 (3 attempts)',
      source: 'crossref',
      status: 503,
      retryAfterSeconds: undefined,
    });
    expect(source.requests).toHaveLength(3);
  });

  test.each(['<html>Just a moment</html>', '', '{"cut": '])('200 with %j instead of JSON', async (text) => {
    source.script({ text }, { json: 1 });
    expect((await call()).body).toBe(1);
    source.script({ text });
    expect((await refusal()).message).toBe('Crossref answered 200 without JSON (3 attempts)');
  });

  test('a connection that breaks', async () => {
    source.script({ answer: (response) => response.destroy() }, { json: 1 });
    expect((await call()).body).toBe(1);
    source.script({ answer: (response) => response.destroy() });
    expect((await refusal()).message).toBe('Crossref could not be reached (3 attempts)');
  });

  test('an answer that breaks off', async () => {
    const breakOff = {
      answer: (response: { write: (s: string) => void; destroy: () => void }) => {
        response.write('{"a":');
        setImmediate(() => response.destroy());
      },
    };
    source.script(breakOff, { json: 1 });
    expect((await call()).body).toBe(1);
  });

  test('an attempt that takes too long', async () => {
    let tries = 0;
    const late: typeof fetch = async () => {
      tries++;
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    };
    expect((await refusal({}, { fetch: late })).message).toBe('Crossref did not answer within 10 s (3 attempts)');
    expect(tries).toBe(3);
  });

  test('every attempt carries its own timeout', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const recording: typeof fetch = async (_, init) => {
      signals.push(init?.signal);
      return new Response('', { status: 500 });
    };
    await refusal({}, { fetch: recording });
    expect(new Set(signals).size).toBe(3);
    expect(signals.every((signal) => signal instanceof AbortSignal && !signal.aborted)).toBe(true);
  });

  test('no attempt begins that could end after the time of the call', async () => {
    const slow: typeof fetch = async () => {
      nowMs += callLimits.totalMs - callLimits.attemptMs - 400;
      return new Response('', { status: 500 });
    };
    // 500 ms of backoff are too much.
    expect((await refusal({}, { fetch: slow })).message).toBe('Crossref answered 500');
  });

  test("waiting for a slot does not count against the call's time", async () => {
    const throttle = async () => {
      nowMs += 2 * callLimits.totalMs;
      return async () => undefined;
    };
    source.script({ status: 500 });
    expect((await refusal({}, { throttle })).message).toBe('Crossref answered 500 (3 attempts)');
  });

  test('redirects share the time of their attempt', async () => {
    const granted: number[] = [];
    const real = AbortSignal.timeout;
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      granted.push(ms);
      return real.call(AbortSignal, ms);
    });
    source.script({ status: 301, headers: { location: '/crossref/works/y' } }, { json: 1 });
    const slow: typeof fetch = (...parameters) => {
      nowMs += 4_000;
      return fetch(...parameters);
    };
    await call({}, { fetch: slow });
    timeout.mockRestore();
    expect(granted).toEqual([10_000, 6_000]);
  });
});

describe('a source with Retry-After', () => {
  test('soon: waits', async () => {
    source.script({ status: 429, headers: { 'retry-after': '7' } }, { json: 1 });
    expect((await call()).body).toBe(1);
    expect(waits).toEqual([7000]);
  });

  test('soon, as a date', async () => {
    source.script({ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' } }, { json: 1 });
    expect((await call()).body).toBe(1);
    expect(waits).toEqual([9000]);
  });

  test('a past date: no wait', async () => {
    source.script({ status: 503, headers: { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' } }, { json: 1 });
    expect((await call()).body).toBe(1);
    expect(waits).toEqual([500]);
  });

  test.each([
    ['120', 120],
    ['Thu, 01 Jan 2026 00:10:00 GMT', 600],
  ])('later (%j): throws at once', async (retryAfter, retryAfterSeconds) => {
    source.script({ status: 429, headers: { 'retry-after': retryAfter } });
    expect(await refusal()).toMatchObject({ message: 'Crossref answered 429', status: 429, retryAfterSeconds });
    expect(source.requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('nonsense is ignored', async () => {
    source.script({ status: 429, headers: { 'retry-after': 'later' } }, { json: 1 });
    expect((await call()).body).toBe(1);
    expect(waits).toEqual([500]);
  });

  test('a 429 without Retry-After: the interval of the limit, or the time until the quota is renewed', async () => {
    source.script({ status: 429, headers: { 'x-rate-limit-interval': '1s' } }, { json: 1 });
    await call();
    source.script({ status: 429, headers: { 'ratelimit-reset': '3' } }, { json: 1 });
    await call();
    expect(waits).toEqual([1000, 3000]);
    source.script({ status: 429, headers: { 'x-ratelimit-reset': '40000' } });
    expect((await refusal()).retryAfterSeconds).toBe(40_000);
  });
});

describe('redirects', () => {
  test('within the configured origin they are followed and reported', async () => {
    source.script({ status: 301, headers: { location: '/crossref/works/y' } }, { json: 1 });
    expect(await call({ query: { mailto: 'a@example.org' } })).toMatchObject({ body: 1, redirected: true });
    expect(source.requests.map(({ path }) => path)).toEqual(['/crossref/works/x', '/crossref/works/y']);
    expect(source.requests[1]?.query.get('mailto')).toBe('a@example.org');
    expect(paced).toHaveLength(2);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    '//example.org/works',
    'file:///etc/passwd',
  ])('to %s they are refused', async (location) => {
    source.script({ status: 302, headers: { location } });
    expect(await refusal()).toMatchObject({ message: 'Crossref redirected to another host', status: 302 });
    expect(source.requests).toHaveLength(1);
  });

  test('in a circle they end', async () => {
    source.script({ status: 302, headers: { location: '/crossref/works/x' } });
    expect((await refusal()).message).toBe('Crossref redirected too often');
    expect(source.requests).toHaveLength(1 + callLimits.redirects);
  });

  test('without an address they are refused', async () => {
    source.script({ status: 302 });
    expect((await refusal()).message).toBe('Crossref answered 302 without a valid Location');
  });

  test('they are returned when the adapter asks for them', async () => {
    source.script({ status: 301, headers: { location: '/other' }, json: { 'error-code': 9007 } });
    const answer = await call({ keepRedirect: true });
    expect(answer).toMatchObject({ status: 301, location: '/other', body: { 'error-code': 9007 }, redirected: false });
  });
});

describe('in a function, a call is recorded in metrics of its source', () => {
  beforeEach(() => {
    Object.assign(process.env, { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512', TABLE_NAME: 'Table' });
  });
  afterEach(() => {
    delete process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
    jest.restoreAllMocks();
  });

  /** The metrics of the only log line of a call. */
  async function measured(run: () => Promise<unknown>) {
    const lines: Record<string, unknown>[] = [];
    interceptLog((line) => void lines.push(JSON.parse(line)));
    await run().catch(() => undefined);
    expect(lines).toHaveLength(1);
    return embeddedMetrics(lines[0] ?? {}).map(({ metric: { name, dimensions }, values }) => {
      expect(dimensions).toEqual({ table: 'Table', source: 'crossref' });
      return `${name} ${values}`;
    });
  }

  test('an answer at the third attempt: three requests, two of them refused', async () => {
    source.script({ status: 503 }, { answer: (response) => response.destroy() }, { json: 1 });
    expect(await measured(call)).toEqual(['SourceRequests 3', 'SourceRefusals 2', 'SourcePauses 0']);
  });

  test('an answer that keeps us out is refused', async () => {
    source.script({ status: 403 });
    expect(await measured(call)).toEqual(['SourceRequests 1', 'SourceRefusals 1', 'SourcePauses 0']);
  });

  test('a long Retry-After is a pause', async () => {
    source.script({ status: 429, headers: { 'retry-after': '120' } });
    expect(await measured(call)).toEqual(['SourceRequests 1', 'SourceRefusals 1', 'SourcePauses 1']);
  });

  test('without a slot in time, and without time, nothing is asked', async () => {
    const throttle = () => Promise.reject(new SourceCallPostponed('crossref', 'is busy', 15));
    const none = ['SourceRequests 0', 'SourceRefusals 0', 'SourcePauses 1'];
    expect(await measured(() => call({}, { throttle }))).toEqual(none);
    const busy = createThrottle({ takeSlot: async () => ({ waitMs: 0 }), perSecond: () => 0, places: () => 0 });
    expect(await measured(() => call({ signal: AbortSignal.abort() }, { throttle: busy }))).toEqual(none);
  });
});

describe('bounds', () => {
  test('an answer beyond 32 MB is not read to its end and not asked for again', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let written = 0;
    source.script({
      answer: (response) => {
        const more = () => {
          while (!response.destroyed && written < 200 && response.write(chunk)) written++;
          if (written < 200) response.once('drain', more);
          written++;
        };
        more();
      },
    });
    await expect(call()).rejects.toThrow(SourceAnswerMalformed);
    expect(written).toBeLessThan(100);
    expect(source.requests).toHaveLength(1);
  });

  test('a concurrency slot is always released', async () => {
    let held = 0;
    const throttle = async () => {
      held++;
      return async () => void held--;
    };
    source.script({ status: 500 });
    await refusal({}, { throttle });
    source.script({ status: 302, headers: { location: 'http://example.org/' } });
    await refusal({}, { throttle });
    source.script({ json: 1 });
    await call({}, { throttle });
    expect(held).toBe(0);
  });

  test('errors do not contain the URL, which may contain a key', async () => {
    source.script({ status: 500 });
    const error = await refusal({ query: { api_key: 'sesame' } });
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/sesame|127\.0\.0\.1/);
  });

  test('a postponed call is not retried', async () => {
    const throttle = () => Promise.reject(new SourceCallPostponed('crossref', 'is busy', 15));
    source.script({ json: 1 });
    await expect(call({}, { throttle })).rejects.toMatchObject({ name: 'SourceCallPostponed', retryAfterSeconds: 15 });
    expect(source.requests).toHaveLength(0);
  });

  describe('a caller without time', () => {
    const postponed = {
      name: 'SourceCallPostponed',
      message: 'Crossref could not be called in the time of this run',
      retryAfterSeconds: 60,
    };

    test('before the call: the source is not asked', async () => {
      await expect(
        call(
          { signal: AbortSignal.abort() },
          {
            throttle: createThrottle({ takeSlot: async () => ({ waitMs: 0 }), perSecond: () => 0, places: () => 0 }),
          },
        ),
      ).rejects.toMatchObject(postponed);
      expect(source.requests).toHaveLength(0);
    });

    test('during a request: it is cancelled', async () => {
      const caller = new AbortController();
      const cancelled = new Promise<void>((resolve) => {
        source.script({
          answer: (response) => {
            response.once('close', resolve);
            caller.abort();
          },
        });
      });
      await expect(call({ signal: caller.signal }, { sleep })).rejects.toMatchObject(postponed);
      await cancelled;
      expect(source.requests).toHaveLength(1);
    });

    test('between two attempts: there is no second one', async () => {
      const caller = new AbortController();
      const late = (ms: number, signal?: AbortSignal) => {
        caller.abort();
        return sleep(ms, signal);
      };
      source.script({ status: 500 });
      await expect(call({ signal: caller.signal }, { sleep: late })).rejects.toMatchObject(postponed);
      expect(source.requests).toHaveLength(1);
    });
  });
});
