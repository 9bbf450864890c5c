import { expect, test } from '@jest/globals';
import { log } from '#src/runtime/log.ts';
import { interceptLog } from '../support/log.ts';
import { logKey } from './global-symbols.mjs';
import type { TestLog } from './test-log.mjs';

const shownOnFailure = () => (Reflect.get(globalThis, Symbol.for(logKey)) as TestLog).take();

test('a failed test shows the cause of a 500 with its stack, however it was logged, and nothing twice', () => {
  log('info', 'request', { path: '/v1/publications' });
  const error = new Error('Internal', { cause: new Error('The kiln is cold') });
  log('error', 'request', { method: 'GET', path: '/v1/people', cause: error });
  log('error', 'A shard failed', { shard: 7, error: 'The kiln is cold' });
  const shown = shownOnFailure();
  expect(shown).toMatch(/^The log \(1 other line left out\):\nGET \/v1\/people: Error: Internal\n +at /);
  expect(shown).toContain('caused by {"name":"Error","message":"The kiln is cold"');
  expect(shown).toContain('"shard":7,"error":"The kiln is cold"');
  expect(shownOnFailure()).toBe('');
});

test('a failed test shows the log, without an error its last lines, also if the test reads the log itself', () => {
  const lines: string[] = [];
  interceptLog((line) => void lines.push(line));
  for (let n = 0; n < 20; n++) log('info', `line ${n}`);
  expect(lines).toHaveLength(20);
  const shown = shownOnFailure().split('\n');
  expect(shown).toHaveLength(13);
  expect(shown[0]).toBe('The log (8 other lines left out):');
  expect(shown.at(-1)).toContain('line 19');
});

test('other output is printed', () => {
  const log = Reflect.get(globalThis, Symbol.for(logKey)) as TestLog;
  expect(log.keep('Debugger attached')).toBe(false);
});
