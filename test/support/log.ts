import { afterEach, beforeEach, jest } from '@jest/globals';
import { release } from '../../src/release.ts';

let lastError: string | undefined;

/** The last intercepted error with its stack, or else its whole line, to explain an unexpected 500. */
export function lastLoggedError(): string {
  const { error } = JSON.parse(lastError ?? '{}') as { error?: { stack?: string; cause?: unknown } };
  if (error?.stack === undefined) return lastError ?? 'nothing was logged';
  return [error.stack, ...(error.cause ? [`caused by ${JSON.stringify(error.cause, undefined, 2)}`] : [])].join('\n');
}

/** Passes each log line to `each` instead of writing it, until mocks are restored. Expects the release in each. */
export function interceptLog(each: (line: string) => void = () => {}): void {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = withoutRelease(String(text));
    if (line.includes('"level":"error"')) lastError = line;
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
