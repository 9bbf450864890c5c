import { spawn } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { waitForBoth } from '../../scripts/test.ts';

const start = (script: string) => spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
/** A process that ends when it gets a line. */
const waiting = (end: string) => start(`process.stdin.once('data', () => ${end})`);

test.each([
  ['process.exit(0)', 0, 0],
  ['process.exit(1)', 0, 1],
  ['process.exit(0)', 1, 1],
  ['process.kill(process.pid)', 0, 1],
])('tests that end by %s and checks with the exit code %i: %i', async (end, code, expected) => {
  const tests = waiting(end);
  const checks = start(`console.log('Types: failed\\n\\nDead code: passed'); process.exitCode = ${code}`);
  const printed: string[] = [];
  const result = waitForBoth(tests, checks, (text) => printed.push(text));
  await new Promise((resolve) => checks.once('close', resolve));
  // Nothing is printed into the output of tests that still run.
  expect(printed).toEqual([]);
  tests.stdin.end('end\n');
  expect(await result).toBe(expected);
  expect(printed).toEqual(['\nChecks:\nTypes: failed\n\nDead code: passed']);
});
