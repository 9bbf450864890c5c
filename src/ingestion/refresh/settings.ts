import { env } from '#src/runtime/env.ts';
import type { SourceName } from '#src/vocabulary/sources/declarations.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The interval of runs at night, and how long each asks sources. */
export const runs = { everyMinutes: 15, askForSeconds: 240 } as const;

/** The operator's settings of the refresh. */
export interface RefreshSettings {
  /** The UTC hour at which a night begins, and its length; 0 hours if nothing is refreshed. */
  fromHour: number;
  hours: number;
  /** The age at which a record is due. */
  afterMs: { people: number; publications: number };
  /** Requests per UTC day; 0: the source is not asked. */
  requestsPerDay: Partial<Record<SourceName, number>>;
}

export const refreshSettings = (): RefreshSettings => ({
  fromHour: env('REFRESH_FROM_HOUR'),
  hours: env('REFRESH_HOURS'),
  afterMs: {
    people: env('REFRESH_PEOPLE_AFTER_DAYS') * dayMs,
    publications: env('REFRESH_PUBLICATIONS_AFTER_DAYS') * dayMs,
  },
  requestsPerDay: env('REFRESH_REQUESTS_PER_DAY'),
});

/**
 * The night that contains a time, or else the next one, in milliseconds since the epoch. Undefined if there are none.
 */
export function nightAt(
  { fromHour, hours }: Pick<RefreshSettings, 'fromHour' | 'hours'>,
  now: Date,
): { startMs: number; endMs: number } | undefined {
  if (hours === 0) return undefined;
  const todayMs = Math.floor(now.getTime() / dayMs) * dayMs + fromHour * hourMs;
  const [startMs] = [todayMs - dayMs, todayMs, todayMs + dayMs].filter((ms) => ms + hours * hourMs > now.getTime());
  return startMs === undefined ? undefined : { startMs, endMs: startMs + hours * hourMs };
}

/** The UTC day of a time, by which requests are counted. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
