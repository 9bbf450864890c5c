import { expect, test } from '@jest/globals';
import type { MappedColumn } from '#src/formats/reading/read-file.ts';
import {
  changedMapping,
  columnsToSave,
  fittingMapping,
  type MappedNames,
  mappingOf,
} from '../../../web/src/pages/import/files/column-mapping.ts';

const columns: MappedColumn[] = [
  { name: 'Title of the contribution', field: 'title' },
  { name: 'Year', field: 'year' },
  { name: 'Managing unit', field: null },
  { name: '', field: null },
];
const saved = (id: string, names: readonly string[]): MappedNames & { id: string } => ({
  id,
  columns: Object.fromEntries(names.map((name) => [name, name === 'Year' ? 'year' : ''])),
});

test('a change of one column keeps what the others are', () => {
  expect(changedMapping(columns, 'Managing unit', 'departments')).toEqual({
    'Title of the contribution': 'title',
    Year: 'year',
    'Managing unit': 'departments',
  });
  expect(changedMapping(columns, 'Year', undefined)).toEqual({ 'Title of the contribution': 'title' });
});

test('a mapping is saved with the columns that are not read, to know such a file again', () => {
  expect(columnsToSave(columns)).toEqual({ 'Title of the contribution': 'title', Year: 'year', 'Managing unit': '' });
  expect(mappingOf(saved('one', ['Year', 'Managing unit']))).toEqual({ Year: 'year' });
  const many = Array.from(
    { length: 300 },
    (_, n): MappedColumn => ({ name: `c${n}`, field: n === 299 ? 'doi' : null }),
  );
  const kept = columnsToSave(many);
  expect(Object.keys(kept)).toHaveLength(200);
  expect(kept.c299).toBe('doi');
});

test('a mapping fits a file that has all of its columns; the one with the most counts', () => {
  const small = saved('small', ['Year']);
  const large = saved('large', ['Year', 'Managing unit']);
  const other = saved('other', ['Year', 'Peer-reviewed']);
  expect(fittingMapping([small, large, other], columns)?.id).toBe('large');
  expect(fittingMapping([other, saved('empty', [])], columns)).toBeUndefined();
});
