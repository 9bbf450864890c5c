import { claimWarning, countDailyRequest } from '../../ingestion/storage/source-pace.ts';
import { sourceEnv } from '../../runtime/env.ts';
import { log } from '../../runtime/log.ts';
import { openAlexApiKey } from '../../runtime/secrets.ts';
import { fetchJson, type SourceResponse, type SourceTimeLimits } from '../requests/http.ts';
import { SourceUnavailable } from '../requests/source.ts';

/** A longer Retry-After means that the daily quota is used up. Publications do not wait for it. */
const maxRetryAfterSeconds = 3600;

/** Sends a request. Undefined if the quota is used up or OpenAlex rejects us, which is logged once per run. */
export async function askOpenAlex(
  path: string,
  query: Record<string, string>,
  timeLimits: SourceTimeLimits,
  run?: string,
): Promise<SourceResponse | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const budget = sourceEnv('openalex', 'REQUESTS_PER_DAY');
  if (budget > 0 && !(await countDailyRequest('openalex', today, budget))) {
    await warnOnce(run ?? today, 'budget', 'The daily budget of OpenAlex requests is used up');
    return undefined;
  }
  const key = await openAlexApiKey();
  try {
    const response = await fetchJson('openalex', {
      path,
      query: { ...query, ...(key && { api_key: key }) },
      ...timeLimits,
    });
    if (response.status !== 401 && response.status !== 403) return response;
    await warnOnce(
      run ?? today,
      'refused',
      `OpenAlex refuses requests with status ${response.status}: check its API key`,
    );
  } catch (error) {
    const isSpent =
      error instanceof SourceUnavailable &&
      error.status === 429 &&
      (error.retryAfterSeconds ?? 0) > maxRetryAfterSeconds;
    if (!isSpent) throw error;
    await warnOnce(run ?? today, 'quota', "OpenAlex's daily quota is used up");
  }
  return undefined;
}

const warned = new Set<string>();
const maxWarned = 1_000;

/** Logs a message once per run across all processes. Remembers the messages of this process. */
async function warnOnce(run: string, kind: string, message: string): Promise<void> {
  const warning = `${run} ${kind}`;
  if (warned.has(warning)) return;
  if (warned.size >= maxWarned) warned.clear();
  warned.add(warning);
  if (!(await claimWarning('openalex', run, kind))) return;
  log('warn', `${message}; publications are stored without enrichment`, { source: 'openalex', run });
}
