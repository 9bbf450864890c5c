import { spawn } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { checkBeside } from '../../scripts/test.ts';

const lineOf = (code: number | string) => ['-e', `process.stdin.once('data', () => process.exit(${code})).resume()`];

test.each([
  [0, true, 0],
  [1, true, 1],
  [0, false, 1],
  ['process.kill(process.pid)', true, 1],
])('tests that end with %s and checks that pass (%s): the exit code %s', async (code, passes, expected) => {
  const tests = spawn(process.execPath, lineOf(code), { stdio: ['pipe', 'ignore', 'inherit'] });
  const printed: string[] = [];
  const check = async (print: (text: string) => void) => {
    print('Types: failed');
    print('Dead code: passed');
    return passes;
  };
  const result = checkBeside(tests, check, (text) => printed.push(text));
  await new Promise(setImmediate);
  // Nothing is printed into the output of tests that still run.
  expect(printed).toEqual([]);
  expect(tests.exitCode).toBeNull();
  tests.stdin?.write('end');
  expect(await result).toBe(expected);
  expect(printed).toEqual(['\nChecks:\nTypes: failed\nDead code: passed']);
});
