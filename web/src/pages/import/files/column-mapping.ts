import type { ColumnField, ColumnMapping } from '../../../../../src/formats/reading/column-profiles.ts';
import type { MappedColumn } from '../../../../../src/formats/reading/read-file.ts';

/** A saved mapping: the field of each column by its name, empty if it is not read. */
export interface MappedNames {
  columns: Readonly<Record<string, string>>;
}

/** The most columns that a saved mapping may have. */
const maxColumns = 200;

/** The mapping of columns as they are read. */
export const readMapping = (columns: readonly MappedColumn[]): ColumnMapping =>
  Object.fromEntries(
    columns.flatMap(({ name, field }): [string, ColumnField][] => (field === null ? [] : [[name, field]])),
  );

/** The mapping of columns as they are read, with one of them changed. */
export function changedMapping(
  columns: readonly MappedColumn[],
  name: string,
  field: ColumnField | undefined,
): ColumnMapping {
  const { [name]: _, ...others } = readMapping(columns);
  return field === undefined ? others : { ...others, [name]: field };
}

/** The columns as they are read, to be saved. Those that are not read have no field, as far as there is room for them. */
export function columnsToSave(columns: readonly MappedColumn[]): Record<string, string> {
  const named = columns.filter(({ name }) => name !== '');
  const kept = [...named.filter(({ field }) => field !== null), ...named.filter(({ field }) => field === null)];
  return Object.fromEntries(kept.slice(0, maxColumns).map(({ name, field }) => [name, field ?? '']));
}

/** A saved mapping, as far as columns are read. */
export const mappingOf = ({ columns }: MappedNames): ColumnMapping =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, field]): [string, ColumnField][] =>
      field === '' ? [] : [[name, field as ColumnField]],
    ),
  );

/** The saved mapping that was made of a file with these columns: the one whose columns are all there, and the most. */
export function fittingMapping<Saved extends MappedNames>(
  mappings: readonly Saved[],
  columns: readonly MappedColumn[],
): Saved | undefined {
  const names = new Set(columns.map(({ name }) => name));
  const size = ({ columns: saved }: Saved) => Object.keys(saved).length;
  return mappings
    .filter((mapping) => size(mapping) > 0 && Object.keys(mapping.columns).every((name) => names.has(name)))
    .sort((one, other) => size(other) - size(one))[0];
}
