import { inParallel } from '#src/runtime/in-parallel.ts';
import { logMetrics } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { sleep } from '#src/runtime/sleep.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, mayPass, Values } from '../database.ts';
import { type PostgresList, type Table, tableOf } from '../list.ts';
import { dropUnused } from '../schema.ts';
import { readState } from '../state.ts';
import { isUnchangedSince } from './feed.ts';
import { keepUp } from './fill.ts';
import { restampLateRows } from './late-rows.ts';

/** A paused database takes some of these to answer. */
const resumeMs = 5_000;
const listsAtOnce = 2;
/** Functions of a release that is still in use feed its tables, so these are settled all the time. */
const unusedAfterMs = 7 * 86_400_000;

/** Brings lists up to date, until a deadline in milliseconds since the epoch. */
export type KeepCurrent = (deadlineMs: number) => Promise<void>;

/**
 * Keeps lists in PostgreSQL current: creates and fills them, compares them after deletions, writes what has changed, and
 * finds rows that were committed late.
 * A process that has seen all of them complete looks into the table of the registry first, so that a database can pause
 * while nothing changes.
 */
export function keepCurrent(
  database: Database,
  lists: readonly PostgresList<RowSchema>[],
  pauseMs = resumeMs,
): KeepCurrent {
  const tables = lists.map(tableOf);
  let seen: { completeMs: number; refused: number } | undefined;
  return async (deadlineMs) => {
    const startedAtMs = Date.now();
    // A clock that was ahead and is put back says nothing of what was written meanwhile.
    if (seen && seen.completeMs <= startedAtMs && (await areUnchangedSince(tables, seen.completeMs))) {
      logState({ behindMs: 0, refused: seen.refused });
      return;
    }
    seen = undefined;
    const whileAsleep = { deadlineMs, pauseMs };
    const feedAll = () =>
      inParallel(tables, listsAtOnce, (table) => whenAwake(whileAsleep, () => keepUp(database, table, deadlineMs)));
    let results = await feedAll();
    // Who found a list behind meanwhile has not woken another job.
    while (Date.now() < deadlineMs && (await areAnyBehind(database, tables))) results = await feedAll();
    // Later, because readers wait for the others.
    await inParallel(
      tables.filter((_, index) => results[index]),
      listsAtOnce,
      (table) => whenAwake(whileAsleep, () => restampLateRows(database, table)),
    );
    const state = { behindMs: await behindMs(database, tables), refused: await countRefused(database, tables) };
    logState(state);
    if (!results.every(Boolean)) return;
    seen = { completeMs: startedAtMs, refused: state.refused };
    await dropUnused(database, tables, unusedAfterMs);
  };
}

const areUnchangedSince = async (tables: readonly Table<RowSchema>[], sinceMs: number) =>
  (await Promise.all(tables.map((table) => isUnchangedSince(table, sinceMs)))).every(Boolean);

/** The result of a task in the database. One that does not answer is asked again, until the deadline. */
async function whenAwake<T>(
  { deadlineMs, pauseMs }: { deadlineMs: number; pauseMs: number },
  task: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!mayPass(error) || Date.now() + pauseMs > deadlineMs) throw error;
      await sleep(pauseMs);
    }
  }
}

const areAnyBehind = async ({ run }: Database, tables: readonly Table<RowSchema>[]) =>
  (await Promise.all(tables.map((table) => readState(run, table)))).some((state) => state?.wake !== undefined);

/** How long ago the oldest write may be that a list lacks. */
async function behindMs({ run }: Database, tables: readonly Table<RowSchema>[]): Promise<number> {
  const nowMs = Date.now();
  const states = await Promise.all(tables.map((table) => readState(run, table)));
  return Math.max(0, ...states.map((state) => (state ? nowMs - (state.filling?.begunMs ?? state.settledMs) : 0)));
}

async function countRefused({ run }: Database, tables: readonly Table<RowSchema>[]): Promise<number> {
  const values = new Values();
  const names = values.bindTexts(tables.map(({ name }) => name));
  const [found] = await run(`SELECT count(*)::text AS rows FROM list_refusals WHERE list = ANY(${names})`, values.all);
  return Number(found?.rows ?? 0);
}

function logState({ behindMs, refused }: { behindMs: number; refused: number }): void {
  logMetrics('info', 'Lists in PostgreSQL', {
    metrics: {
      [registryMetrics.listsBehind]: { value: behindMs / 1_000, unit: 'Seconds' },
      [registryMetrics.refusedRows]: { value: refused, unit: 'Count' },
    },
    dimensions: registryDimensions,
  });
}
