import { Contention, Problem } from '../../../errors.ts';
import { inParallel } from '../../../runtime/in-parallel.ts';
import { listShards } from '../../../storage/keys.ts';
import { readEpoch } from '../../../storage/list-rows.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { createStatement } from '../schema.ts';
import { type Filling, type ListState, readState } from '../state.ts';
import { apply } from './apply.ts';
import { bringUpToDate, job } from './feed.ts';
import { itemsAfter } from './items.ts';

const rowsPerPage = 500;

/** A database and DynamoDB work at the same time, and a shard is read one page after the other. */
const parallelShards = 4;

const shards = Array.from({ length: listShards }, (_, shard) => String(shard));

/**
 * Compares all rows of a list with the table of the registry: writes what is missing or different and deletes what is
 * gone. Continues a comparison that was interrupted; several processes may take part. True when the list is complete;
 * false at the deadline, in milliseconds since the epoch.
 */
export async function fill<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  deadlineMs: number,
): Promise<boolean> {
  await database.run(createStatement(table));
  await begin(database, table);
  await inParallel(shards, parallelShards, async (shard) => {
    while (Date.now() < deadlineMs && (await fillPage(database, table, shard)));
  });
  return end(database, table);
}

/** Begins a comparison, unless one of the same epoch is in progress. */
async function begin<Schema extends RowSchema>(database: Database, table: Table<Schema>): Promise<void> {
  for (;;) {
    const begunMs = Date.now();
    const epoch = await readEpoch(table.spec.collection);
    const state = await readState(database.run, table);
    if (state?.filling?.epoch === epoch) return;
    const after = Object.fromEntries(shards.map((shard) => [shard, '']));
    const filling = JSON.stringify({ begunMs, epoch, after } satisfies Filling);
    if (state) {
      // The new version ends writes of rows that were read before they were deleted.
      if (await apply(database, table, state.version, { rows: [] }, { isNewVersion: true, filling })) return;
      continue;
    }
    const values = new Values();
    const columns = [values.bind(table.name, 'text'), '1, 1, 0, 0', values.bind(filling, 'jsonb')];
    await database.run(`INSERT INTO list_states VALUES (${columns.join(', ')}) ON CONFLICT DO NOTHING`, values.all);
  }
}

/** Compares the next page of a shard. False if there is none. */
async function fillPage<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  shard: string,
): Promise<boolean> {
  const state = await readState(database.run, table);
  const after = state?.filling?.after[shard];
  if (!state?.filling || after === undefined || after === null) return false;
  const { rows, refused, upTo } = await itemsAfter(table, Number(shard), after, rowsPerPage);
  const kept = rows.map(table.spec.id);
  const sweep = { shard: Number(shard), after, upTo, kept };
  await apply(database, table, state.version, { rows, refused, sweep }, { filled: { shard, after, upTo } });
  return true;
}

/** Ends a comparison that has gone through all shards. */
async function end<Schema extends RowSchema>(database: Database, table: Table<Schema>): Promise<boolean> {
  const state: ListState | undefined = await readState(database.run, table);
  if (!state) return false;
  if (!state.filling) return true;
  const { after, begunMs, epoch } = state.filling;
  if (!shards.every((shard) => after[shard] === null)) return false;
  const next = { isNewVersion: true, settledMs: begunMs, epoch, filling: 'null' };
  return apply(database, table, state.version, { rows: [] }, next);
}

/**
 * Keeps a list current, for as long as it takes to the deadline: fills or compares it if it has to be, and writes what has
 * changed. True if the list is up to date.
 */
export async function keepUp<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  deadlineMs: number,
): Promise<boolean> {
  while (Date.now() < deadlineMs) {
    const state = await readState(database.run, table);
    if (!state || state.filling || state.epoch !== (await readEpoch(table.spec.collection))) {
      if (!(await fill(database, table, deadlineMs))) return false;
      continue;
    }
    try {
      if ((await bringUpToDate(database, table, job)).isCurrent) return true;
    } catch (error) {
      // Meanwhile somebody else writes, or has begun a comparison.
      if (!(error instanceof Contention) && !(error instanceof Problem && error.code === 'busy')) throw error;
    }
  }
  return false;
}
