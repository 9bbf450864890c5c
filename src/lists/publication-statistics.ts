import { curatedPublications } from './curated-publications.ts';
import type { GroupFilter } from './model/query.ts';
import { createdByDay, dayMs } from './tallies.ts';

const days = 7;
const months = 6;

/** Numbers of publications that are not deleted. Versions of one publication count once. */
export interface PublicationStatistics {
  total_publications: number;
  edited_publications: number;
  hidden_publications: number;
  /** Researchers linked to at least one of them. */
  orcid_sources: number;
}

/** The numbers at this moment, including every earlier change: without these subtypes, and of these groups. */
export async function publicationStatistics(
  withoutSubtypes: readonly string[] | null,
  groups?: GroupFilter,
): Promise<PublicationStatistics> {
  const { total, facets = {} } = await curatedPublications.find(
    {
      page: 1,
      per_page: 1,
      q: '',
      sort: 'last_fetched_at',
      dir: 'desc',
      where: [],
      equals: { status: 'active', versions: 'shown' },
      except: { publication_subtype: withoutSubtypes },
      ...(groups && { groups }),
      facets: ['is_edited', 'visibility', 'orcid_id'],
    },
    0,
  );
  return {
    total_publications: total,
    edited_publications: facets.is_edited?.get('true') ?? 0,
    hidden_publications: facets.visibility?.get('hidden') ?? 0,
    orcid_sources: facets.orcid_id?.size ?? 0,
  };
}

/** The number of publications created in a day or month of UTC. */
export interface StatisticsPeriod {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  key: string;
  /** `Mon 12` or `Mar 2026`. */
  label: string;
  count: number;
}

/** By day, as `createdByDay`. The tally is of the whole list, so groups count their rows. */
async function createdOnDays(groups: GroupFilter | undefined): Promise<ReadonlyMap<string, number>> {
  if (!groups) return (await curatedPublications.tally(createdByDay, 0)).value;
  const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', sort: 'last_fetched_at', dir: 'desc' } as const;
  const { rows } = await curatedPublications.find(
    { ...all, where: [], equals: { status: 'active', versions: 'shown' }, groups },
    0,
    ['created_at'],
  );
  const counts = new Map<string, number>();
  for (const { created_at } of rows) {
    const day = String(Math.floor(created_at / dayMs));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** The last 7 days and 6 months in UTC, up to those of `now`, oldest first; only of these groups if they are given. */
export async function publicationTimeseries(
  now: Date,
  groups?: GroupFilter,
): Promise<{ days: StatisticsPeriod[]; months: StatisticsPeriod[] }> {
  const counts = await createdOnDays(groups);
  const today = Math.floor(now.getTime() / dayMs);
  const byMonth = new Map<string, number>();
  for (const [day, count] of counts) {
    const key = keyOf(Number(day)).slice(0, 7);
    byMonth.set(key, (byMonth.get(key) ?? 0) + count);
  }
  return {
    days: Array.from({ length: days }, (_, index) => {
      const day = today - days + 1 + index;
      return { key: keyOf(day), label: dayLabel(new Date(day * dayMs)), count: counts.get(String(day)) ?? 0 };
    }),
    months: Array.from({ length: months }, (_, index) => {
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1 + index, 1));
      const key = first.toISOString().slice(0, 7);
      return { key, label: monthLabel(first), count: byMonth.get(key) ?? 0 };
    }),
  };
}

const keyOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayLabel = (date: Date) => `${weekdays[date.getUTCDay()]} ${date.getUTCDate()}`;
const monthLabel = (date: Date) => `${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
