import { describe, expect, test } from '@jest/globals';
import { editColumns } from '#src/formats/editing/columns.ts';
import { compareCell } from '#src/formats/editing/compare.ts';
import { documentWith } from './documents.ts';

const columns = editColumns('publications');

/** A cell of a publication, with the value that was exported and is there still. */
function changed(field: string, value: unknown, from: string | null, to: string) {
  const column = columns.find((each) => each.field === field);
  if (!column) throw new Error(field);
  const { state, reason } = compareCell(column, { from, to }, documentWith(new Map([[column, value]])), true);
  return reason === undefined ? state : `${state}: ${reason}`;
}

const author = (family: string, given: string) => ({
  name: `${given} ${family}`,
  given,
  family,
  orcid: null,
  affiliations: ['Institute of Kilns'],
});

describe('what programs do to a cell is no edit', () => {
  test.each([
    ['isbn', ['0306406152'], '306406152', 'zeros'],
    ['volume', '0012', '12', 'zeros'],
    ['version', '10.1000', '10.1', 'number'],
    ['version', '1.', '1', 'number'],
    ['issue', '1E5', '100000', 'number'],
    ['issue', '12E3', '12000', 'number'],
    ['article_number', '1,234', '1234', 'number'],
    ['article_number', '1,234', '1.234', 'number'],
    ['article_number', '12345678901234567890', '12345678901234600000', 'precision'],
    ['article_number', '12345678901234567890', '1.23456789012346E+019', 'precision'],
    ['isbn', ['9783161484100'], '9.78E+12', 'precision'],
    ['isbn', ['9783161484100'], '9,78316E+12', 'precision'],
    ['publication_date', '2020-11-05', '44140', 'date'],
    ['publication_date', '2020-11-05', '11/05/2020', 'date'],
    ['publication_date', '2020-11-05', '05.11.2020', 'date'],
    ['publication_date', '2020-11-05', '5-Nov-20', 'date'],
    ['publication_date', '2020-11', '2020/11/01', 'date'],
    ['publication_date', '2020-11', '2020-11-01', 'date'],
    ['issue', '1/5', '2026-05-01', 'date'],
    ['issue', '1/5', '1. Mai', 'date'],
    ['pages', '11-12', '2026-11-12', 'date'],
    ['pages', '11-12', '12. Nov', 'date'],
    ['pages', '11-20', '44136', 'date'],
    ['publisher', 'Töpfer – Verlag', 'TÃ¶pfer â€“ Verlag', 'encoding'],
    ['publisher', 'Łódź Press', '?�dź Press', 'encoding'],
    ['publisher', 'Łódź Press', '??dź Press'.replace('ź', '?'), 'encoding'],
    ['container_title', '=1+1', "'=1+1", 'apostrophe'],
    ['container_title', 'Kilns', '#N/A', 'formula'],
    ['container_title', 'Kilns', 'Err:508', 'formula'],
    ['abstract', 'x'.repeat(40_000), 'x'.repeat(32_767), 'cut'],
    ['abstract', 'Kilns', 'x'.repeat(65_535), 'cut'],
  ])('%s %j as %j', (field, value, to, reason) => {
    const from = Array.isArray(value) ? value.join('; ') : value;
    expect(changed(field, value, from, to)).toBe(`damaged: ${reason}`);
    expect(changed(field, value, null, to)).toBe(`damaged: ${reason}`);
  });
});

describe('what people do is an edit', () => {
  test.each([
    ['isbn', ['0306406152'], '9780306406157'],
    ['volume', '0012', '13'],
    ['publication_date', '2020-11-05', '2020-11-06'],
    ['publication_date', '2020-11', '2020-11-05'],
    ['publication_date', '2020-11', '2020'],
    ['pages', '11-12', '11-13'],
    ['issue', '1/5', '1/6'],
    ['publisher', 'Töpfer', 'Töpfer – Verlag'],
    ['publisher', 'Why?', 'Why not?'],
    ['title', 'Mai', '[de] Mai'],
    ['abstract', 'Kilns', ''],
    ['visible', true, 'no'],
    ['visible', true, 'FALSE'],
  ])('%s %j as %j', (field, value, to) => {
    const column = columns.find((each) => each.field === field);
    expect(column && changed(field, value, null, to)).toBe('edit');
  });

  test.each([
    ['visible', true, 'TRUE'],
    ['subjects', ['Kilns', 'Glazes'], 'Kilns;Glazes'],
    ['publisher', 'Clay Press', ' Clay Press \r\n'],
    ['authors', [author('Kiln', 'Ann')], 'Kiln,Ann'],
  ])('but not a spelling of the same value: %s %j as %j', (field, value, to) => {
    expect(changed(field, value, null, to)).toBe('same');
  });

  test.each([
    ['visible', true, 'perhaps', 'boolean'],
    ['publication_year', 2020, 'MMXX', 'number'],
    ['subjects', ['Kilns'], '"Kilns; Glazes', 'quotes'],
    ['title', 'Kilns', 'Kilns\n[de] Öfen', 'languages'],
    ['title', 'Kilns', '[de] Öfen\n[de] Kilns', 'languages'],
    ['authors', [author('Kiln', 'Ann')], '"Kiln, Ann', 'quotes'],
    ['cited_by_count', 5, '6', 'read-only'],
  ])('nor what cannot be read: %s %j as %j', (field, value, to, reason) => {
    expect(changed(field, value, null, to)).toBe(`damaged: ${reason}`);
  });
});

test('three ways: as exported, in the file, and now', () => {
  const three = (from: string | null, now: string, to: string, isAsExported = false) => {
    const [column] = columns.filter(({ field }) => field === 'publisher');
    return column && compareCell(column, { from, to }, documentWith(new Map([[column, now]])), isAsExported).state;
  };
  expect(three('a', 'a', 'a')).toBe('same');
  expect(three('a', 'a', 'b')).toBe('edit');
  expect(three('a', 'b', 'a')).toBe('same');
  expect(three('a', 'b', 'b')).toBe('same');
  expect(three('a', 'b', 'c')).toBe('conflict');
  expect(three(null, 'a', 'b', true)).toBe('edit');
  expect(three(null, 'a', 'b')).toBe('conflict');
  expect(three(null, 'a', 'a')).toBe('same');
});
