import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { clearUsedPermissions } from './used-permissions.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the bundles once for all test files, and starts the DynamoDB Local in which each file creates its tables. */
export default async function setup(): Promise<void> {
  for (const script of ['scripts/build-lambdas.ts', 'test/environment/build-packages.ts']) {
    execFileSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  clearUsedPermissions();
  const engine = await startDynamoDb(undefined, { isShared: true });
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  (globalThis as { stopEngine?: () => Promise<void> }).stopEngine = engine.stop;
}
