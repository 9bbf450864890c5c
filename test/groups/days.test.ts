import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type DayInterval,
  daysOfDate,
  daysOfPeriod,
  differenceOf,
  intersectionOf,
  prolonged,
  unionOf,
} from '#src/records/groups/days.ts';
import { at, day } from './a-registry.ts';
import { allDays } from './rule-by-day.ts';

describe('intervals of days', () => {
  const bound = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 30 }) },
    fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  );
  const interval = fc
    .tuple(bound, bound)
    .map(([one, other]): DayInterval => [Math.min(one, other), Math.max(one, other)])
    .filter(([from, to]) => from !== Number.POSITIVE_INFINITY && to !== Number.NEGATIVE_INFINITY);
  const intervals = fc.array(interval, { maxLength: 4 });
  const has = (days: readonly DayInterval[], one: number) => days.some(([from, to]) => from <= one && one <= to);

  test('have the days that sets of days have, as few of them as can be', () => {
    fc.assert(
      fc.property(intervals, intervals, (some, others) => {
        const [one, other] = [unionOf(some), unionOf(others)];
        const [both, left] = [intersectionOf(one, other), differenceOf(one, other)];
        const wrong = allDays.filter((number) => {
          const [isIn, isInOther] = [has(some, number), has(others, number)];
          const found = [has(one, number), has(both, number), has(left, number)];
          return String(found) !== String([isIn, isIn && isInOther, isIn && !isInOther]);
        });
        expect(wrong).toEqual([]);
        for (const result of [one, both, left])
          for (const [place, [from, to]] of result.entries()) {
            expect(from).toBeLessThanOrEqual(to);
            if (place > 0) expect(from).toBeGreaterThan((result[place - 1]?.[1] ?? from) + 1);
          }
      }),
    );
  });

  test.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2023-02', '2023-02-01', '2023-02-28'],
    ['2024-04-30', '2024-04-30', '2024-04-30'],
  ])('the date %s is all days from %s to %s', (date, from, to) => {
    expect(daysOfDate(date)).toEqual([day(from), day(to)]);
  });

  test.each([
    ['2024-07-01', '2024-08-01', '2024-07-01', '2024-07-31'],
    ['2024-07-01T12:00Z', '2024-08-01T12:00Z', '2024-07-01', '2024-08-01'],
  ])('the period from %s to %s has the days from %s to %s', (starts, ends, from, to) => {
    expect(daysOfPeriod({ starts_at: at(starts), ends_at: at(ends) })).toEqual([[day(from), day(to)]]);
    expect(daysOfPeriod({ starts_at: at(ends), ends_at: at(starts) })).toEqual([]);
    expect(daysOfPeriod({ starts_at: at(starts), ends_at: at(starts) })).toEqual([]);
  });

  test.each([
    ['2024-06-30', 6, '2024-12-31'],
    ['2024-06-15', 6, '2024-12-15'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-08-30', 6, '2025-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-11-30', 2, '2025-01-31'],
  ])('%s and %d months are %s', (end, months, later) => {
    expect(prolonged([[0, day(end)]], months)).toEqual([[0, day(later)]]);
  });
});
