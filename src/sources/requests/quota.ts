import { sourceEnv } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { declarationOf, type Lane, laneOf, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import { nextUtcDayMs, type SourcePause } from '#src/vocabulary/sources/pause.ts';
import { countDailyRequest, pauseSource, raiseDailyRequests } from './pace.ts';
import { SourcePaused } from './source.ts';

const hourMs = 3_600_000;
/** After a refusal of access the source is tried again so often, because an operator may have mended it. */
const accessPauseMs = hourMs;
/** A longer delay than this means that a quota of the day is used up. Limits of rates are over in five minutes. */
const quotaDelayMs = 600_000;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Pauses a source for all workers, logs it unless it was paused before, and returns the error to throw. */
export async function pause(
  source: SourceName,
  wanted: Lane,
  pause: SourcePause,
  nowMs: number,
): Promise<SourcePaused> {
  const lane = laneOf(source, wanted);
  const error = new SourcePaused(source, pause, nowMs);
  if (await pauseSource(source, lane, pause)) log('warn', error.message, { source, lane, ...pause });
  return error;
}

/** Counts a request of today, if the source or an operator limits them. Throws SourcePaused if none is left. */
export async function takeFromDay(source: SourceName, wanted: Lane, nowMs: number): Promise<void> {
  const budget = dailyBudget(source, wanted);
  if (budget === undefined || (await countDailyRequest(source, dayOf(nowMs), budget)) !== undefined) return;
  throw await pause(source, wanted, { untilMs: nextUtcDayMs(nowMs), because: 'budget', detail: null }, nowMs);
}

/** The budget that a request counts towards. */
function dailyBudget(source: SourceName, wanted: Lane): number | undefined {
  const { requestsPerDay } = declarationOf(source);
  if (!requestsPerDay || (requestsPerDay.onlyLists && wanted === 'single')) return undefined;
  return sourceEnv(source, 'REQUESTS_PER_DAY') || undefined;
}

/** How long no worker is to ask a source that refused a request so; undefined if it is to be asked again as usual. */
export function pauseAfter(
  source: SourceName,
  { status, delayMs, hasCredentials }: { status: number; delayMs: number | undefined; hasCredentials: boolean },
  nowMs: number,
): SourcePause | undefined {
  const { kind, refusesQuotaWithoutDelay, credentials } = declarationOf(source);
  // An agency's delay holds for the publication, which is delivered again after it.
  if (kind === 'agency') return undefined;
  if (status === 429) {
    if (delayMs === undefined && refusesQuotaWithoutDelay)
      return { untilMs: nextUtcDayMs(nowMs), because: 'quota', detail: null };
    if ((delayMs ?? 0) > quotaDelayMs) return { untilMs: nowMs + (delayMs ?? 0), because: 'quota', detail: null };
  }
  if ((status === 401 || status === 403) && kind === 'enrichment') {
    const advice = hasCredentials ? ': check its key' : credentials ? ' without a key' : '';
    return { untilMs: nowMs + accessPauseMs, because: 'access', detail: `${status}${advice}` };
  }
  return undefined;
}

/** The pause of a source whose credentials cannot be read. */
export const pauseWithoutCredentials = (nowMs: number): SourcePause => ({
  untilMs: nowMs + accessPauseMs,
  because: 'access',
  detail: 'its secret does not exist or is empty',
});

/** OpenAlex's headers about its quota: https://github.com/ourresearch/openalex-api-proxy, src/index.ts. */
interface QuotaHeaders {
  remaining: number | undefined;
  used: number | undefined;
  resetSeconds: number | undefined;
}

function quotaHeaders(headers: Headers): QuotaHeaders {
  const number = (name: string) => {
    const text = headers.get(name)?.trim() ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  return {
    remaining: number('x-ratelimit-remaining'),
    used: number('x-ratelimit-credits-used'),
    resetSeconds: number('x-ratelimit-reset'),
  };
}

/**
 * Believes what a source that bills lists says with an answer: what is left of its quota counts in place of our own
 * count if it is less, and if nothing is left, what costs something waits until the quota returns.
 */
export async function believeQuota(
  source: SourceName,
  wanted: Lane,
  { status, headers }: { status: number; headers: Headers },
  nowMs: number,
): Promise<void> {
  if (!declarationOf(source).requestsPerDay?.onlyLists || status === 429) return;
  const { remaining, used = Number(wanted === 'list'), resetSeconds } = quotaHeaders(headers);
  const day = dayOf(nowMs);
  const budget = sourceEnv(source, 'REQUESTS_PER_DAY');
  if (remaining !== undefined && budget > 0 && used > 0)
    await raiseDailyRequests(source, day, Math.max(budget - remaining, 0));
  if (remaining === undefined || remaining >= Math.max(used, 1)) return;
  const untilMs = resetSeconds === undefined ? nextUtcDayMs(nowMs) : nowMs + resetSeconds * 1000;
  const lanes: Lane[] = wanted === 'single' && used > 0 ? ['list', 'single'] : ['list'];
  for (const lane of lanes) await pause(source, lane, { untilMs, because: 'quota', detail: null }, nowMs);
}
