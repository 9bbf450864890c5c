import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { whenDone } from '../../web/src/data/when-done.ts';

const of = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome }));
const first = of('edited', 'queued', 'queued');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function waitFor(...answers: { status: 'processing' | 'completed'; results: { outcome: string }[] }[]) {
  const progress: number[] = [];
  const ask = async () => answers.shift() ?? Promise.reject(new TypeError('no network'));
  const waiting = whenDone(first, ask, (done) => progress.push(done));
  await jest.advanceTimersByTimeAsync(20_000);
  return { results: await waiting, progress };
}

test('publications that are left to a job are waited for, with the progress', async () => {
  const results = of('edited', 'edited', 'invalid');
  expect(
    await waitFor(
      { status: 'processing', results: of('edited', 'edited', 'queued') },
      { status: 'completed', results },
    ),
  ).toEqual({ results, progress: [1, 2] });
});

test('if the job cannot be asked any more, what it has not done stays queued', async () => {
  const results = of('edited', 'edited', 'queued');
  expect(await waitFor({ status: 'processing', results })).toEqual({ results, progress: [1, 2] });
  expect((await waitFor()).results).toEqual(first);
});
