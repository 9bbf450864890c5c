import type * as z from 'zod';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { loadSnapshot, type StoredSpec } from '#src/lists/load/snapshot.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { CuratorRow } from '#src/records/publications/row.ts';
import type { Item } from '#src/table/table.ts';

/** The row of a publication with the fields that are not stored because readers give them the same value. */
export const rowAsRead = (row: Item | undefined): Item => ({ ...CuratorRow.parse({ changed: 0, ...row }), ...row });

/** A query of a list for all its rows, which are then in memory. */
export function allRows<Row extends object>({ index }: { index: RowIndex<Row> }): RowIndex<Row> {
  index.rows().next();
  return index;
}

/** The rows of the snapshot of a list, if there is one. */
export async function savedRows<Schema extends RowSchema>(spec: StoredSpec<Schema>): Promise<z.output<Schema>[]> {
  const snapshot = await loadSnapshot(spec);
  return snapshot ? whenLoaded(() => [...new RowIndex<z.output<Schema>>(spec, snapshot.base).rows()]) : [];
}

/** The index of a process that has read these rows from the table. */
export function indexOf<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  rows: Iterable<z.output<Schema>>,
): RowIndex<z.output<Schema>> {
  const index = new RowIndex<z.output<Schema>>(spec);
  index.put(rows);
  return index;
}
