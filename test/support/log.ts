import { afterEach, beforeEach, jest } from '@jest/globals';

/** Captures the log in all tests of this file. The returned array has the lines of the current test. */
export function captureLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const method of ['log', 'error'] as const) {
      jest.spyOn(console, method).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    }
  });
  afterEach(() => void jest.restoreAllMocks());
  return lines;
}
