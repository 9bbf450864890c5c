import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { startPostgres } from '../../local/engines/postgres.ts';
import { startTableProxy } from '../../local/engines/table-proxy.ts';
import { browserPath, howToInstall } from '../browser/installed.ts';
import { serveErasureKey } from './erasure-key.ts';
import { areToolsRequired } from './required-tools.ts';
import { makeRunFolder } from './run-folder.ts';
import { makeRecordsFolder } from './used-permissions.ts';

const root = join(import.meta.dirname, '../..');

/** Makes everything that the selected tests need, once for all files, and starts their DynamoDB Local meanwhile. */
export default async function setup(settings: RunSettings, project: ProjectSettings): Promise<void> {
  makeRunFolder();
  makeRecordsFolder();
  const made = makeProducts(settings, project);
  if (!browserPath && !areToolsRequired && selected('test/browser/*.browser.ts', settings, project).length > 0) {
    process.stderr.write(`The browser tests are left out, because no browser was found. ${howToInstall}\n`);
  }
  // A running registry has its own engines.
  if (project.testMatch.some((pattern) => pattern.endsWith('.deployment.ts'))) return made;
  const forLongWork = settings.testPathPatterns.patterns.length === 0;
  const [engine] = await Promise.all([startDynamoDb(undefined, { isShared: true, forLongWork }), made]);
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

/** Makes the builds, if a selected test needs them, and at the same time what single modules of tests read. */
async function makeProducts(settings: RunSettings, project: ProjectSettings): Promise<void> {
  const builds = needBuilds(settings, project) ? ['scripts/build-lambdas.ts', 'scripts/build-web.ts'] : [];
  const tests = selected('test/**/*.test.ts', settings, project).map((path) => readFileSync(path, 'utf8'));
  const readBy = { 'test/stacks/synthesize.ts': 'whole-registries.ts', 'test/web/pages/bundle.ts': 'browser.ts' };
  const read = Object.entries(readBy).filter(([, module]) => tests.some((text) => text.includes(`/${module}'`)));
  const chains = [builds, ...read.map(([script]) => [script])];
  await Promise.all(
    chains.map(async (scripts) => {
      for (const script of scripts) await run(script);
    }),
  );
}

async function run(script: string): Promise<void> {
  const options = ['--no-warnings', script];
  const child = spawn(process.execPath, options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
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
