import { publications } from '../lists/publications.ts';
import { countMessages } from '../queues/queue.ts';
import { env } from '../runtime/env.ts';
import { log, metricFields } from '../runtime/log.ts';
import { registryDimensions, registryMetrics } from '../runtime/metrics.ts';
import { readSecret } from '../runtime/secrets.ts';
import { askPublicly } from './ask.ts';

/**
 * What the canary checks. `public` takes the way of a visitor: address, edge, gateway, functions. The others are the deep
 * check, which ingests and changes nothing: the list with what the table has changed in it, read with strong consistency,
 * the secret that credentials are checked with, and the queues of an ingestion.
 */
const checks = {
  public: (pauseMs) => askPublicly(env('PUBLIC_BASE_URL'), pauseMs),
  list: () =>
    publications.find({ page: 1, per_page: 1, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] }, 0),
  secret: () => readSecret(env('API_KEY_PEPPER_SECRET_ARN')),
  queues: () => Promise.all([countMessages('researchers'), countMessages('works')]),
} as const satisfies Record<string, (pauseMs?: number) => Promise<unknown>>;

/**
 * Makes all checks, logs each that failed, and records their number in a metric. Throws an Error that names the failed ones,
 * so that the run counts as failed. `pauseMs` is between two attempts at the public address.
 */
export async function runCanary(pauseMs?: number): Promise<void> {
  const results = await Promise.all(Object.entries(checks).map(([check, make]) => result(check, () => make(pauseMs))));
  const failed = results.filter((check) => check !== undefined);
  const counted = { [registryMetrics.canaryFailures]: { value: failed.length, unit: 'Count' as const } };
  log('info', 'canary', { failed, ...metricFields(counted, registryDimensions(env('TABLE_NAME'))) });
  if (failed.length > 0) throw new Error(`The canary failed: ${failed.join(', ')}`);
}

/** The name of a check that failed; undefined if it succeeded. */
async function result(check: string, make: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await make();
    return undefined;
  } catch (error) {
    log('warn', 'Canary check failed', { check, error });
    return check;
  }
}
