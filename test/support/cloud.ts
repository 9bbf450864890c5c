import { type Cloud, type CloudOptions, startCloud } from '../../local/cloud.ts';
import { ownerEnvironment } from '../../local/iam/access.ts';
import { sampleDir } from '../../local/options.ts';
import { checkContract } from './contract-fetch.ts';
import { recordServices } from './service-permissions.ts';

/**
 * Starts a laptop cloud on free ports, empty and ephemeral by default, once per test file. Reuses bundles, templates
 * and, without a data folder, the shared engine. Checks responses to `fetch` against the OpenAPI documents. `stop`
 * rejects if a role denied a function's call.
 */
export async function startTestCloud(options: Partial<CloudOptions> = {}): Promise<Cloud> {
  // The roles' permissions are known only once the cloud has started.
  const early: Parameters<ReturnType<typeof recordServices>>[] = [];
  let record = (...used: (typeof early)[number]): unknown => early.push(used);
  const allowed: CloudOptions['allowed'] = (...used) => record(...used);
  const cloud = await startCloud({
    dynamodbEndpoint: options.dataDir === undefined ? process.env.TEST_DYNAMODB_ENDPOINT : undefined,
    sourcesDir: sampleDir,
    dataDir: undefined,
    port: 0,
    seed: { kind: 'none' },
    verbose: false,
    faults: [],
    // Most of what a page and its tests use stays warm: starting an environment takes longer than most calls.
    mostIdle: 48,
    allowed,
    ...options,
  });
  record = recordServices(cloud.permissions);
  for (const used of early) record(...used);
  const release = checkContract(cloud.stack);
  return {
    ...cloud,
    async stop() {
      release();
      await cloud.stop();
      // Including refusals that a function ignored.
      if (cloud.refusals.length > 0) throw new Error([...new Set(cloud.refusals)].join('\n'));
    },
  };
}

/** The environment for reading and writing a cloud's table directly, as its owner. */
export const tableEnvironment = ({ dynamodbEndpoint, tableName }: Cloud): Record<string, string> => ({
  ...ownerEnvironment,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  TABLE_NAME: tableName,
});

/** Longer than a test's timeout: pass this to beforeAll. */
export const startTimeoutMs = 300_000;

/**
 * Polls `probe` until it returns a value. Use it instead of sleeping. Throws an Error that names the condition if the
 * deadline passes.
 */
export async function waitFor<T>(
  condition: string,
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  deadlineMs = 90_000,
  everyMs = 25,
): Promise<T> {
  const untilMs = Date.now() + deadlineMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > untilMs) throw new Error(`Waited ${deadlineMs / 1000} s for ${condition}, which did not happen`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
