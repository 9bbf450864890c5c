import { earliestDay, latestDay } from '#src/vocabulary/partial-date.ts';

/** Days since 1970-01-01 (UTC), from the first to the last one. Infinite ends are days before or after all dates. */
export type DayInterval = readonly [from: number, to: number];

const dayMs = 86_400_000;

/** All days, and what has no day. */
export const always: DayInterval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
export const alwaysOnly: readonly DayInterval[] = [always];

/** The days that dates can have: an interval within them says nothing about what has no date. */
export const datedDays: DayInterval = [-400_000, 3_000_000];

/** The day that a time is in. */
export const dayNumber = (ms: number): number => Math.floor(ms / dayMs);

/** All days of a partial date: a book of 2024 is one of each of its days. Null without a date. */
export function daysOfDate(date: string | null): DayInterval | null {
  if (date === null) return null;
  const [from, to] = [Date.parse(earliestDay(date)), lastDayMs(latestDay(date))];
  return Number.isNaN(from) ? null : [dayNumber(from), Math.max(dayNumber(from), dayNumber(to))];
}

/** A month counts as having 31 days in `latestDay`. */
function lastDayMs(day: string): number {
  const [year = 0, month = 1, last = 31] = day.split('-').map(Number);
  return Math.min(Date.UTC(year, month, 0), Date.UTC(year, month - 1, last));
}

/** The day of what has no date, as engines that compare days have it: before all others, and only `always` has both. */
export const noDay: DayInterval = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** In milliseconds since the epoch. `ends_at` is exclusive; null is open. */
export interface Period {
  starts_at: number | null;
  ends_at: number | null;
}

/** The milliseconds of a period, from the first to the last one; none if it ends before it starts. */
export function momentsOf({ starts_at, ends_at }: Period): readonly DayInterval[] {
  if (starts_at === null && ends_at === null) return alwaysOnly;
  const [from, to] = [starts_at ?? Number.NEGATIVE_INFINITY, (ends_at ?? Number.POSITIVE_INFINITY) - 1];
  return from <= to ? [[from, to]] : [];
}

/** The days of a period: each of which it has a part counts whole. */
export function daysOfPeriod(period: Period): readonly DayInterval[] {
  const moments = momentsOf(period);
  return moments === alwaysOnly ? moments : moments.map(([from, to]) => [dayNumber(from), dayNumber(to)]);
}

/** Whether what was published on one of these days, or on an unknown day, is in one of the intervals. */
export const isOnDays = (intervals: readonly DayInterval[], days: DayInterval | null): boolean =>
  intervals.some(([from, to]) => from <= (days ?? noDay)[1] && to >= (days ?? noDay)[0]);

/** All days of these intervals as the fewest ones, sorted. What the other functions take and return is so, too. */
export function unionOf(intervals: readonly DayInterval[]): readonly DayInterval[] {
  if (intervals.length < 2) return intervals;
  const union: DayInterval[] = [];
  for (const [from, to] of intervals.toSorted((one, other) => (one[0] < other[0] ? -1 : 1))) {
    const last = union.at(-1);
    if (last && from <= last[1] + 1) union[union.length - 1] = [last[0], Math.max(last[1], to)];
    else union.push([from, to]);
  }
  return union;
}

/** Made for what is usual, open and single intervals: it runs for each member of each group above. */
export function intersectionOf(some: readonly DayInterval[], others: readonly DayInterval[]): readonly DayInterval[] {
  if (others[0] === always) return some;
  if (some[0] === always) return others;
  const both: DayInterval[] = [];
  for (const one of some)
    for (const [start, end] of others) {
      if (one[0] >= start && one[1] <= end) both.push(one);
      else if (one[0] <= end && one[1] >= start) both.push([Math.max(one[0], start), Math.min(one[1], end)]);
    }
  return both;
}

/** The days of `some` without those of `others`. */
export function differenceOf(some: readonly DayInterval[], others: readonly DayInterval[]): readonly DayInterval[] {
  return others.reduce<readonly DayInterval[]>(
    (left, [start, end]) =>
      left.flatMap(([from, to]): DayInterval[] => {
        if (end < from || start > to) return [[from, to]];
        const before: DayInterval[] = start > from ? [[from, start - 1]] : [];
        return end < to ? [...before, [end + 1, to]] : before;
      }),
    some,
  );
}

/** Each interval with so many months more at its end. */
export const prolonged = (intervals: readonly DayInterval[], months: number): readonly DayInterval[] =>
  months === 0 ? intervals : unionOf(intervals.map(([from, to]) => [from, dayAfterMonths(to, months)]));

/** From the end of a month to the end of a month; from a day that the month lacks to its last one. */
function dayAfterMonths(day: number, months: number): number {
  if (!Number.isFinite(day)) return day;
  const next = new Date((day + 1) * dayMs);
  const [year, month] = [next.getUTCFullYear(), next.getUTCMonth() + months];
  return dayNumber(Math.min(Date.UTC(year, month, next.getUTCDate()), Date.UTC(year, month + 1, 1))) - 1;
}
