import { afterEach, beforeEach, jest } from '@jest/globals';

/** Keeps the log of the tests of this file off the screen; the lines of the current one are in what it returns. */
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
