import { beforeEach, expect, test } from '@jest/globals';
import { countRequest, getUsage } from '#src/identity/store/usage.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { freshTable } from '../../support/engine.ts';

const at = (minute: number, seconds = 0) => new Date(minute * 60_000 + seconds * 1000);

beforeEach(async () => {
  await freshTable();
});

/** As many at once as the client has connections: more would wait inside it and count as time to connect. */
const atOnce = <T>(count: number, ask: (n: number) => Promise<T>) => inParallel(Array(count).keys(), 50, ask);

test('of many at once exactly the limit is let through, whoever else counts', async () => {
  const answers = await atOnce(80, (n) => countRequest(n % 2 ? 'one' : 'other', 12, at(5)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(24);
  expect((await getUsage('one'))?.requests).toBe(12);
});

test('of many at the turn of a minute exactly the limit is let through in each', async () => {
  const answers = await atOnce(80, (n) => countRequest('key', 12, at(n < 40 ? 5 : 6)));
  const through = (minute: number) =>
    answers.filter((one) => one.allowed && one.endsAtMs === at(minute + 1).getTime()).length;
  expect(through(6)).toBe(12);
  expect(through(5)).toBeLessThanOrEqual(12);
});

test('a clock that lags behind charges the minute others have begun', async () => {
  await countRequest('key', 2, at(6));
  expect(await countRequest('key', 2, at(5, 59))).toMatchObject({ allowed: true, endsAtMs: at(7).getTime(), used: 2 });
  expect(await countRequest('key', 2, at(5, 59))).toMatchObject({ allowed: false, endsAtMs: at(7).getTime() });
});

test('a limit per day holds until the day ends in UTC, and of many at once exactly it is let through', async () => {
  const date = (text: string) => new Date(`${text}Z`);
  const count = (now: Date) => countRequest('admin', 12, now, 'day');
  const answers = await atOnce(40, (n) => count(date(`2026-03-01T0${n % 10}:00`)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(12);
  const over = { allowed: false, used: 12, endsAtMs: date('2026-03-02T00:00').getTime() };
  expect(await count(date('2026-03-01T23:59:59.999'))).toEqual(over);
  expect(await count(date('2026-03-02T00:00'))).toMatchObject({ allowed: true, used: 1 });
  // A process whose clock lags: the day has begun.
  expect(await count(date('2026-03-01T23:59'))).toMatchObject({ allowed: true, used: 2 });
});

test('a lower limit holds at once', async () => {
  for (let n = 0; n < 5; n++) await countRequest('key', 10, at(5));
  expect((await countRequest('key', 3, at(5))).allowed).toBe(false);
});

test('how often and when last is known for good', async () => {
  expect(await getUsage('key')).toBeUndefined();
  await countRequest('key', 1, at(5, 10));
  await countRequest('key', 1, at(5, 11));
  await countRequest('key', 1, at(9, 12));
  expect(await getUsage('key')).toEqual({ requests: 2, lastUsedAtMs: at(9, 12).getTime() });
});
