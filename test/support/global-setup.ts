import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { startPostgres } from '../../local/engines/postgres.ts';
import { startTableProxy } from '../../local/engines/table-proxy.ts';
import { browserPath, howToInstall } from '../browser/installed.ts';
import { serveErasureKey } from './erasure-key.ts';
import { areToolsRequired } from './required-tools.ts';
import { makeRecordsFolder } from './used-permissions.ts';

const root = join(import.meta.dirname, '../..');

/** Builds everything that the selected tests need, once for all files, and starts their DynamoDB Local. */
export default async function setup(settings: RunSettings, project: ProjectSettings): Promise<void> {
  const builds = needBuilds(settings, project) ? ['scripts/build-lambdas.ts', 'scripts/build-web.ts'] : [];
  for (const script of [...builds, 'test/environment/build-packages.ts']) {
    execFileSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!browserPath && !areToolsRequired && selected('test/browser/*.browser.ts', settings, project).length > 0) {
    process.stderr.write(`The browser tests are left out, because no browser was found. ${howToInstall}\n`);
  }
  makeRecordsFolder();
  // A running registry has its own engines.
  if (project.testMatch.some((pattern) => pattern.endsWith('.deployment.ts'))) return;
  const forLongWork = settings.testPathPatterns.patterns.length === 0;
  const engine = await startDynamoDb(undefined, { isShared: true, forLongWork });
  const indexesCallsBehind = process.env.INDEX_CALLS_BEHIND;
  const proxy =
    indexesCallsBehind && (await startTableProxy(engine.endpoint, { indexesCallsBehind: Number(indexesCallsBehind) }));
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  if (proxy) process.env.TEST_LATE_DYNAMODB_ENDPOINT = proxy.url;
  const postgres = process.env.LISTS_ENGINE === 'postgres' ? await startPostgres() : undefined;
  if (postgres) process.env.TEST_POSTGRES_URL = postgres.url;
  const secrets = await serveErasureKey();
  process.env.TEST_SECRETS_ENDPOINT = secrets.endpoint;
  (globalThis as { stopEngine?: () => Promise<void> }).stopEngine = async () => {
    secrets.stop();
    await postgres?.stop();
    if (proxy) await proxy.close();
    await engine.stop();
  };
}

/** Whether any selected test needs builds, which take longer than most tests. */
function needBuilds(settings: RunSettings, project: ProjectSettings): boolean {
  const files = selected(
    'test/{bundles/{budget,pages}.slow.test,e2e/*.test,browser/*.{browser,screenshots}}.ts',
    settings,
    project,
  );
  return files.some((path) => project.testMatch.some((pattern) => matchesGlob(path, pattern)));
}

/** The files selected by the command's arguments. */
function selected(
  glob: string,
  { testPathPatterns }: RunSettings,
  { testPathIgnorePatterns }: ProjectSettings,
): string[] {
  const wanted = testPathPatterns.toExecutor({ rootDir: root });
  const ignored = testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  return globSync(glob, { cwd: root })
    .map((file) => join(root, file))
    .filter((path) => wanted.isMatch(path) && !ignored.some((pattern) => pattern.test(path)));
}

/** The part of Jest's settings that selects tests. */
interface RunSettings {
  testPathPatterns: {
    patterns: string[];
    toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean };
  };
}

interface ProjectSettings {
  testMatch: string[];
  testPathIgnorePatterns: string[];
}
