import { Contention, Problem } from '../../errors.ts';
import { lateCommitMs } from '../load/shards.ts';
import type { Currency } from '../model/list-source.ts';
import type { RowSchema } from '../model/spec.ts';
import { apply, differing } from './apply.ts';
import type { Database } from './database.ts';
import { itemsSince } from './items.ts';
import type { Table } from './list.ts';
import { type ListState, readState } from './state.ts';

/** A list is marked as settled this often, even if nothing has changed, so that the next reader reads few changes. */
const settleMs = 30_000;

/** More changed rows are written by the job that feeds the lists, not by a reader. */
const maxRowsOfReader = 2_000;

/** More attempts mean that the database is kept busy by others. */
const attempts = 5;

/** The error for a list that cannot be answered from now. */
export const notReady = (): Problem =>
  new Problem('busy', 'This list is being rebuilt. Try again later', { retryAfterSeconds: 60 });

const isBehind = (rows: number): Problem =>
  new Problem('busy', 'This list has more changes than can be read now. Try again in some seconds', {
    retryAfterSeconds: 5,
    cause: new Error(`${rows} rows are to be written`),
  });

/** Brings a list up to date: its rows are then at most `stalenessMs` old; 0 includes everything written before the call. */
export type Feed = (stalenessMs: number) => Promise<Currency>;

/** Feeds a list from the table of the registry. Concurrent calls share one update. */
export function feed<Schema extends RowSchema>(database: Database, table: Table<Schema>): Feed {
  let latest: { watermarkMs: number; epoch: number } | undefined;
  let updating: Promise<void> | undefined;
  const update = async () => {
    latest = await bringUpToDate(database, table, maxRowsOfReader);
  };
  return async (stalenessMs) => {
    // An update in progress may have passed a row that was written just now: wait for it, then start another.
    if (stalenessMs === 0 && updating) await updating.catch(() => undefined);
    if (!latest || stalenessMs === 0 || Date.now() - latest.watermarkMs > stalenessMs) {
      updating ??= update().finally(() => {
        updating = undefined;
      });
      await updating;
    }
    if (!latest) throw notReady();
    return { settledMs: latest.watermarkMs - lateCommitMs, epoch: latest.epoch };
  };
}

/**
 * Writes what has changed in the table of the registry since the list was settled. Anybody may do so at any time, twice
 * or at once: of several that read at the same time, one writes.
 */
export async function bringUpToDate<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  maxRows: number,
): Promise<{ watermarkMs: number; epoch: number; written: number }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const watermarkMs = Date.now();
    const state = await readState(database.run, table);
    if (!state || state.filling) throw notReady();
    const { rows, refused, epoch } = await itemsSince(table, state.settledMs);
    if (isOtherEpoch(state, epoch)) throw notReady();
    const changed = await differing(database, table, rows);
    if (changed.length > maxRows) throw isBehind(changed.length);
    const isNew = changed.length > 0 || refused.length > 0 || watermarkMs - state.settledMs > settleMs;
    const isWritten =
      !isNew ||
      (await apply(
        database,
        table,
        state.version,
        { rows: changed, refused },
        { isNewVersion: true, settledMs: watermarkMs },
      ));
    if (isWritten) return { watermarkMs, epoch: state.epoch, written: changed.length };
  }
  throw new Contention(`The list ${table.name}`);
}

/** Whether nothing was written to the rows of a list since a time, in milliseconds since the epoch. */
export async function isUnchangedSince<Schema extends RowSchema>(
  table: Table<Schema>,
  sinceMs: number,
): Promise<boolean> {
  const { rows, refused, epoch } = await itemsSince(table, sinceMs);
  return rows.length === 0 && refused.length === 0 && epoch === undefined;
}

/** Rows may have been deleted permanently, which only a comparison of all rows shows. */
const isOtherEpoch = (state: ListState, epoch: number | undefined) => epoch !== undefined && epoch !== state.epoch;
