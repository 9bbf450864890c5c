import { lateWriteMs, restamp } from '../../load/compaction.ts';
import { lateCommitMs } from '../../load/shards.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { readState } from '../state.ts';
import { differing } from './apply.ts';
import { itemsSince } from './items.ts';

/**
 * Gives rows that were committed too late for readers to see a new time of writing, as compaction does for lists in
 * memory. Returns how many there were.
 */
export async function restampLateRows<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
): Promise<number> {
  const state = await readState(database.run, table);
  if (!state || state.filling) return 0;
  // Readers have settled the list since then, so they have read the writes before this time.
  const readMs = state.settledMs - lateCommitMs;
  const { rows = [] } = (await itemsSince(table, state.settledMs - lateWriteMs, { upToMs: readMs - 1 })) ?? {};
  const missed = await differing(database, table, rows);
  const refused = new Set(await refusedOf(database, table));
  return restamp(
    table.spec,
    missed.filter((row) => !refused.has(table.spec.id(row))),
  );
}

async function refusedOf<Schema extends RowSchema>({ run }: Database, { name }: Table<Schema>): Promise<string[]> {
  const values = new Values();
  const found = await run(
    `SELECT key FROM list_refusals WHERE list = ${values.bind(name, 'text')} ORDER BY refused_at DESC LIMIT 450`,
    values.all,
  );
  return found.map(({ key }) => key ?? '');
}
