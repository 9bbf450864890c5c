import { publications } from '#src/lists/publications.ts';
import { env } from '#src/runtime/env.ts';
import { log, metricFields } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { countMessages } from '#src/table/queues/queue.ts';
import { askPublicly } from './ask.ts';

/**
 * The checks of the canary. `public` takes a visitor's path: address, edge, gateway, functions. The others are the deep
 * check, which changes nothing: the list including the table's latest changes (strongly consistent), the secret used to
 * check credentials, and the ingestion queues.
 */
const checks = {
  public: (pauseMs) => askPublicly(env('PUBLIC_BASE_URL'), pauseMs),
  list: () =>
    publications.find({ page: 1, per_page: 1, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] }, 0),
  secret: () => readSecret(env('API_KEY_PEPPER_SECRET_ARN')),
  queues: () => Promise.all([countMessages('researchers'), countMessages('works')]),
} as const satisfies Record<string, (pauseMs?: number) => Promise<unknown>>;

/**
 * Runs all checks, logs each failure, and records the number of failures in a metric. Throws an Error that names them,
 * so that the run counts as failed. `pauseMs` is the pause between two attempts at the public address.
 */
export async function runCanary(pauseMs?: number): Promise<void> {
  const results = await Promise.all(Object.entries(checks).map(([check, make]) => result(check, () => make(pauseMs))));
  const failed = results.filter((check) => check !== undefined);
  const counted = { [registryMetrics.canaryFailures]: { value: failed.length, unit: 'Count' as const } };
  log('info', 'canary', { failed, ...metricFields(counted, registryDimensions(env('TABLE_NAME'))) });
  if (failed.length > 0) throw new Error(`The canary failed: ${failed.join(', ')}`);
}

/** The name of the check if it failed, otherwise undefined. */
async function result(check: string, make: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await make();
    return undefined;
  } catch (error) {
    log('warn', 'Canary check failed', { check, error });
    return check;
  }
}
