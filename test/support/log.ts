import { afterEach, beforeEach, jest } from '@jest/globals';

/** Hands each line of the log to `each` instead of writing it, until mocks are restored. */
export function interceptLog(each: (line: string) => void = () => {}): void {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    each(String(text));
    return true;
  });
}

/** Captures the log in all tests of this file. The returned array has the lines of the current test. */
export function captureLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    interceptLog((line) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => void jest.restoreAllMocks());
  return lines;
}
