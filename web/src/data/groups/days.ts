/** A time in answers and requests of groups: days count whole, in UTC, and an end is the first moment after the last day. */
const dayMs = 86_400_000;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first day of a period as `YYYY-MM-DD`; empty if it has none. */
export const firstDay = (startsAt: number | null | undefined): string => (startsAt == null ? '' : dayOf(startsAt));

/** The last day of a period; empty if it has none. */
export const lastDay = (endsAt: number | null | undefined): string => (endsAt == null ? '' : dayOf(endsAt - 1));

export const startOfDay = (day: string): number | null => (day === '' ? null : Date.parse(day));

export const endOfDay = (day: string): number | null => (day === '' ? null : Date.parse(day) + dayMs);

/** Today in the browser's time zone. */
export function today(): string {
  const now = new Date();
  return dayOf(now.getTime() - now.getTimezoneOffset() * 60_000);
}

export interface Days {
  from: string;
  to: string;
}

/** Whether a period ends before it starts. Days are compared as texts. */
export const isReversed = ({ from, to }: Days): boolean => from !== '' && to !== '' && to < from;

export const daysOf = ({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }): Days => ({
  from: firstDay(starts_at),
  to: lastDay(ends_at),
});

export const periodOf = ({ from, to }: Days): { starts_at: number | null; ends_at: number | null } => ({
  starts_at: startOfDay(from),
  ends_at: endOfDay(to),
});
