import { type LeftRow, leftSince } from '#src/records/store/left-rows.ts';
import { Contention, isTimeout, Problem } from '#src/runtime/errors.ts';
import { lateCommitMs } from '../../load/shards.ts';
import type { ListCurrency } from '../../model/list-source.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { sortKey } from '../sort-keys.ts';
import { type ListState, readState } from '../state.ts';
import { apply, differing } from './apply.ts';
import { itemsSince } from './items.ts';
import { isAwake, secondsBehind, type WakeJob, wakeFeeder, wakeOnce } from './wake.ts';

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
  maxChanges: 20_000,
  maxPartMs: 3_600_000,
};

/** More attempts mean that the database is kept busy by others. */
const attempts = 5;

/** A list that is behind is answered from the last settled state for so long, without the rows that have left since. */
const mostSettledMs = 15_000;

/** The error for a list that cannot be answered from now. */
export const notReady = (): Problem =>
  new Problem('busy', 'This list is being rebuilt. Try again later', { retryAfterSeconds: 60 });

const isBehind = (state: ListState): Problem =>
  new Problem('busy', 'This list has more changes than can be read now. Try again in some seconds', {
    retryAfterSeconds: secondsBehind(state),
  });

/** How current the rows of a list are: as old as was asked for, but for those that have left public lists since. */
export interface Fed extends ListCurrency {
  /** The ids of rows that are not to be shown, because they have left. Undefined or empty if there are none. */
  left?: readonly string[];
}

/**
 * Brings a list up to date: its rows are then at most `stalenessMs` old; 0 includes everything written before the call.
 * Otherwise, a list that is behind may be as old as `mostSettledMs`, and is without what had left before the call.
 */
export type FeedList = (stalenessMs: number) => Promise<Fed>;

/** Feeds a list from the table of the registry. Concurrent calls share one update. */
export function feed<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  wakeJob: WakeJob = wakeFeeder,
): FeedList {
  let latest: { watermarkMs: number; epoch: number } | undefined;
  let updating: Promise<void> | undefined;
  /** Rows that had left before an update which has ended, by id, and when. */
  let known = new Map<string, number>();

  const update = async () => {
    latest = await bringUpToDate(database, table, reader, { wakeJob });
  };

  /** Waits for an update that has begun after the call; or else for one in progress, and is then false. */
  const updated = async (isStrict: boolean): Promise<boolean> => {
    // An update in progress may have passed a row that was written just now: wait for it, then start another.
    if (isStrict && updating) await updating.catch(() => undefined);
    const isOwn = isStrict || !updating;
    updating ??= update().finally(() => {
      updating = undefined;
    });
    await updating;
    return isOwn;
  };

  const fed = (): Fed => {
    if (!latest) throw notReady();
    return { settledMs: latest.watermarkMs - lateCommitMs, epoch: latest.epoch };
  };

  const orSettled = async (update: () => Promise<Fed>): Promise<Fed> => {
    try {
      return await update();
    } catch (error) {
      const settled = isBusy(error) ? await settledState(database, table) : undefined;
      if (!settled) throw error;
      return settled;
    }
  };

  return async (stalenessMs) => {
    if (stalenessMs === 0) {
      await updated(true);
      return fed();
    }
    const isDue = () => !latest || Date.now() - latest.watermarkMs > stalenessMs;
    return orSettled(async () => {
      if (isDue() && (await updated(false))) return fed();
      const marks = await leftSince(table.spec.collection, (latest?.watermarkMs ?? 0) - lateCommitMs);
      if (marks?.every(({ id, leftMs }) => known.get(id) === leftMs)) return fed();
      await updated(true);
      known = new Map(marks?.map(({ id, leftMs }) => [id, leftMs]));
      return fed();
    });
  };
}

const isBusy = (error: unknown) =>
  error instanceof Contention || isTimeout(error) || (error instanceof Problem && error.code === 'busy');

