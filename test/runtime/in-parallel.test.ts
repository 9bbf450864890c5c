import { expect, test } from '@jest/globals';
import { inParallel } from '#src/runtime/in-parallel.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('results are in the order of the items, whichever is done first', async () => {
  const results = await inParallel(numbers(20), 4, async (item) => {
    for (let turns = item % 3; turns > 0; turns--) await turn();
    return item * 2;
  });
  expect(results).toEqual(numbers(20).map((item) => item * 2));
});

test('at most the limit runs at once, and items are read only when needed', async () => {
  let [running, most, taken] = [0, 0, 0];
  function* items() {
    for (; taken < 50; ) yield taken++;
  }
  await inParallel(items(), 3, async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  });
  expect({ most, taken }).toEqual({ most: 3, taken: 50 });
});

test('after the first error no task is started, and the error is thrown once all running ones are done', async () => {
  const started: number[] = [];
  const done: number[] = [];
  const run = inParallel(numbers(100), 4, async (item) => {
    started.push(item);
    if (item === 0) throw new Error('the first');
    await turn();
    await turn();
    done.push(item);
    if (item === 2) throw new Error('a later one');
  });
  await expect(run).rejects.toThrow('the first');
  expect(started).toEqual([0, 1, 2, 3]);
  expect(done).toEqual([1, 2, 3]);
});
