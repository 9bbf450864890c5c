import { afterEach, beforeEach, jest } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import { logKey } from '../environment/global-symbols.mjs';
import type { TestLog } from '../environment/test-log.mjs';

/** The log that a failed test shows: test/environment/test-log.mjs. */
const shownOnFailure = Reflect.get(globalThis, Symbol.for(logKey)) as TestLog;

/** Passes each log line to `each` instead of writing it, until mocks are restored. Expects the release in each. */
export function interceptLog(each: (line: string) => void = () => {}): void {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = withoutRelease(String(text));
    shownOnFailure.keep(line);
    each(line);
    return true;
  });
}

/** A line without the fields common to all. Throws if one of our own lines lacks the release. */
function withoutRelease(line: string): string {
  const isOurs = line.startsWith('{"level":');
  if (isOurs && !line.includes(releaseField)) throw new Error(`A line of the log does not name the release: ${line}`);
  return line.replace(releaseField, '');
}

const releaseField = `,"release":"${release}"`;

/** Captures the log in all tests of this file. Returns an array with the lines of the current test. */
export function captureLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    interceptLog((line) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => void jest.restoreAllMocks());
  return lines;
}
