import { endPeriods, isOpenPeriod, partnerEntity } from '../../../../src/records/people/affiliation.ts';
import type { components } from '../../api/schema.ts';

type Period = components['schemas']['CuratedPersonDetail']['affiliations'][number];

export interface ShownPeriod extends Pick<Period, 'entity_id' | 'status' | 'starts_at' | 'ends_at'> {
  /** The effect of a new period on this one. */
  change?: 'new' | 'cut' | undefined;
}

const latestMs = Date.UTC(9999, 11, 31);

/** Moves times that no calendar has, which the API accepts, to the year 9999. */
export const inCalendar = <P extends ShownPeriod>(periods: readonly P[]): P[] =>
  periods.map((period) => ({
    ...period,
    starts_at: Math.min(period.starts_at, latestMs),
    ends_at: period.ends_at == null ? null : Math.min(period.ends_at, latestMs),
  }));

/** The periods after one begins, by the rules of the API. The new one is first unless it exists already. */
export function periodsAfterStart(
  periods: readonly Period[],
  { status, startsAt }: { status: Period['status']; startsAt: number },
): ShownPeriod[] {
  const started = { entity_id: partnerEntity, status, starts_at: startsAt, ends_at: null };
  if (periods.some((period) => isOpenPeriod(period, started))) return [...periods];
  const [first, ...rest] = endPeriods([
    { ...started, sequence: 1 },
    ...periods.map((period) => ({ ...period, sequence: 0 })),
  ]);
  const isCut = (period: ShownPeriod, index: number) => period.ends_at !== periods[index]?.ends_at;
  return [
    { ...started, ...first, change: 'new' },
    ...rest.map((period, index) => ({ ...period, change: isCut(period, index) ? ('cut' as const) : undefined })),
  ];
}
