import * as z from 'zod';

/** The one entity that is a partner; everybody else's affiliation to it is `external`. */
export const partnerEntity = 'primary_entity';

export const AffiliationStatus = z.enum(['primary_entity', 'external']);
export type AffiliationStatus = z.output<typeof AffiliationStatus>;

/** What a person is to an entity from one time, in milliseconds since the epoch, to before another; null is not yet known. */
export const Affiliation = z.object({
  entity_id: z.string(),
  status: AffiliationStatus,
  starts_at: z.int(),
  ends_at: z.int().nullable(),
});
export type Affiliation = z.output<typeof Affiliation>;

/** A period of one person. */
export const AffiliationPeriod = Affiliation.extend({
  id: z.string(),
  person_orcid: z.string(),
  created_at: z.int(),
  /**
   * The place in the order in which the periods of the person were begun: the version of the record it was written with.
   * The first periods were stored without one, in their final form.
   */
  sequence: z.int().default(0),
});
export type AffiliationPeriod = z.output<typeof AffiliationPeriod>;

type Begun = Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>;

/** Whether beginning a period changes nothing: it is the open one already, the same in everything. */
export function isOpenPeriod({ ends_at, ...period }: Affiliation, begun: Begun): boolean {
  return (
    ends_at === null &&
    period.entity_id === begun.entity_id &&
    period.status === begun.status &&
    period.starts_at === begun.starts_at
  );
}

/**
 * The rule of periods: a person has one open period, whatever the entity, which is the one begun last. Each ends where
 * the earliest of those begun after it begins, but never before its own beginning: what is superseded keeps no length.
 * Takes all periods of a person, as stored, and returns them in the same order.
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

/** A person has at most so many periods that are yet to end: the record and the row of the person hold them all. */
export const mostUnendedPeriods = 1_000;

/** The affiliation that holds at a time, or null. */
export function affiliationAt(affiliations: readonly Affiliation[], time: Date): Affiliation | null {
  const ms = time.getTime();
  return affiliations.find(({ starts_at, ends_at }) => starts_at <= ms && (ends_at === null || ends_at > ms)) ?? null;
}

/** Of these periods the part that still matters at a time: what holds then or later. */
export function affiliationsFrom(periods: readonly Affiliation[], time: Date): Affiliation[] {
  return periods
    .filter(({ starts_at, ends_at }) => ends_at === null || (ends_at > time.getTime() && ends_at > starts_at))
    .map(({ entity_id, status, starts_at, ends_at }) => ({ entity_id, status, starts_at, ends_at }))
    .sort((one, other) => one.starts_at - other.starts_at);
}
