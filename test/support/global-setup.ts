import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { serveErasureKey } from './erasure-key.ts';
import { clearUsedPermissions } from './used-permissions.ts';

const root = join(import.meta.dirname, '../..');

/** Builds what the selected tests need, once for all files, and starts the DynamoDB Local in which each makes its tables. */
export default async function setup(settings: RunSettings, project: ProjectSettings): Promise<void> {
  const bundles = needBundles(settings, project) ? ['scripts/build-lambdas.ts'] : [];
  for (const script of [...bundles, 'test/environment/build-packages.ts']) {
    execFileSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  clearUsedPermissions();
  const forLongWork = settings.testPathPatterns.patterns.length === 0;
  const engine = await startDynamoDb(undefined, { isShared: true, forLongWork });
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  const secrets = await serveErasureKey();
  process.env.TEST_SECRETS_ENDPOINT = secrets.endpoint;
  (globalThis as { stopEngine?: () => Promise<void> }).stopEngine = async () => {
    secrets.stop();
    await engine.stop();
  };
}

/** Whether any of the selected tests runs or measures bundles: building all takes longer than most tests. */
function needBundles({ testPathPatterns }: RunSettings, { testPathIgnorePatterns }: ProjectSettings): boolean {
  const selected = testPathPatterns.toExecutor({ rootDir: root });
  const ignored = testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  return globSync('test/{bundles/budget.slow,e2e/*}.test.ts', { cwd: root })
    .map((file) => join(root, file))
    .some((path) => selected.isMatch(path) && !ignored.some((pattern) => pattern.test(path)));
}

/** The part of Jest's settings that says which tests are run. */
interface RunSettings {
  testPathPatterns: {
    patterns: string[];
    toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean };
  };
}

interface ProjectSettings {
  testPathIgnorePatterns: string[];
}
