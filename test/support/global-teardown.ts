import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

const root = join(import.meta.dirname, '../..');
const ignoredByDefault = '/node_modules/';

/** Stops the engine. A full run fails if a role has a permission that no test used. */
export default async function teardown(
  { testPathPatterns, testNamePattern, onlyChanged, shard }: RunSettings,
  { testMatch, testPathIgnorePatterns }: ProjectSettings,
): Promise<void> {
  await (globalThis as { stopEngine?: () => Promise<void> }).stopEngine?.();
  // The pages and browser tests are separate suites with other patterns.
  const isSuite = testMatch.some((pattern) => pattern.endsWith('.test.ts'));
  const isPart = testPathPatterns.patterns.length > 0 || testNamePattern || onlyChanged || shard;
  const isShortened = testPathIgnorePatterns.some((pattern) => pattern !== ignoredByDefault);
  if (isSuite && !isPart && !isShortened) {
    const report = ['--no-warnings', 'test/environment/permission-report.ts'];
    const { status } = spawnSync(process.execPath, report, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    // Jest keeps the exit code if no test has failed.
    if (status !== 0) process.exitCode = 1;
  }
  rmSync(runFolder(), { recursive: true, force: true });
}

/** The part of Jest's settings that selects tests. */
interface RunSettings {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
  onlyChanged?: boolean;
  shard?: object;
}

interface ProjectSettings {
  testMatch: string[];
  testPathIgnorePatterns: string[];
}
