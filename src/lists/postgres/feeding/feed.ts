import { Contention, Problem } from '../../../errors.ts';
import { lateCommitMs } from '../../load/shards.ts';
import type { Currency } from '../../model/list-source.ts';
import type { RowSchema } from '../../model/spec.ts';
import type { Database } from '../database.ts';
import type { Table } from '../list.ts';
import { type ListState, readState } from '../state.ts';
import { apply, differing } from './apply.ts';
import { itemsSince } from './items.ts';

/** A list is marked as settled this often, even if nothing has changed, so that the next reader reads few changes. */
const settleMs = 30_000;

/** How much of the changes is read and written at once. */
interface Limits {
  /** Changed rows to be written. With more, the list is left to the job. */
  maxRows: number;
  /** Changes to be read, of which most may be known already. With more, they are read in smaller parts, if in parts at all. */
  maxChanges: number;
  /** The time since the list was settled. After more of it, changes are read in parts. */
  maxPartMs: number;
}

/** However many there are, the changes of so short a time are read at once: those before it are read again with them. */
const minPartMs = lateCommitMs;

export const reader: Limits = { maxRows: 2_000, maxChanges: 8_000, maxPartMs: Number.POSITIVE_INFINITY };
export const job: Limits = {
  maxRows: Number.POSITIVE_INFINITY,
  // Two lists at once are to fit into the memory of a function.
  maxChanges: 10_000,
  maxPartMs: 3_600_000,
};

/** More attempts mean that the database is kept busy by others. */
const attempts = 5;

/** The error for a list that cannot be answered from now. */
export const notReady = (): Problem =>
  new Problem('busy', 'This list is being rebuilt. Try again later', { retryAfterSeconds: 60 });

const isBehind = (): Problem =>
  new Problem('busy', 'This list has more changes than can be read now. Try again in some seconds', {
    retryAfterSeconds: 5,
  });

/** Brings a list up to date: its rows are then at most `stalenessMs` old; 0 includes everything written before the call. */
export type Feed = (stalenessMs: number) => Promise<Currency>;

/** Feeds a list from the table of the registry. Concurrent calls share one update. */
export function feed<Schema extends RowSchema>(database: Database, table: Table<Schema>): Feed {
  let latest: { watermarkMs: number; epoch: number } | undefined;
  let updating: Promise<void> | undefined;
  const update = async () => {
    latest = await bringUpToDate(database, table, reader);
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
 * or at once: of several that read at the same time, one writes. If there was more than a part, `isCurrent` is false.
 */
export async function bringUpToDate<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  limits: Limits,
): Promise<{ watermarkMs: number; epoch: number; written: number; isCurrent: boolean }> {
  const { maxRows, maxChanges, maxPartMs } = limits;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const askedMs = Date.now();
    const state = await readState(database.run, table);
    if (!state || state.filling) throw notReady();
    const nowMs = Math.min(askedMs, state.clockMs);
    const isCurrent = nowMs - state.settledMs <= maxPartMs;
    const watermarkMs = isCurrent ? nowMs : state.settledMs + maxPartMs;
    const part = { limit: maxChanges, ...(!isCurrent && { upToMs: watermarkMs }) };
    const items = await itemsSince(table, state.settledMs, part);
    if (!items && maxPartMs === Number.POSITIVE_INFINITY) throw isBehind();
    if (!items) {
      const shorterMs = Math.min(maxPartMs, nowMs - state.settledMs) / 2;
      const all = { maxChanges: Number.POSITIVE_INFINITY };
      const part = { ...limits, maxPartMs: Math.ceil(shorterMs), ...(shorterMs < minPartMs && all) };
      return bringUpToDate(database, table, part);
    }
    const { rows, refused, epoch } = items;
    if (isOtherEpoch(state, epoch)) throw notReady();
    const changed = await differing(database, table, rows);
    if (changed.length > maxRows) throw isBehind();
    const isSettled = isCurrent && watermarkMs - state.settledMs <= settleMs;
    const isNew = changed.length > 0 || refused.length > 0 || !isSettled;
    const isWritten =
      !isNew ||
      (await apply(
        database,
        table,
        state.version,
        { rows: changed, refused },
        { isNewVersion: true, settledMs: watermarkMs },
      ));
    if (isWritten) return { watermarkMs, epoch: state.epoch, written: changed.length, isCurrent };
  }
  throw new Contention(`The list ${table.name}`);
}

/** Whether nothing was written to the rows of a list since a time, in milliseconds since the epoch. */
export async function isUnchangedSince<Schema extends RowSchema>(
  table: Table<Schema>,
  sinceMs: number,
): Promise<boolean> {
  const items = await itemsSince(table, sinceMs, { limit: 0 });
  return items !== undefined && items.epoch === undefined;
}

/** Rows may have been deleted permanently, which only a comparison of all rows shows. */
const isOtherEpoch = (state: ListState, epoch: number | undefined) => epoch !== undefined && epoch !== state.epoch;
