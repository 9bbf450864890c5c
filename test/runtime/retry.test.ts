import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Contention } from '../../src/errors.ts';
import { backOff, retryIfStale, stale } from '../../src/runtime/retry.ts';

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

test('waits grow exponentially up to half a second, and are random, so that rivals part', async () => {
  const waits: number[] = [];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((resolve: () => void, ms: number) => {
    waits.push(ms);
    resolve();
  }) as unknown as typeof setTimeout);
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  for (const tries of [1, 2, 3, 8, 11]) await backOff(tries);
  expect(waits).toEqual([20, 40, 80, 250, 250]);
});
