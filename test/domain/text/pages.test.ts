import { describe, expect, test } from '@jest/globals';
import { joinedPages, shownPages, splitPages } from '#src/vocabulary/text/pages.ts';

describe('the first and the last page', () => {
  test.each<[written: string, first: string, last?: string]>([
    ['1-13', '1', '13'],
    ['1--13', '1', '13'],
    ['1–13', '1', '13'],
    ['1 — 13', '1', '13'],
    ['1\u201013', '1', '13'],
    ['1\u221213', '1', '13'],
    ['33-33', '33'],
    ['e76–E76', 'e76'],
    ['R12-R19', 'R12', 'R19'],
    ['xi-xviii', 'xi', 'xviii'],
    ['iv-12', 'iv', '12'],
    ['S1-12', 'S1', '12'],
    ['064102-064110', '064102', '064110'],
    ['A-1-A-7', 'A-1', 'A-7'],
    ['A-1-7', 'A-1', '7'],
    ['A-1–A-7', 'A-1', 'A-7'],
    ['S1-12–S1-20', 'S1-12', 'S1-20'],
    ['S1-12-S1-20', 'S1-12', 'S1-20'],
    ['S1-12--20', 'S1-12', '20'],
    ['51-0977-51-0977', '51-0977'],
    ['12-004-12-019', '12-004', '12-019'],
    ['II-A-3-II-A-9', 'II-A-3', 'II-A-9'],
    ['3–1–3–9', '3-1', '3-9'],
    ['B-12', 'B-12'],
    ['IV-12', 'IV-12'],
    ['51-0977', '51-0977'],
    ['7', '7'],
    ['e0123', 'e0123'],
    ['1-3-5', '1-3-5'],
    ['1-a-2-3', '1-a-2-3'],
    ['1-2-3-4-5', '1-2-3-4-5'],
    ['1-3, 7-9', '1-3, 7-9'],
    ['-', '-'],
    ['12-', '12-'],
    ['', ''],
  ])('of %j', (written, ...pages) => {
    expect(splitPages(written)).toEqual(pages);
  });

  test('are split again as they were joined', () => {
    const ranges: [string, string][] = [
      ['1', '13'],
      ['A-1', 'A-7'],
      ['S1-12', '20'],
      ['IV-1', '9'],
    ];
    for (const pages of ranges) {
      expect(splitPages(joinedPages(...pages))).toEqual(pages);
    }
  });

  test.each([
    ['A-1-A-7', 'A-1–A-7'],
    ['33-33', '33'],
    ['51-0977-51-0977', '51-0977'],
    ['S1-12-S1-12', 'S1-12-S1-12'],
    ['1--13', '1--13'],
    ['1-3, 7-9', '1-3, 7-9'],
  ])('%j is printed as %j, which is split alike', (written, printed) => {
    expect(shownPages(written)).toBe(printed);
    expect(splitPages(printed)).toEqual(splitPages(written));
  });

  test('of any text take little time', () => {
    for (const text of ['-', '1-', ' ', '– ', 'a']) expect(splitPages(text.repeat(100_000))).toHaveLength(1);
  });
});
