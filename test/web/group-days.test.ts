import { expect, test } from '@jest/globals';
import { toPeriodInMs, toStoredPeriod } from '#src/records/groups/periods.ts';
import { daysOf, isReversed, periodOf } from '../../web/src/data/groups/days.ts';

test.each([
  ['2024-01-01', '2024-12-31'],
  ['2024-02-29', '2024-02-29'],
  ['1898-10-01', ''],
  ['', '1969-12-31'],
  ['', ''],
])('the days from "%s" to "%s" are what the API stores, and come back as they were', (from, to) => {
  const period = periodOf({ from, to });
  expect(toStoredPeriod(period)).toEqual({ starts_at: from || null, ends_at: to || null });
  expect(daysOf(toPeriodInMs({ starts_at: from || null, ends_at: to || null }))).toEqual({ from, to });
});

test('a period of one day is not reversed, nor is one without an end', () => {
  expect(isReversed({ from: '2024-01-02', to: '2024-01-02' })).toBe(false);
  expect(isReversed({ from: '2024-01-02', to: '' })).toBe(false);
  expect(isReversed({ from: '2024-01-02', to: '2024-01-01' })).toBe(true);
});
