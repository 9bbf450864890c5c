import type { RowSchema } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { notReady } from '../feeding/feed.ts';
import type { Table } from '../list.ts';
import { bytesOf, maxResponseBytes } from '../response-size.ts';
import { sortKey } from '../sort-keys.ts';
import { type ListState, parseState, stateColumns } from '../state.ts';

/** Keys that a statement looks at. */
const maxKeys = 10_000;

/** A tally as it was at a content of the list. */
export interface TallyCopy<Key> {
  value: ReadonlyMap<Key, number>;
  content: number;
  epoch: number;
}

/**
 * Copies tallies of the database, and later reads only what has changed. The map of a tally is the same until a number
 * changes. In a snapshot of the database, it is that of the snapshot.
 */
export function copyTallies<Schema extends RowSchema, Key>(
  table: Table<Schema>,
  keyOf: (text: string) => Key,
): (run: Run, tally: number) => Promise<TallyCopy<Key>> {
  const copies = new Map<number, TallyCopy<Key>>();
  return async (run, tally) => {
    const copy = await copyTally(run, table, tally, keyOf, copies.get(tally));
    // Another call may have copied the same or a later one meanwhile.
    const latest = copies.get(tally);
    if (latest?.content === copy.content) return latest;
    if (!latest || latest.content < copy.content) copies.set(tally, copy);
    return copy;
  };
}

/**
 * A tally without some rows, which the database has: the keys of these rows are computed anew, from the numbers that the
 * others have.
 */
export async function tallyWithout<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  tally: number,
  value: ReadonlyMap<string, number>,
  left: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (left.length === 0) return value;
  const { contents, talliesTable, numbersTable } = table;
  const values = new Values();
  const number = values.bind(tally, 'smallint');
  const ids = values.bindKeys(left.map(sortKey));
  const fold = table.tallies.all[tally]?.fold;
  const rest =
    fold === 'sum'
      ? `(SELECT kept.value - sum(gone.number * gone.rows) FROM ${talliesTable} kept
          WHERE kept.tally = ${number} AND kept.key = gone.key AND kept.rows > sum(gone.rows))`
      : `(SELECT ${fold}(kept.number) FROM ${numbersTable} kept WHERE kept.tally = ${number} AND kept.key = gone.key
          AND kept.rows > coalesce((SELECT rows FROM gone own WHERE (own.key, own.number) = (kept.key, kept.number)), 0))`;
  const found = await run(
    `WITH gone AS (SELECT entry.key, entry.number, count(*) AS rows
      FROM ${contents}, unnest(tallies, tally_keys, tally_numbers) AS entry (tally, key, number)
      WHERE id = ANY(${ids}) AND entry.tally = ${number} GROUP BY entry.key, entry.number)
    SELECT key, ${rest}::text AS value FROM gone GROUP BY key`,
    values.all,
  );
  const without = new Map(value);
  for (const { key, value: number } of found) {
    if (number === null || number === undefined) without.delete(key ?? '');
    else without.set(key ?? '', Number(number));
  }
  return without;
}

/**
 * Keys are read in the order of their last changes. So one that changes in between is read again, and the last statement
 * has seen the same moment as all that was read: no snapshot is needed.
 */
async function copyTally<Schema extends RowSchema, Key>(
  run: Run,
  table: Table<Schema>,
  tally: number,
  keyOf: (text: string) => Key,
  known: TallyCopy<Key> | undefined,
): Promise<TallyCopy<Key>> {
  const changes = new Map<string, number | null>();
  let after: Place = { content: known?.content ?? -1, key: undefined };
  let begunAt = known?.content;
  for (;;) {
    const { state, keys, hasMore } = await readChanges(run, table, tally, after);
    begunAt ??= state.content;
    // A copy of an earlier content may have keys that were removed and forgotten, and a snapshot may be an older one.
    if (begunAt < state.talliesSince || begunAt > state.content) return copyTally(run, table, tally, keyOf, undefined);
    for (const { key, value } of keys) changes.set(key, value);
    const last = keys.at(-1);
    if (hasMore && last) {
      after = last;
      continue;
    }
    return { value: changed(known?.value, changes, keyOf), content: state.content, epoch: state.epoch };
  }
}

function changed<Key>(
  known: ReadonlyMap<Key, number> | undefined,
  changes: ReadonlyMap<string, number | null>,
  keyOf: (text: string) => Key,
): ReadonlyMap<Key, number> {
  if (known && changes.size === 0) return known;
  const value = new Map(known);
  for (const [key, number] of changes) {
    if (number === null) value.delete(keyOf(key));
    else value.set(keyOf(key), number);
  }
  return value;
}

/** A place in the order of changes: after a key, or after all of a content. */
interface Place {
  content: number;
  key: string | undefined;
}

interface ChangedKey {
  key: string;
  content: number;
  value: number | null;
}

async function readChanges<Schema extends RowSchema>(
  run: Run,
  { name, talliesTable }: Table<Schema>,
  tally: number,
  { content, key }: Place,
): Promise<{ state: ListState; keys: ChangedKey[]; hasMore: boolean }> {
  const values = new Values();
  const list = values.bind(name, 'text');
  const ofTally = `tally = ${values.bind(tally, 'smallint')}`;
  const since = values.bind(content, 'bigint');
  const isLater = key === undefined ? `content > ${since}` : `(content, key) > (${since}, ${values.bind(key, 'text')})`;
  const found = await run(
    `(SELECT ${stateColumns} AS state, NULL AS key, NULL AS content, NULL AS value, NULL AS selected, 0::bigint AS place
      FROM list_states WHERE list = ${list})
    UNION ALL
    (SELECT NULL, key, content::text, value::text, selected::text, place FROM (
      SELECT *, row_number() OVER page AS place, count(*) OVER () AS selected,
        sum(${bytesOf('key')}) OVER page AS bytes
      FROM (
        SELECT * FROM ${talliesTable} WHERE ${ofTally} AND ${isLater}
        ORDER BY content, key LIMIT ${values.bind(maxKeys, 'bigint')}
      ) changed WINDOW page AS (ORDER BY content, key)
    ) placed WHERE bytes <= ${maxResponseBytes})
    ORDER BY place`,
    values.all,
  );
  const [first, ...rest] = found;
  const state = typeof first?.state === 'string' ? parseState(first.state) : undefined;
  if (!state || state.filling?.isFirst) throw notReady();
  const keys = rest.map((each) => ({
    key: each.key ?? '',
    content: Number(each.content),
    value: each.value === null || each.value === undefined ? null : Number(each.value),
  }));
  return {
    state,
    keys,
    hasMore: Number(rest[0]?.selected ?? 0) === maxKeys || keys.length < Number(rest[0]?.selected),
  };
}
