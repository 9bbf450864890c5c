import { earliestDay, latestDay } from '#src/vocabulary/partial-date.ts';

/** Days since 1970-01-01 (UTC), from the first to the last one. Infinite ends are days before or after all dates. */
export type DayInterval = readonly [from: number, to: number];

const dayMs = 86_400_000;

/** All days, and what has no day. */
export const always: DayInterval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** The days that dates can have: an interval within them says nothing about what has no date. */
export const datedDays: DayInterval = [-400_000, 3_000_000];

/** The day that a time is in. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

/** All days of a partial date: a book of 2024 is one of each of its days. Null without a date. */
export function daysOfDate(date: string | null): DayInterval | null {
  if (date === null) return null;
  const [from, to] = [Date.parse(earliestDay(date)), lastDayMs(latestDay(date))];
  return Number.isNaN(from) ? null : [dayOf(from), Math.max(dayOf(from), dayOf(to))];
}

/** A month counts as having 31 days in `latestDay`. */
function lastDayMs(day: string): number {
  const [year = 0, month = 1, last = 31] = day.split('-').map(Number);
  return Math.min(Date.UTC(year, month, 0), Date.UTC(year, month - 1, last));
}

/** Whether what was published on one of these days, or on an unknown day, is in one of the intervals. */
export const isOnDays = (intervals: readonly DayInterval[], days: DayInterval | null): boolean =>
  intervals.some(([from, to]) =>
    days === null
      ? from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY
      : from <= days[1] && to >= days[0],
  );
