import { queryOptions } from '@tanstack/react-query';
import type { ColumnField, ColumnMapping } from '../../../../../src/formats/reading/columns.ts';
import type { MappedColumn } from '../../../../../src/formats/reading/read-file.ts';
import { answerOf, api, type Schema } from '../../../api/client.ts';

export type SavedMapping = Schema<'IntakeMapping'>;

/** The most columns that a saved mapping may have. */
const maxColumns = 200;

/** The mappings of columns that the workspace has saved. */
export const savedMappings = queryOptions({
  queryKey: ['intake-mappings'],
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/intake-mappings', { signal }))).mappings,
});

/** Saves a mapping under a name, in place of the one with this id. */
export const saveMapping = (id: string, name: string, columns: SavedMapping['columns']) =>
  answerOf(api.PUT('/api/intake-mappings/{id}', { params: { path: { id } }, body: { name, columns } }));

export const deleteMapping = (id: string) =>
  answerOf(api.DELETE('/api/intake-mappings/{id}', { params: { path: { id } } }));

/** The columns as they are read, to be saved. Those that are not read have no field, as far as there is room for them. */
export function columnsToSave(columns: readonly MappedColumn[]): SavedMapping['columns'] {
  const named = columns.filter(({ name }) => name !== '');
  const kept = [...named.filter(({ field }) => field !== null), ...named.filter(({ field }) => field === null)];
  return Object.fromEntries(kept.slice(0, maxColumns).map(({ name, field }) => [name, field ?? '']));
}

/** A saved mapping, as far as columns are read. */
export const mappingOf = ({ columns }: SavedMapping): ColumnMapping =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, field]): [string, ColumnField][] =>
      field === '' ? [] : [[name, field as ColumnField]],
    ),
  );

/** The saved mapping that was made of a file with these columns: the one whose columns are all there, and the most. */
export function fittingMapping(
  mappings: readonly SavedMapping[],
  columns: readonly MappedColumn[],
): SavedMapping | undefined {
  const names = new Set(columns.map(({ name }) => name));
  const size = ({ columns: saved }: SavedMapping) => Object.keys(saved).length;
  return mappings
    .filter((mapping) => size(mapping) > 0 && Object.keys(mapping.columns).every((name) => names.has(name)))
    .sort((one, other) => size(other) - size(one))[0];
}
