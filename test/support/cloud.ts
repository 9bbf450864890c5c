import { type Cloud, type CloudOptions, startCloud } from '../../local/cloud.ts';
import { sampleDir } from '../../local/options.ts';
import { holdToContract } from './contract-fetch.ts';

/**
 * The whole laptop cloud on free ports, keeping nothing and without data, unless told otherwise. One for each test
 * file: bundles and templates are made once for a source tree, and without a data folder the engine of all test files is
 * used. What it answers to `fetch` is held to the OpenAPI documents.
 */
export async function startTestCloud(options: Partial<CloudOptions> = {}): Promise<Cloud> {
  const cloud = await startCloud({
    dynamodbEndpoint: options.dataDir === undefined ? process.env.TEST_DYNAMODB_ENDPOINT : undefined,
    sourcesDir: sampleDir,
    dataDir: undefined,
    port: 0,
    seed: { kind: 'none' },
    verbose: false,
    ...options,
  });
  const release = holdToContract(cloud);
  return {
    ...cloud,
    stop: () => {
      release();
      return cloud.stop();
    },
  };
}

/** Starting it takes longer than a test may: pass this to beforeAll. */
export const startTimeoutMs = 60_000;

/**
 * What `probe` finds, as soon as it finds something: asked again and again until the deadline. Use it in place of
 * sleeping; the message says what never came.
 */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  deadlineMs = 20_000,
): Promise<T> {
  const untilMs = Date.now() + deadlineMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > untilMs) throw new Error(`Waited ${deadlineMs / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
