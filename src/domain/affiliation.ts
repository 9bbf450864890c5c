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

/** A period as it is stored. */
export const AffiliationPeriod = Affiliation.extend({ id: z.string(), person_orcid: z.string(), created_at: z.int() });
export type AffiliationPeriod = z.output<typeof AffiliationPeriod>;

/** What a new period does to those there are. */
export interface PeriodChange<Period extends Affiliation> {
  /** Periods that end otherwise than before, as they are then. */
  ended: Period[];
  opened: Omit<Affiliation, 'ends_at'> & { ends_at: null };
}

/**
 * The rule of periods: a person has one open period, whatever the entity. A new one ends it where it begins. Beginning
 * earlier than others, it takes their place: none ends before it begins, so what is superseded keeps no length. The
 * same period once more changes nothing: undefined.
 */
export function beginPeriod<Period extends Affiliation>(
  periods: readonly Period[],
  begun: Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>,
): PeriodChange<Period> | undefined {
  const open = periods.find(({ ends_at }) => ends_at === null);
  const isOpenAlready =
    open?.entity_id === begun.entity_id && open.status === begun.status && open.starts_at === begun.starts_at;
  if (isOpenAlready) return undefined;
  const ended = periods.flatMap((period) => {
    const ends_at = Math.max(period.starts_at, begun.starts_at);
    return period.ends_at === null || period.ends_at > ends_at ? [{ ...period, ends_at }] : [];
  });
  return { ended, opened: { ...begun, ends_at: null } };
}

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
