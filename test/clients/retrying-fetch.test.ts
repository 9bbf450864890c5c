import { describe, expect, test } from '@jest/globals';
import { type RetryOptions, retryingFetch } from '../../clients/typescript/src/retrying-fetch.ts';

type Outcome = number | 'broken' | 'hangs' | 'breaks off' | { status: number; retryAfter: string };

/** Sends a request with these outcomes of the attempts; the last one repeats. */
async function asked(outcomes: Outcome[], retryOptions: Partial<RetryOptions> = {}, signal?: AbortSignal) {
  const waitsMs: number[] = [];
  let tries = 0;
  const ask = retryingFetch({
    timeoutMs: 1000,
    budgetMs: 60_000,
    wait: async (ms) => void waitsMs.push(ms),
    fetch: async (input) => {
      const outcome = outcomes[Math.min(tries++, outcomes.length - 1)] ?? 200;
      if (outcome === 'broken') throw new TypeError('fetch failed');
      if (outcome === 'hangs') return hanging((input as Request).signal);
      if (outcome === 'breaks off') return new Response(breakingOff());
      if (typeof outcome === 'number')
        return new Response(outcome === 304 ? null : `tried ${tries}`, { status: outcome });
      return new Response('wait', { status: outcome.status, headers: { 'Retry-After': outcome.retryAfter } });
    },
    ...retryOptions,
  });
  const request = new Request('http://registry.example.org/', signal ? { signal } : {});
  const result = await ask(request).catch((error: Error) => error);
  return { result, status: result instanceof Response ? result.status : undefined, tries, waitsMs };
}

const hanging = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const breakingOff = () =>
  new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });

describe('a failed request is retried', () => {
  test.each<[string, Outcome]>([
    ['an error of the server', 500],
    ['a gateway that got no answer', 504],
    ['a connection that is refused', 'broken'],
    ['a connection that ends within the body', 'breaks off'],
    ['too many requests', { status: 429, retryAfter: '0' }],
  ])('after %s', async (_, outcome) => {
    const { status, tries, result } = await asked([outcome, outcome, 200]);
    expect({ status, tries }).toEqual({ status: 200, tries: 3 });
    expect(await (result as Response).text()).toBe('tried 3');
  });

  test('after a timeout', async () => {
    expect(await asked(['hangs', 200], { timeoutMs: 5 })).toMatchObject({ status: 200, tries: 2 });
  });

  test.each([200, 304, 400, 401, 403, 404])('not after %s', async (status) => {
    expect(await asked([status])).toMatchObject({ status, tries: 1, waitsMs: [] });
  });
});

describe('waits', () => {
  test('for Retry-After, in seconds or until a date', async () => {
    const inAMinute = new Date(Date.now() + 40_000).toUTCString();
    const { waitsMs } = await asked([{ status: 429, retryAfter: '7' }, { status: 503, retryAfter: inAMinute }, 200]);
    expect(waitsMs[0]).toBe(7000);
    expect(waitsMs[1]).toBeGreaterThan(35_000);
    expect(waitsMs[1]).toBeLessThanOrEqual(40_000);
  });

  test('with exponential backoff and jitter without Retry-After', async () => {
    const { waitsMs } = await asked([500, 500, 500, 500, 200]);
    for (const [index, ms] of waitsMs.entries()) {
      expect(ms).toBeGreaterThanOrEqual(125 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(250 * 2 ** index);
    }
    expect(waitsMs).toHaveLength(4);
  });
});

describe('within its budget', () => {
  test('does not start a wait that would exceed it, and returns the response', async () => {
    expect(await asked([{ status: 429, retryAfter: '61' }])).toMatchObject({ status: 429, tries: 1, waitsMs: [] });
  });

  test('does not retry without a budget', async () => {
    expect(await asked([500], { budgetMs: 0 })).toMatchObject({ status: 500, tries: 1 });
    const { result, tries } = await asked(['broken'], { budgetMs: 0 });
    expect({ message: (result as Error).message, tries }).toEqual({ message: 'fetch failed', tries: 1 });
  });

  test('an abort ends the request at once', async () => {
    const { result, tries } = await asked(['hangs'], {}, AbortSignal.timeout(5));
    expect((result as Error).name).toBe('TimeoutError');
    expect(tries).toBe(1);
  });
});
