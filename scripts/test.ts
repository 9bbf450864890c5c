/**
 * Runs Jest with the given options, and meanwhile the checks of `npm run check`. Prints what the checks found when Jest has
 * ended. Exits with 1 if either failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Checks while the tests run, and prints what the checks say below the output of the tests. Returns the exit code. */
export async function checkBeside(
  tests: ChildProcess,
  check: (print: (text: string) => void) => Promise<boolean>,
  print: (text: string) => void,
): Promise<number> {
  const ended = once(tests, 'exit');
  const found: string[] = [];
  const passed = await check((text) => found.push(text));
  const [code] = await ended;
  print(`\nChecks:\n${found.join('\n')}`);
  return passed && code === 0 ? 0 : 1;
}

if (import.meta.main) {
  const jest = [
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ];
  const tests = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // A terminal sends Ctrl-C to Jest as well. This process ends after it, so that nothing is printed below the prompt.
      if (signal === 'SIGTERM') tests.kill(signal);
      tests.once('exit', () => process.exit(128 + constants.signals[signal]));
    });
  }
  const { checkAll } = await import('./check.ts');
  process.exitCode = await checkBeside(tests, checkAll, console.log);
}
