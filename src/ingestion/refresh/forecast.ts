import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { maxRecordsPerRequest } from '#src/sources/changes.ts';
import { refreshRequests } from '#src/sources/requests/pace.ts';
import { declarationOf, enrichmentNames, type SourceName, sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { currentAttempts, duePeople, duePublications, type NamedRecord, type RefreshAttempt } from './due.ts';
import { agenciesOf } from './publications.ts';
import { dayOf, nightAt, type RefreshSettings, refreshSettings, runs } from './settings.ts';

/** The time per request, including storing the result. */
const secondsPerRequest = 1;

/** `least`: if nothing has changed at the sources. `most`: if everything has. */
export interface Range {
  least: number;
  most: number;
}

export interface SourceForecast {
  source: SourceName;
  /** People or publications. */
  due: number;
  /** How many of them cannot be retried yet after a failure. */
  waiting: number;
  budget: { requests: number; used: number };
  /** For all due records, regardless of the budget. */
  requests: Range;
  /** How many due records the budget allows. `least` if all have changed. */
  within_budget: Range;
  /** Not asked before this time, because it is failing. */
  paused_until: number | null;
}

export interface RefreshForecast {
  /** The current night or the next one; null if nothing is refreshed. Milliseconds since the epoch. */
  night: { starts_at: number; ends_at: number } | null;
  sources: SourceForecast[];
  /** When nothing is left to do in the night, at its end if it is too short. Null if nothing is due. */
  estimated_end: { earliest: number; latest: number } | null;
  failing: RefreshAttempt[];
  /** The names of the people and the titles of the publications in it. */
  named: readonly NamedRecord[];
}

/** Forecasts the refresh of this or the next night from lists and counters alone, without asking any source. */
export async function forecastRefresh(now: Date): Promise<RefreshForecast> {
  const settings = refreshSettings();
  const { current: failing, named } = await currentAttempts();
  const night = nightAt(settings, now);
  if (!night) return { night: null, sources: [], estimated_end: null, failing, named };
  const startMs = Math.max(night.startMs, now.getTime());
  const used = await refreshRequests(sourceNames, dayOf(startMs));
  const groups = await dueAt(startMs, settings);
  // The settings have no budget for a disabled source.
  const on = sourceNames.filter((source) => settings.requestsPerDay[source] !== undefined);
  const sources = on.map((source): SourceForecast => {
    const budget = { requests: settings.requestsPerDay[source] ?? 0, used: used[source] };
    const ofSource = groups.filter(({ asked }) => asked.includes(source));
    const due = budget.requests === 0 ? 0 : sum(ofSource.map((group) => group.due));
    const lists = due === 0 ? 0 : sum(ofSource.map((group) => Math.ceil(group.due / maxRecordsPerRequest)));
    const requests = { least: lists, most: lists + due * declarationOf(source).requestsOfChange };
    const attempts = failing.filter((attempt) => attempt.source === source && attempt.due_at > startMs);
    return {
      source,
      due,
      waiting: attempts.filter(({ kind }) => kind !== 'source').length,
      budget,
      requests,
      within_budget: withinBudget(
        due,
        Math.max(budget.requests - budget.used, 0),
        declarationOf(source).requestsOfChange,
      ),
      paused_until: attempts.find(({ kind }) => kind === 'source')?.due_at ?? null,
    };
  });
  const nightMs = { starts_at: night.startMs, ends_at: night.endMs };
  return { night: nightMs, sources, estimated_end: estimateEnd(startMs, night.endMs, sources), failing, named };
}

interface Group {
  due: number;
  asked: readonly SourceName[];
}

/** The records due at a time, counted by source. */
async function dueAt(ms: number, { afterMs, requestsPerDay }: RefreshSettings): Promise<Group[]> {
  const isWanted = (source: SourceName) => (requestsPerDay[source] ?? 0) > 0;
  const people = { due: (await duePeople(ms - afterMs.people, 1)).total, asked: ['orcid'] as const };
  const publications = Object.entries(agenciesOf).map(async ([source, agencies]) => {
    const asked: readonly SourceName[] = [
      ...agencies,
      ...enrichmentNames.filter((name) => !declarationOf(name).fillsGaps),
    ];
    const name = source as PublicationRecord['source']; // The keys of agenciesOf.
    const { total } = await duePublications(name, ms - afterMs.publications, 1);
    return { due: asked.some(isWanted) ? total : 0, asked };
  });
  return [people, ...(await Promise.all(publications))];
}

function withinBudget(due: number, left: number, requestsOfOne: number): Range {
  const perList = 1 + maxRecordsPerRequest * requestsOfOne;
  const whole = Math.floor(left / perList) * maxRecordsPerRequest;
  const rest = Math.floor(Math.max((left % perList) - 1, 0) / requestsOfOne);
  return { least: Math.min(due, whole + rest), most: Math.min(due, left * maxRecordsPerRequest) };
}

/** Each run asks for a part of the time until the next one. */
function estimateEnd(
  startMs: number,
  endMs: number,
  sources: readonly SourceForecast[],
): RefreshForecast['estimated_end'] {
  if (sources.every(({ due }) => due === 0)) return null;
  const endOf = (end: keyof Range) => {
    const requests = sum(
      sources.map((each) => Math.min(each.requests[end], Math.max(each.budget.requests - each.budget.used, 0))),
    );
    const seconds = requests * secondsPerRequest;
    const waits = Math.floor(seconds / runs.askForSeconds) * (runs.everyMinutes * 60 - runs.askForSeconds);
    return Math.min(startMs + (seconds + waits) * 1000, endMs);
  };
  return { earliest: endOf('least'), latest: endOf('most') };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
