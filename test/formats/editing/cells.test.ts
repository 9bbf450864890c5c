import { describe, expect, test } from '@jest/globals';
import { withApostrophe, withoutApostrophe } from '#src/formats/editing/cell-text.ts';
import { cellOf, cellsOf, editRow, valueOfCell, versionOf } from '#src/formats/editing/cells.ts';
import { editColumns } from '#src/formats/editing/columns.ts';
import { compareCell } from '#src/formats/editing/compare.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { documentWith } from './documents.ts';

function columnOf(list: EditedList, field: string) {
  const column = editColumns(list).find((each) => each.field === field);
  if (!column) throw new Error(field);
  return column;
}

const read = (list: EditedList, field: string, cell: string, now?: unknown) => {
  const column = columnOf(list, field);
  const value = valueOfCell(column, cell, documentWith(new Map([[column, now]])));
  return 'value' in value ? value.value : value;
};

describe('authors', () => {
  const kiln = {
    name: 'Ann Kiln',
    given: 'Ann',
    family: 'Kiln',
    orcid: '0000-0002-1825-0097',
    affiliations: ['Institute of Kilns'],
    is_corresponding: true,
  };
  const glaze = { name: 'J. Glaze', given: 'John', family: 'Glaze', orcid: null, affiliations: ['Glaze Ltd.'] };
  const society = { name: 'World Pot Society, Berlin', given: null, family: null, orcid: null, affiliations: [] };
  const cell = 'Kiln, Ann [0000-0002-1825-0097]; Glaze, John; "World Pot Society, Berlin"';

  test('as one cell', () => {
    const column = columnOf('publications', 'authors');
    expect(cellOf(column, documentWith(new Map([[column, [kiln, glaze, society]]])))).toBe(cell);
  });

  const authors = (text: string) => read('publications', 'authors', text, [kiln, glaze, society]);
  test.each<[string, string, unknown[]]>([
    ['keep what a cell does not show', cell, [kiln, glaze, society]],
    [
      'in another order',
      '"World Pot Society, Berlin"; Glaze, John; Kiln, Ann [0000-0002-1825-0097]',
      [society, glaze, kiln],
    ],
    ['one less', 'Glaze, John; "World Pot Society, Berlin"', [glaze, society]],
    [
      'a corrected name keeps the place, and a printed name that is not made of its parts',
      'Kilns, Ann [0000-0002-1825-0097]; Glaze, Jon; "World Pot Society, Berlin"',
      [{ ...kiln, name: 'Ann Kilns', family: 'Kilns' }, { ...glaze, given: 'Jon' }, society],
    ],
    [
      'an iD taken away',
      'Kiln, Ann; Glaze, John; "World Pot Society, Berlin"',
      [{ ...kiln, orcid: null }, glaze, society],
    ],
    [
      'new ones, also without a comma',
      `${cell}; Jan van der Berg; Fire, Eve, Jr.; "Clay, Inc."`,
      [
        kiln,
        glaze,
        society,
        { name: 'Jan van der Berg', given: 'Jan', family: 'van der Berg', orcid: null, affiliations: [] },
        { name: 'Eve Fire Jr.', given: 'Eve', family: 'Fire', suffix: 'Jr.', orcid: null, affiliations: [] },
        { name: 'Clay, Inc.', given: null, family: null, orcid: null, affiliations: [] },
      ],
    ],
    ['nobody', '', []],
  ])('%s', (_, text, expected) => expect(authors(text)).toEqual(expected));

  test.each(['Kiln, Ann [0000-0002-1825-0097], Jr.', 'a, b, c, d', '"Kiln" Ann'])('not %s', (text) => {
    expect(authors(text)).toEqual({ fault: 'quotes' });
  });
});

