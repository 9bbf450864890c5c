import { type Cloud, type CloudOptions, startCloud } from '../../local/cloud.ts';
import { ownerEnvironment } from '../../local/iam/access.ts';
import { sampleDir } from '../../local/options.ts';
import { checkContract } from './contract-fetch.ts';
import { recordServices } from './service-permissions.ts';

/**
 * Starts a laptop cloud on free ports, by default empty and ephemeral, once per test file. Bundles and templates are
 * reused, and without a data folder so is the shared engine. Responses to `fetch` are checked against the OpenAPI documents.
 * `stop` rejects if a role did not allow what a function tried.
 */
export async function startTestCloud(options: Partial<CloudOptions> = {}): Promise<Cloud> {
  // What roles allow is known when the cloud has started.
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
    allowed,
    ...options,
  });
  record = recordServices(cloud.permissions);
  for (const used of early) record(...used);
  const release = checkContract(cloud);
  return {
    ...cloud,
    async stop() {
      release();
      await cloud.stop();
      // Also those that a function has ignored.
      if (cloud.refusals.length > 0) throw new Error([...new Set(cloud.refusals)].join('\n'));
    },
  };
}

/** The environment in which this process reads and writes the table of a cloud directly, as its owner. */
export const tableEnvironment = ({ dynamodbEndpoint, tableName }: Cloud): Record<string, string> => ({
  ...ownerEnvironment,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  TABLE_NAME: tableName,
});

/** Starting it takes longer than a test may: pass this to beforeAll. */
export const startTimeoutMs = 60_000;

/**
 * Polls `probe` until it finds something, and returns that. Use it instead of sleeping. Throws an Error that
 * names what did not happen before the deadline.
 */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  deadlineMs = 20_000,
  everyMs = 25,
): Promise<T> {
  const untilMs = Date.now() + deadlineMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > untilMs) throw new Error(`Waited ${deadlineMs / 1000} s for ${what}, which did not happen`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
