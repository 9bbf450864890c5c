import { readEpoch } from '#src/records/store/list-rows.ts';
import { Contention, isTimeout, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { createStatement } from '../schema.ts';
import { clock, type Filling, type ListState, readPositions, readState } from '../state.ts';
import { apply, differing } from './apply.ts';
import { build } from './build.ts';
import { bringUpToDate, job } from './feed.ts';
import { itemsAfter } from './items.ts';
import { load } from './load.ts';
import { beginPart, type Step } from './statement-parts.ts';
import { tellReadiness } from './wake.ts';

export const rowsPerPage = 500;

/** The time that readers are told a comparison takes, which nobody knows in advance. */
const usualComparisonMs = 60_000;
const tellMs = 10_000;
/** The rate of writing expected before anything is written, and the lowest rate expected after that. */
const usualRowsPerMs = 1;
const slowestRowsPerMs = 0.02;

/** A database and DynamoDB work at the same time, and a shard is read one page after the other. */
export const parallelShards = 4;

/**
 * Compares all rows of a list with the table of the registry: writes what is missing or different and deletes what is
 * gone. Tables that are new are loaded first, and then get their indexes. Continues what was interrupted; several
 * processes may take part. True when the list is complete; false at the deadline, in milliseconds since the epoch.
 */
export async function fill<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  deadlineMs: number,
): Promise<boolean> {
  await database.run(createStatement(table));
  await begin(database, table);
  const state = await readState(database.run, table);
  if (state?.filling && !(await passThrough(database, table, state, deadlineMs))) return false;
  if (state?.filling?.isFirst && !(await build(database, table, deadlineMs))) return false;
  return end(database, table);
}

/** Begins a comparison, unless one of the same epoch is in progress. */
async function begin<Schema extends RowSchema>(database: Database, table: Table<Schema>): Promise<void> {
  for (;;) {
    const begunMs = Date.now();
    const epoch = await readEpoch(table.spec.collection);
    const state = await readState(database.run, table);
    // Rows that are deleted while tables are loaded are found by a comparison afterwards.
    if (state?.filling && (state.filling.isFirst || state.filling.epoch === epoch)) return;
    if (state) {
      const filling: Filling = { begunMs: Math.min(begunMs, state.clockMs), epoch, isFirst: false };
      // The new version ends writes of rows that were read before they were deleted.
      if (await apply(database, table, state.version, { rows: [] }, { isNewVersion: true, filling })) return;
      continue;
    }
    await beginFirst(database, table, { begunMs, epoch });
  }
}

/** Begins to load new tables, unless somebody else has. */
export async function beginFirst<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  { begunMs, epoch }: Omit<Filling, 'isFirst'>,
): Promise<void> {
  const values = new Values();
  // Tables that were dropped and made anew continue with a later content, so nobody takes them for the ones before.
  const content = values.bind(begunMs, 'bigint');
  const filling = values.bind(JSON.stringify({ begunMs, epoch, isFirst: true } satisfies Filling), 'jsonb');
  const begun = `jsonb_set(${filling}, '{begunMs}', to_jsonb(least(${content}, ${clock})))`;
  const columns = [values.bind(table.name, 'text'), `1, ${content}, 0, 0, ${content}`, begun];
  await database.run(
    `WITH state AS (INSERT INTO list_states VALUES (${columns.join(', ')}) ON CONFLICT DO NOTHING RETURNING list),
    ${beginPart(values)} SELECT`,
    values.all,
  );
}

/** Goes through the rest of all shards. False at the deadline, or if another comparison has begun. */
async function passThrough<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  { version, filling, wake }: ListState,
  deadlineMs: number,
): Promise<boolean> {
  const passPage = filling?.isFirst ? loadPage : comparePage;
  let toldMs = 0;
  const tell = async () => {
    if (!wake || Date.now() - toldMs < tellMs) return;
    toldMs = Date.now();
    await tellReadiness(database, table, usualComparisonMs);
  };
  const open = [...(await readPositions(database.run, table))].flatMap(([shard, after]) =>
    after === null ? [] : [{ shard, after }],
  );
  // Another process is probably in other shards.
  const queue = shuffled(open);
  await inParallel(Array.from({ length: parallelShards }), parallelShards, async () => {
    for (let place = queue.shift(); place && Date.now() < deadlineMs; ) {
      await tell();
      const upTo = await passPage(database, table, version, place);
      if (upTo === undefined) {
        if ((await readState(database.run, table))?.version !== version) return;
        const after = (await readPositions(database.run, table)).get(place.shard);
        if (typeof after === 'string') queue.push({ ...place, after });
      }
      place = typeof upTo === 'string' ? { ...place, after: upTo } : queue.shift();
    }
  });
  const positions = await readPositions(database.run, table);
  return [...positions.values()].every((after) => after === null);
}

/** The place in a shard where a page begins. */
type Place = Pick<Step, 'shard' | 'after'>;

/** Loads a page. Its end, null at the end of the shard; undefined if somebody else has loaded it. */
async function loadPage<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  version: number,
  { shard, after }: Place,
): Promise<string | null | undefined> {
  const page = await itemsAfter(table, shard, after, rowsPerPage);
  return (await load(database, table, version, { ...page, shard, after })) ? page.upTo : undefined;
}

/** Compares a page, as `loadPage` loads one. */
async function comparePage<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  version: number,
  { shard, after }: Place,
): Promise<string | null | undefined> {
  const { rows, refused, upTo } = await itemsAfter(table, shard, after, rowsPerPage);
  const sweep = { shard, after, upTo, kept: rows.map(table.spec.id) };
  const batch = { rows: await differing(database, table, rows), refused, sweep };
  return (await apply(database, table, version, batch, { filled: { shard, after, upTo } })) ? upTo : undefined;
}

/** Ends a comparison that has gone through all shards. */
async function end<Schema extends RowSchema>(database: Database, table: Table<Schema>): Promise<boolean> {
  const state = await readState(database.run, table);
  if (!state) return false;
  if (!state.filling) return true;
  const positions = await readPositions(database.run, table);
  if (![...positions.values()].every((after) => after === null)) return false;
  const { begunMs, epoch } = state.filling;
  const next = { isNewVersion: true, settledMs: begunMs, epoch, filling: null };
  return apply(database, table, state.version, { rows: [] }, next);
}

function shuffled<T>(items: readonly T[]): T[] {
  const order = items.map((item) => ({ item, place: Math.random() }));
  return order.sort((one, other) => one.place - other.place).map(({ item }) => item);
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
  const startedAtMs = Date.now();
  let written = 0;
  const begins = (rows: number) => {
    const rowsPerMs = written > 0 ? written / (Date.now() - startedAtMs) : usualRowsPerMs;
    return tellReadiness(database, table, rows / Math.max(rowsPerMs, slowestRowsPerMs));
  };
  while (Date.now() < deadlineMs) {
    const state = await readState(database.run, table);
    if (!state || state.filling || state.epoch !== (await readEpoch(table.spec.collection))) {
      await fill(database, table, deadlineMs);
      continue;
    }
    try {
      const part = await bringUpToDate(database, table, job, { begins });
      written += part.written;
      if (part.isCurrent) return true;
    } catch (error) {
      // Meanwhile somebody else writes, or has begun a comparison, or the table has too much to do.
      const isBusy = error instanceof Contention || (error instanceof Problem && error.code === 'busy');
      if (!isBusy && !isTimeout(error)) throw error;
    }
  }
  return false;
}
