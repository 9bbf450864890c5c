/** Runs the tests that take too long for each change: docs/contributing/testing.md. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nightlySuites } from '../test/nightly.ts';
import { runCommand, UsageError } from './command.ts';

const names = Object.keys(nightlySuites);
const usage = `Usage: npm run test:nightly -- [<suite>...]

Runs the suites of test/nightly.ts, or those named, and prints a line for each. Without names it also runs the tests of
routes and lists with lists in PostgreSQL, and takes less than an hour on two cores.

${names.map((name) => `  ${name.padEnd(12)}${nightlySuites[name]?.covers}`).join('\n')}

  --help      print this text

Exit codes: 0 all passed, 1 a test failed, 2 wrong options.`;

const root = join(import.meta.dirname, '..');

await runCommand(usage, async () => {
  const chosen = suites();
  const files = chosen.flatMap((name) => Object.keys(nightlySuites[name]?.secondsOf ?? {}));
  const reporter = '--reporters=<rootDir>/test/environment/suite-reporter.mjs';
  const status = npm('run', '--silent', 'test:only', '--', '--ci', reporter, '--runTestsByPath', ...files);
  const inPostgres = chosen === names ? npm('run', '--silent', 'test:lists-in-postgres') : 0;
  return status === 0 && inPostgres === 0 ? undefined : 1;
});

function suites(): string[] {
  let given: string[];
  try {
    given = parseArgs({ allowPositionals: true }).positionals;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const unknown = given.find((name) => !names.includes(name));
  if (unknown) throw new UsageError(`There is no suite ${unknown}. Suites: ${names.join(', ')}`);
  return given.length > 0 ? given : names;
}

function npm(...args: string[]): number | null {
  return spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status;
}
