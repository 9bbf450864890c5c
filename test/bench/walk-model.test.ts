import { expect, test } from '@jest/globals';
import { type ModelledCall, modelWalk } from '../../bench/cold/walk-model.ts';
import type { RecordedPage, RecordedRequest } from '../../bench/cold/walk-recording.ts';

const request = (name: string, startMs: number, endMs: number): RecordedRequest => ({ name, id: name, startMs, endMs });
const page = (name: string, requests: RecordedRequest[], later: RecordedRequest[] = []): RecordedPage => ({
  page: name,
  requests,
  later,
});
/** Each request is answered by the function of its name, after an authorizer if there is one. */
const calls =
  (authorizer: boolean) =>
  ({ name }: RecordedRequest): ModelledCall[] => [
    ...(authorizer ? [{ functionName: 'authorizer', memoryMb: 1024, times: { coldMs: 500, warmMs: 5 } }] : []),
    { functionName: name.split(' ')[0] ?? '', memoryMb: 512, times: { coldMs: 300, warmMs: 10 } },
  ];
const stayMs = 5_000;

test('requests at once start an environment each, and wait for the slowest', () => {
  const { pages, environments } = modelWalk(
    [page('one', [request('a', 0, 9), request('b', 1, 9)])],
    calls(true),
    stayMs,
  );
  expect(pages).toMatchObject([{ waitS: 0.801, startsInTurn: 2 }]);
  expect(pages[0]?.started.sort()).toEqual(['a', 'authorizer', 'authorizer', 'b']);
  expect(environments).toBe(4);
});

test('what had ended before a request began, ends before it begins', () => {
  const { pages } = modelWalk([page('one', [request('a', 10, 40), request('b', 60, 90)])], calls(false), stayMs);
  // 10 until the first, 300 for each, and 20 between them as recorded.
  expect(pages).toMatchObject([{ waitS: 0.63, startsInTurn: 2, started: ['a', 'b'] }]);
});

test('a second request meets the environment of the first, on the same page or the next', () => {
  const twice = page('one', [request('a 1', 0, 10), request('a 2', 10, 20)]);
  const { pages, environments } = modelWalk([twice, page('two', [request('a 3', 0, 5)])], calls(false), stayMs);
  expect(pages).toMatchObject([{ waitS: 0.31 }, { waitS: 0.01, started: [] }]);
  expect(environments).toBe(1);
});

test('what is asked ahead is not waited for, and its environments serve the next page', () => {
  const first = page('one', [request('a', 0, 10)], [request('b', 20, 30)]);
  const walk = modelWalk([first, page('two', [request('b 2', 0, 10)])], calls(false), stayMs);
  expect(walk.pages).toMatchObject([
    { waitS: 0.3, requests: 1, ahead: 1 },
    { waitS: 0.01, started: [] },
  ]);
  expect(walk).toMatchObject({ waitS: 0.31, requests: 3, functions: 2 });
  // Two starts and a warm call, at half of a GB.
  expect(walk.gbSeconds).toBeCloseTo((0.3 + 0.3 + 0.01) / 2);
});

test('a start that is still under way when the next page asks is not free', () => {
  const first = page('one', [request('a', 0, 10)], [request('b', 4_995, 5_000)]);
  const { pages } = modelWalk([first, page('two', [request('b 2', 0, 10)])], calls(false), stayMs);
  expect(pages[1]).toMatchObject({ started: ['b'], waitS: 0.3 });
});
