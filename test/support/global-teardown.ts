import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Stops the engine. After a run of all tests, it prints the permissions that no test has used. */
export default async function teardown(
  { testPathPatterns, testNamePattern }: RunSettings,
  { testMatch }: { testMatch: string[] },
): Promise<void> {
  await (globalThis as { stopEngine?: () => Promise<void> }).stopEngine?.();
  // The pages and the browser tests are suites of their own, with another pattern.
  const isAll = testMatch.some((pattern) => pattern.endsWith('.test.ts'));
  if (!isAll || testPathPatterns.patterns.length > 0 || testNamePattern) return;
  const report = ['--no-warnings', 'test/environment/permission-report.ts'];
  execFileSync(process.execPath, report, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The part of Jest's settings that says which tests were run. */
interface RunSettings {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
}
