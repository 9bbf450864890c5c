import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../../api/client.ts';

export type SavedMapping = Schema<'IntakeMapping'>;

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
