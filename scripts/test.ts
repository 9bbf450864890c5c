/**
 * Runs Jest with the given options and, at the same time, `npm run check`, and prints what the checks say when Jest has
 * ended. Exits with 1 if either failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Waits for both, and prints the output of the checks below that of the tests. Returns the exit code of the whole. */
export async function waitForBoth(
  tests: ChildProcess,
  checks: ChildProcess,
  print: (text: string) => void,
): Promise<number> {
  let found = '';
  for (const stream of [checks.stdout, checks.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      found += text;
    });
  }
  const [[tested], [checked]] = await Promise.all([once(tests, 'exit'), once(checks, 'close')]);
  print(`\nChecks:\n${found.trim()}`);
  return tested === 0 && checked === 0 ? 0 : 1;
}

if (import.meta.main) {
  const jest = [
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ];
  const tests = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit' });
  const color = process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: '1' } : {};
  const checks = spawn(process.execPath, ['--no-warnings', 'scripts/check.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...color },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of [tests, checks]) child.kill(signal);
      // Jest ends last, so that nothing is printed below the prompt.
      tests.once('exit', () => process.exit(128 + constants.signals[signal]));
    });
  }
  process.exitCode = await waitForBoth(tests, checks, console.log);
}
