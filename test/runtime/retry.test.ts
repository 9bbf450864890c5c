import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Contention } from '#src/runtime/errors.ts';
import { withRetriesUntil } from '#src/runtime/invocation.ts';
import { persistent, retryIfStale, retryOnError, stale } from '#src/runtime/retry.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a stale attempt is repeated until it writes', async () => {
  let tries = 0;
  const outcome = retryIfStale('A thing', async () => (++tries < 5 ? stale : { tries }));
  await jest.runAllTimersAsync();
  expect(await outcome).toEqual({ tries: 5 });
});

test('undefined is an outcome like any other', async () => {
  expect(await retryIfStale('A thing', async () => undefined)).toBeUndefined();
});

test('an error is not retried', async () => {
  let tries = 0;
  const outcome = retryIfStale('A thing', async () => {
    tries++;
    throw new Error('broken');
  });
  await expect(outcome).rejects.toThrow('broken');
  expect(tries).toBe(1);
});

test('after twelve attempts it throws Contention, which names the record', async () => {
  let tries = 0;
  const outcome = retryIfStale('The key a3f1', async () => {
    tries++;
    return stale;
  });
  const failed = expect(outcome).rejects.toThrow(new Contention('The key a3f1'));
  await jest.runAllTimersAsync();
  await failed;
  expect(tries).toBe(12);
});

test('no attempt begins later than 5 s after the first', async () => {
  const beginnings: number[] = [];
  const startMs = Date.now();
  const outcome = retryIfStale('The key a3f1', async () => {
    beginnings.push(Date.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, 1_900));
    return stale;
  });
  const failed = expect(outcome).rejects.toThrow(Contention);
  await jest.runAllTimersAsync();
  await failed;
  expect(beginnings).toHaveLength(3);
  expect(Math.max(...beginnings)).toBeLessThanOrEqual(5_000);
});

test('waits grow exponentially up to half a second, with jitter', async () => {
  const waits: number[] = [];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((resolve: () => void, ms: number) => {
    waits.push(ms);
    resolve();
  }) as unknown as typeof setTimeout);
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  await expect(retryIfStale('A thing', async () => stale)).rejects.toThrow(Contention);
  expect(waits).toEqual([20, 40, 80, 160, 250, 250, 250, 250, 250, 250, 250]);
});

describe('a call that fails', () => {
  const busy = new Error('busy');

  test('for a transient reason is retried', async () => {
    let tries = 0;
    const call = async () => {
      if (++tries < 5) throw busy;
      return tries;
    };
    const outcome = retryOnError('The table', (error) => error === busy, call);
    await jest.runAllTimersAsync();
    expect(await outcome).toBe(5);
  });

  test('for a transient reason every time throws Contention with the reason', async () => {
    const outcome = retryOnError(
      'The table',
      (error) => error === busy,
      () => Promise.reject(busy),
    );
    const failed = expect(outcome).rejects.toMatchObject({ name: 'Contention', cause: busy });
    await jest.runAllTimersAsync();
    await failed;
  });

  test('for any other reason is not retried', async () => {
    const call = jest.fn(() => Promise.reject(new Error('broken')));
    await expect(retryOnError('The table', (error) => error === busy, call)).rejects.toThrow('broken');
    expect(call).toHaveBeenCalledTimes(1);
  });
});

describe('an operation that meets many others', () => {
  test('is repeated after Contention until the time is over', async () => {
    let tries = 0;
    const outcome = retryIfStale(
      'All of it',
      async () => {
        tries++;
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        throw new Contention('A thing');
      },
      persistent,
    );
    const failed = expect(outcome).rejects.toThrow(new Contention('A thing'));
    await jest.runAllTimersAsync();
    await failed;
    expect(tries).toBe(3);
  });

  test('is not repeated when it succeeds or fails otherwise', async () => {
    let tries = 0;
    expect(await retryIfStale('A thing', async () => ++tries, persistent)).toBe(1);
    const broken = async () => {
      tries++;
      throw new Error('broken');
    };
    await expect(retryIfStale('A thing', broken, persistent)).rejects.toThrow('broken');
    expect(tries).toBe(2);
  });
});

describe('in an invocation', () => {
  const busy = new Error('busy');

  test('retries within each other end together, before its time does', async () => {
    const startMs = Date.now();
    const endMs = startMs + 3_000;
    let tries = 0;
    const refused = () => {
      tries++;
      return Promise.reject(busy);
    };
    const call = () => retryOnError('The table', (error) => error === busy, refused);
    const outcome = withRetriesUntil(endMs, () => retryIfStale('A thing', call, persistent));
    const failed = expect(outcome).rejects.toMatchObject({ name: 'Contention', cause: busy });
    await jest.runAllTimersAsync();
    await failed;
    expect(Date.now()).toBeLessThanOrEqual(endMs);
    expect(Date.now()).toBeGreaterThan(startMs + 1_000);
    expect(tries).toBeGreaterThan(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('that has no time left, one attempt is made', async () => {
    let tries = 0;
    const attempt = async () => {
      tries++;
      return stale;
    };
    const outcome = withRetriesUntil(Date.now() - 1, () => retryIfStale('A thing', attempt, persistent));
    await expect(outcome).rejects.toThrow(new Contention('A thing'));
    expect(tries).toBe(1);
  });
});
