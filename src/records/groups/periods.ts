const dayMs = 86_400_000;

/** The first and the last day of something, as they are stored. Null: always before, or ever after. */
export interface StoredPeriod {
  starts_at: string | null;
  ends_at: string | null;
}

/** The beginning and the end of something, in milliseconds since the epoch. The end is the first moment after it. */
export interface PeriodInMs {
  starts_at: number | null;
  ends_at: number | null;
}

export const dayTextOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of a period: each of which it has a part counts whole. */
export const toStoredPeriod = ({ starts_at, ends_at }: PeriodInMs): StoredPeriod => ({
  starts_at: starts_at === null ? null : dayTextOf(starts_at),
  ends_at: ends_at === null ? null : dayTextOf(ends_at - 1),
});

export const toPeriodInMs = ({ starts_at, ends_at }: StoredPeriod): PeriodInMs => ({
  starts_at: starts_at === null ? null : Date.parse(starts_at),
  ends_at: ends_at === null ? null : Date.parse(ends_at) + dayMs,
});

export const dayBefore = (day: string): string => dayTextOf(Date.parse(day) - 1);

/** The part of a membership that is within the life of its group: before and after it, nobody is a member. */
export const withinLife = (membership: StoredPeriod, group: StoredPeriod): StoredPeriod => ({
  starts_at: (membership.starts_at ?? '') > (group.starts_at ?? '') ? membership.starts_at : group.starts_at,
  ends_at:
    membership.ends_at !== null && membership.ends_at < (group.ends_at ?? '~') ? membership.ends_at : group.ends_at,
});

/** Whether a day is in a period. */
export const includesDay = ({ starts_at, ends_at }: StoredPeriod, day: string): boolean =>
  (starts_at === null || starts_at <= day) && (ends_at === null || day <= ends_at);