/** The last settled state, and what has left since, unless it is too old or too much has left. */
async function settledState<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
): Promise<Fed | undefined> {
  const state = await readState(database.run, table);
  if (!state || state.filling?.isFirst) return undefined;
  const { settledMs, epoch, clockMs } = state;
  if (Math.max(Date.now(), clockMs) - settledMs > mostSettledMs) return undefined;
  const marks = await leftSince(table.spec.collection, settledMs - lateCommitMs);
  if (!marks) return undefined;
  const changedMs = await changedMsOf(database, table, marks);
  const left = marks.filter(({ id, leftMs }) => {
    const changed = changedMs.get(id);
    // A later write may have an earlier time, by two clocks.
    return changed !== undefined && changed !== leftMs && changed < leftMs + lateCommitMs;
  });
  return { settledMs: settledMs - lateCommitMs, epoch, left: left.map(({ id }) => id) };
}

/** When the rows in the database were written. */
async function changedMsOf<Schema extends RowSchema>(
  { run }: Database,
  { contents }: Table<Schema>,
  rows: readonly LeftRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const values = new Values();
  const ids = values.bindKeys(rows.map(({ id }) => sortKey(id)));
  const found = await run(
    `SELECT key, content::json ->> 'changed' AS changed FROM ${contents} WHERE id = ANY(${ids})`,
    values.all,
  );
  return new Map(found.map(({ key, changed }) => [key ?? '', Number(changed)]));
}

/** Who brings a list up to date. */
interface Caller {
  /** Only of readers, who leave much to the job. */
  wakeJob?: WakeJob;
  /** Only of the job: is told how many rows are left when a part begins. */
  begins?: (rows: number) => Promise<void>;
}

/**
 * Writes what has changed in the table of the registry since the list was settled. Anybody may do so at any time, twice
 * or at once: of several that read at the same time, one writes. If there was more than a part, `isCurrent` is false. A
 * reader leaves much to the job, and everything while it is awake.
 */
export async function bringUpToDate<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  limits: Limits,
  caller: Caller = {},
): Promise<{ watermarkMs: number; epoch: number; written: number; isCurrent: boolean }> {
  const { maxRows, maxChanges, maxPartMs } = limits;
  const { wakeJob, begins } = caller;
  /** The error of a reader who leaves the list to the job. */
  const left = async (state: ListState, error: (state: ListState) => Problem): Promise<Problem> => {
    if (!wakeJob || isAwake(state)) return error(state);
    await wakeOnce(database, table, wakeJob);
    return error((await readState(database.run, table)) ?? state);
  };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const askedMs = Date.now();
    const state = await readState(database.run, table);
    if (!state || state.filling?.isFirst) throw notReady();
    if (state.filling) throw await left(state, notReady);
    // Reading thousands of changes would only tell what is known.
    if (wakeJob && isAwake(state)) throw isBehind(state);
    const nowMs = Math.min(askedMs, state.clockMs);
    const isCurrent = nowMs - state.settledMs <= maxPartMs;
    const watermarkMs = isCurrent ? nowMs : state.settledMs + maxPartMs;
    const part = { limit: maxChanges, ...(!isCurrent && { upToMs: watermarkMs }) };
    const items = await itemsSince(table, state.settledMs, part);
    if (!items && maxPartMs === Number.POSITIVE_INFINITY) throw await left(state, isBehind);
    if (!items) {
      const shorterMs = Math.min(maxPartMs, nowMs - state.settledMs) / 2;
      const all = { maxChanges: Number.POSITIVE_INFINITY };
      const part = { ...limits, maxPartMs: Math.ceil(shorterMs), ...(shorterMs < minPartMs && all) };
      return bringUpToDate(database, table, part, caller);
    }
    const { rows, refused, epoch } = items;
    if (isOtherEpoch(state, epoch)) throw await left(state, notReady);
    const changed = await differing(database, table, rows);
    if (changed.length > maxRows) throw await left(state, isBehind);
    if (state.wake) await begins?.(changed.length);
    const isSettled = isCurrent && watermarkMs - state.settledMs <= settleMs;
    const isOver = isCurrent && state.wake !== undefined;
    const isNew = changed.length > 0 || refused.length > 0 || !isSettled || isOver;
    const isWritten =
      !isNew ||
      (await apply(
        database,
        table,
        state.version,
        { rows: changed, refused },
        { isNewVersion: true, settledMs: watermarkMs, ...(isOver && { wake: null }) },
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
