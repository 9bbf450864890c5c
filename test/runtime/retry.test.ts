import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Contention } from '../../src/errors.ts';
import { retryIfStale, retryOnError, stale } from '../../src/runtime/retry.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('an attempt that was overtaken is made again until it writes', async () => {
  let tries = 0;
  const outcome = retryIfStale('A thing', async () => (++tries < 5 ? stale : { tries }));
  await jest.runAllTimersAsync();
  expect(await outcome).toEqual({ tries: 5 });
});

test('undefined is an outcome like any other', async () => {
  expect(await retryIfStale('A thing', async () => undefined)).toBeUndefined();
});

test('an error is no reason to try again', async () => {
  let tries = 0;
  const outcome = retryIfStale('A thing', async () => {
    tries++;
    throw new Error('broken');
  });
  await expect(outcome).rejects.toThrow('broken');
  expect(tries).toBe(1);
});

test('after twelve tries it is Contention that names what was to be written', async () => {
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

test('no try begins later than 5 s after the first, however long the tries take', async () => {
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

test('waits grow exponentially up to half a second, and are random, so that rivals part', async () => {
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

  test('for a passing reason is made again', async () => {
    let tries = 0;
    const call = async () => {
      if (++tries < 5) throw busy;
      return tries;
    };
    const outcome = retryOnError('The table', (error) => error === busy, call);
    await jest.runAllTimersAsync();
    expect(await outcome).toBe(5);
  });

  test('for such a reason every time is Contention, with the reason', async () => {
    const outcome = retryOnError(
      'The table',
      (error) => error === busy,
      () => Promise.reject(busy),
    );
    const failed = expect(outcome).rejects.toMatchObject({ name: 'Contention', cause: busy });
    await jest.runAllTimersAsync();
    await failed;
  });

  test('for any other reason is not', async () => {
    const call = jest.fn(() => Promise.reject(new Error('broken')));
    await expect(retryOnError('The table', (error) => error === busy, call)).rejects.toThrow('broken');
    expect(call).toHaveBeenCalledTimes(1);
  });
});
