import * as z from 'zod';

export const partnerEntity = 'primary_entity';

const entities: ReadonlySet<string> = new Set([partnerEntity]);
export const isKnownEntity = (id: string): boolean => entities.has(id);

export const affiliationStatuses = ['primary_entity', 'external'] as const;
export const AffiliationStatus = z.enum(affiliationStatuses);
export type AffiliationStatus = z.output<typeof AffiliationStatus>;

/** A status at an entity for a period, in milliseconds since the epoch. `ends_at` is exclusive; null if open. */
export const Affiliation = z.object({
  entity_id: z.string(),
  status: AffiliationStatus,
  starts_at: z.int(),
  ends_at: z.int().nullable(),
});
export type Affiliation = z.output<typeof Affiliation>;

// The PURE mark lets dashboard pages that use functions of this file leave out the schema.
export const AffiliationPeriod = /* @__PURE__ */ Affiliation.extend({
  id: z.string(),
  person_orcid: z.string(),
  created_at: z.int(),
  /** The person's version it was written with, which orders starts. Older records have 0 and their final end. */
  sequence: z.int().default(0),
});
export type AffiliationPeriod = z.output<typeof AffiliationPeriod>;

type NewPeriod = Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>;

/** Whether a stored period is open and equal to the new one, so starting the new one changes nothing. */
export function isOpenPeriod({ ends_at, ...period }: Affiliation, started: NewPeriod): boolean {
  return (
    ends_at === null &&
    period.entity_id === started.entity_id &&
    period.status === started.status &&
    period.starts_at === started.starts_at
  );
}

/**
 * Ends all periods of a person, in the given order. Only the last started period stays open, regardless of entity. Each
 * other one ends at the earliest start among those started later, but not before its own start, so it may be empty.
 */
export function endPeriods<Period extends Affiliation & { sequence: number }>(periods: readonly Period[]): Period[] {
  const ends = new Map<Period, number | null>();
  let sequence = Number.POSITIVE_INFINITY;
  let [earliest, earliestAfter] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const period of [...periods].sort((one, other) => other.sequence - one.sequence)) {
    if (period.sequence < sequence) earliestAfter = earliest;
    sequence = period.sequence;
    earliest = Math.min(earliest, period.starts_at);
    const end = Math.min(period.ends_at ?? Number.POSITIVE_INFINITY, Math.max(period.starts_at, earliestAfter));
    ends.set(period, Number.isFinite(end) ? end : null);
  }
  return periods.map((period) => ({ ...period, ends_at: ends.get(period) ?? null }));
}

/** The first of these periods that overlaps another one. Empty periods overlap nothing. */
export function overlapping(periods: readonly Affiliation[], period: Affiliation): Affiliation | undefined {
  const endOf = ({ ends_at }: Affiliation) => ends_at ?? Number.POSITIVE_INFINITY;
  return periods.find(
    (known) => endOf(known) > known.starts_at && known.starts_at < endOf(period) && period.starts_at < endOf(known),
  );
}

/** Limit of unended periods, which are all held in the person's record and row. */
export const maxUnendedPeriods = 1_000;

export function affiliationAt(affiliations: readonly Affiliation[], time: Date): Affiliation | null {
  const ms = time.getTime();
  return affiliations.find(({ starts_at, ends_at }) => starts_at <= ms && (ends_at === null || ends_at > ms)) ?? null;
}

/** Conditions on the affiliation in effect. Null does not filter. */
export interface AffiliationFilter {
  active_only: boolean;
  entity_id: string | null;
  affiliation_status: AffiliationStatus | null;
}

export const hasCondition = ({ active_only, entity_id, affiliation_status }: AffiliationFilter): boolean =>
  active_only || entity_id !== null || affiliation_status !== null;

/** Whether the affiliation in effect meets all conditions of a filter. */
export function passesFilter(filter: AffiliationFilter, affiliations: readonly Affiliation[], time: Date): boolean {
  if (!hasCondition(filter)) return true;
  const current = affiliationAt(affiliations, time);
  if (!current) return false;
  const { entity_id, affiliation_status } = filter;
  return (
    (entity_id === null || current.entity_id === entity_id) &&
    (affiliation_status === null || current.status === affiliation_status)
  );
}

/** The affiliations in effect at a time or later, by start. */
export function affiliationsFrom(periods: readonly Affiliation[], time: Date): Affiliation[] {
  return periods
    .filter(({ starts_at, ends_at }) => ends_at === null || (ends_at > time.getTime() && ends_at > starts_at))
    .map(({ entity_id, status, starts_at, ends_at }) => ({ entity_id, status, starts_at, ends_at }))
    .sort((one, other) => one.starts_at - other.starts_at);
}
