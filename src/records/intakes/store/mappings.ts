import * as z from 'zod';
import { keys, prefixes } from '#src/table/keys.ts';
import { getItem, ifUnchanged, prefixQuery, queryAll, transact } from '#src/table/table.ts';

/** The most of a workspace, and the most columns of one. */
export const maxMappings = 100;
export const maxMappingColumns = 200;

/** Which column of a file is which field, as a workspace keeps it. Times in milliseconds since the epoch. */
export const IntakeMapping = z.object({
  id: z.string(),
  name: z.string(),
  /** The field of each column by its heading; empty for columns that are not read. */
  columns: z.record(z.string(), z.string()),
  updated_at: z.int(),
});
export type IntakeMapping = z.output<typeof IntakeMapping>;

export const IntakeMappingList = z.object({ ids: z.array(z.string()), version: z.int() });

/** The mappings of a workspace, by name. */
export async function mappingsOf(workspace: string): Promise<IntakeMapping[]> {
  const items = await queryAll(prefixQuery(keys.intakeMappingList(workspace).pk, prefixes.intakeMapping));
  const mappings = items.map((item) => IntakeMapping.parse(item));
  return mappings.sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

/** Stores a mapping. `stale`: others were changed at the same time. `full`: there are as many as there can be. */
export async function saveMapping(workspace: string, mapping: IntakeMapping): Promise<'saved' | 'stale' | 'full'> {
  const key = keys.intakeMappingList(workspace);
  const item = await getItem(key);
  const before = item && IntakeMappingList.parse(item);
  const ids = [...new Set([...(before?.ids ?? []), mapping.id])];
  if (ids.length > maxMappings) return 'full';
  const failed = await transact([
    { Put: { Item: { ...key, ids, version: (before?.version ?? 0) + 1 }, ...ifUnchanged(before) } },
    { Put: { Item: { ...keys.intakeMapping(workspace, mapping.id), ...mapping } } },
  ]);
  return failed ? 'stale' : 'saved';
}

/** Deletes a mapping. `gone`: there is none. */
export async function removeMapping(workspace: string, id: string): Promise<'deleted' | 'stale' | 'gone'> {
  const key = keys.intakeMappingList(workspace);
  const item = await getItem(key);
  const before = item && IntakeMappingList.parse(item);
  if (!before?.ids.includes(id)) return 'gone';
  const ids = before.ids.filter((each) => each !== id);
  const failed = await transact([
    { Put: { Item: { ...key, ids, version: before.version + 1 }, ...ifUnchanged(before) } },
    { Delete: { Key: keys.intakeMapping(workspace, id) } },
  ]);
  return failed ? 'stale' : 'deleted';
}
