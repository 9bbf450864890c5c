import { reportUnusedPermissions } from './permission-report.ts';

/** Stops the engine. After a run of all tests, it prints the permissions that no test has used. */
export default async function teardown({ testPathPatterns, testNamePattern }: RunSettings): Promise<void> {
  await (globalThis as { stopEngine?: () => Promise<void> }).stopEngine?.();
  if (testPathPatterns.patterns.length > 0 || testNamePattern) return;
  const lines = await reportUnusedPermissions();
  if (lines.length > 0) console.log(`\nPermissions on the table that no test uses, by role:\n  ${lines.join('\n  ')}`);
}

/** The part of Jest's settings that says which tests were run. */
interface RunSettings {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
}