test('parents of groups with their days, as moments', () => {
  const parents = [
    { id: 'faculty', starts_at: null, ends_at: null },
    { id: 'centre', starts_at: '2020-01-01', ends_at: '2021-12-31' },
  ];
  const column = columnOf('groups', 'parents');
  const cell = cellOf(column, { parents });
  expect(cell).toBe('faculty; centre 2020-01-01..2021-12-31');
  expect(read('groups', 'parents', 'group:faculty; centre 2020-01-01 .. 2021-12-31; new 2022-01-01..')).toEqual([
    { id: 'faculty', starts_at: null, ends_at: null },
    { id: 'centre', starts_at: Date.UTC(2020, 0, 1), ends_at: Date.UTC(2022, 0, 1) },
    { id: 'new', starts_at: Date.UTC(2022, 0, 1), ends_at: null },
  ]);
  expect(read('groups', 'parents', 'faculty 2020..2021')).toEqual({ fault: 'period' });
  expect(read('groups', 'ends_at', '2021-12-31')).toBe(Date.UTC(2022, 0, 1));
  expect(read('groups', 'ends_at', '2021-02-30')).toEqual({ fault: 'day' });
});

test('texts in several languages, and texts that look like one', () => {
  const column = columnOf('projects', 'title');
  const cell = (title: unknown) => cellOf(column, { title });
  expect(cell({ en: 'Kilns', 'de-AT': 'Öfen\n[und] mehr' })).toBe('[en] Kilns\n[de-AT] Öfen\n\\[und] mehr');
  expect(read('projects', 'title', '[en] Kilns\n[de-at] Öfen\n\\[und] mehr')).toEqual({
    en: 'Kilns',
    'de-AT': 'Öfen\n[und] mehr',
  });
  expect(cell('[Review] of Kilns')).toBe('\\[Review] of Kilns');
  expect(cell('[A review of] Kilns')).toBe('[A review of] Kilns');
  expect(read('projects', 'title', '[en] Kilns\n[de] ')).toEqual({ en: 'Kilns' });
});

test('one apostrophe more before formulas, and exactly that one is taken off', () => {
  for (const text of ['=1+1', "'=1+1", '-5', '@kiln', '＝1', "'t Hooft", "''-", 'Kilns', "'"]) {
    expect(withoutApostrophe(withApostrophe(text))).toBe(text);
  }
  expect(withApostrophe('=1+1')).toBe("'=1+1");
  expect(withApostrophe("'t Hooft")).toBe("'t Hooft");
});

describe('texts that are too long for a cell', () => {
  const abstract = `Kilns ${'x'.repeat(33_000)}`;
  const record = (text: string) => ({ id: '10.1/kilns', document: { data: { abstract: text } } });
  const at = editColumns('publications').findIndex(({ field }) => field === 'abstract') + 2;
  const column = columnOf('publications', 'abstract');

  test('are left out, and stay', () => {
    const mark = editRow('publications', record(abstract))[at] ?? '';
    expect(mark).toMatch(/^\(too long for a cell, stays as it is: [\da-f]{16}\)$/);
    const { document } = record(abstract);
    expect(compareCell(column, { from: mark, to: mark }, document, false).state).toBe('same');
    expect(compareCell(column, { from: mark, to: 'Short' }, document, false).state).toBe('edit');
    const changed = record(`${abstract}!`).document;
    expect(compareCell(column, { from: mark, to: mark }, changed, false).state).toBe('same');
    expect(compareCell(column, { from: mark, to: 'Short' }, changed, false).state).toBe('conflict');
  });
});

test('the version of a row changes with what can be edited, and with nothing else', () => {
  const version = (document: object) => versionOf('publications', cellsOf('publications', { id: '', document }));
  const kilns = { data: { publisher: 'Clay Press', cited_by_count: 1 } };
  expect(version(kilns)).toMatch(/^v[\da-f]{16}$/);
  expect(version({ data: { ...kilns.data, cited_by_count: 2 } })).toBe(version(kilns));
  expect(version({ data: { ...kilns.data, publisher: 'Clay' } })).not.toBe(version(kilns));
});
