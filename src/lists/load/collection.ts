import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { env } from '../../runtime/env.ts';
import { log } from '../../runtime/log.ts';
import { logMetrics } from '../../runtime/log-metrics.ts';
import { listDimensions, listMetrics, registryDimensions, registryMetrics } from '../../runtime/metrics.ts';
import type { Collection } from '../../storage/keys.ts';
import { RowIndex } from '../index/row-index.ts';
import type { AnyListSpec, RowSchema, RowStorage } from '../model/spec.ts';
import { overlapMs, readRows } from './shards.ts';
import { loadSnapshot } from './snapshot.ts';

/**
 * A process reloads its rows after this time, because its tail reads may have missed rows. Only a write that commits
 * later than `overlapMs` allows can be missed, so once an hour is enough.
 */
const reloadMs = 3_600_000;
/** A failed reload is tried again after this time. */
const retryMs = 60_000;

type Spec<Schema extends RowSchema> = AnyListSpec<z.output<Schema>> & RowStorage<Schema>;

/** The state of a replica. */
interface Replica<Row extends object> {
  index: RowIndex<Row>;
  /** Every row written before this time minus the overlap is in the index. Milliseconds since the epoch. */
  watermarkMs: number;
  /** Incremented when rows are deleted permanently: only a full read shows which. */
  epoch: number;
  loadedAtMs: number;
}

/** The rows of one collection, in memory for the lifetime of the process. */
export interface Rows<Row extends object> {
  /** The index of the rows, at most `stalenessMs` old; 0 always reads the changes first. */
  index(stalenessMs: number): Promise<RowIndex<Row>>;
  /** The same with its watermark and epoch. */
  replica(stalenessMs: number): Promise<Readonly<Replica<Row>>>;
}

/**
 * Loads a collection's rows at the first use and then reads only what has changed. Reads are strongly consistent, so a
 * row that was written before a call with staleness 0 is in its result. Concurrent calls share one refresh. Only the first
 * load is waited for: later ones run beside, while the present rows are brought up to date and served.
 */
export function replicate<Schema extends RowSchema>(spec: Spec<Schema>): Rows<z.output<Schema>> {
  let replica: Replica<z.output<Schema>> | undefined;
  let refreshing: Promise<void> | undefined;

  const reload = reloader(async (present: Replica<z.output<Schema>>) => {
    const loaded = await load(spec);
    // With its indexes built beforehand, the first request to the new replica takes no longer than others.
    for (const _ of loaded.index.buildLike(present.index)) await setImmediate();
    return loaded;
  });

  const refresh = async () => {
    // A replica that was loaded beside takes over with what has changed since: nothing that was seen disappears.
    const latest = reload.finished() ?? replica;
    replica = await (latest ? tail(spec, latest) : load(spec));
    reload.startIfDue(replica);
    watchMemory(spec.collection, replica.index.size);
  };

  const current = async (stalenessMs: number) => {
    // A refresh in progress may have passed a row that was written just now: wait for it, then start another.
    if (stalenessMs === 0 && refreshing) await refreshing.catch(() => undefined);
    if (!replica || stalenessMs === 0 || Date.now() - replica.watermarkMs > stalenessMs) {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    }
    if (!replica) throw new Error(`The rows of ${spec.collection} are not loaded`);
    return replica;
  };
  return { replica: current, index: async (stalenessMs) => (await current(stalenessMs)).index };
}

/** Loads a replica beside the present one when that is old. Never throws: a failed load is logged and tried again. */
function reloader<R extends { loadedAtMs: number }>(loadBeside: (present: R) => Promise<R>) {
  let loaded: R | undefined;
  let isLoading = false;
  let dueAtMs = 0;

  const start = async (present: R) => {
    isLoading = true;
    try {
      loaded = await loadBeside(present);
    } catch (error) {
      dueAtMs = Date.now() + retryMs;
      log('error', 'list not reloaded', { error });
    } finally {
      isLoading = false;
    }
  };
  return {
    /** The replica that was loaded beside, once. */
    finished(): R | undefined {
      const replica = loaded;
      loaded = undefined;
      return replica;
    },
    startIfDue(present: R): void {
      const nowMs = Date.now();
      const isOld = nowMs - present.loadedAtMs >= reloadMs;
      if (isOld && !isLoading && !loaded && nowMs >= dueAtMs) void start(present);
    },
  };
}

/** Loads a list, and records how many rows it has and how long that took. */
async function load<Schema extends RowSchema>(spec: Spec<Schema>): Promise<Replica<z.output<Schema>>> {
  const startedAtMs = Date.now();
  const replica = await loadRows(spec);
  logMetrics('info', 'List loaded', {
    metrics: {
      [listMetrics.rows]: { value: replica.index.size, unit: 'Count' },
      [listMetrics.loadTime]: { value: Date.now() - startedAtMs, unit: 'Milliseconds' },
    },
    dimensions: (table) => listDimensions(table, spec.collection),
  });
  return replica;
}

/** The last snapshot and the changes since then; all rows of the table if there is no usable snapshot. */
async function loadRows<Schema extends RowSchema>(spec: Spec<Schema>): Promise<Replica<z.output<Schema>>> {
  const snapshot = await loadSnapshot(spec);
  if (!snapshot) return loadTable(spec);
  const { epoch } = snapshot;
  const watermarkMs = Date.now();
  const [changes, columns] = await Promise.all([readRows(spec, snapshot.watermarkMs - overlapMs), snapshot.columns]);
  if (!columns || isOtherEpoch(changes.epoch, epoch)) return loadTable(spec);
  const index = RowIndex.of<z.output<Schema>>(spec, columns);
  index.put(changes.rows);
  return { index, watermarkMs, epoch, loadedAtMs: watermarkMs };
}

/** The same replica with the changes since its watermark. */
async function tail<Schema extends RowSchema>(
  spec: Spec<Schema>,
  replica: Replica<z.output<Schema>>,
): Promise<Replica<z.output<Schema>>> {
  const watermarkMs = Date.now();
  const changes = await readRows(spec, replica.watermarkMs - overlapMs);
  if (isOtherEpoch(changes.epoch, replica.epoch)) return loadTable(spec);
  replica.index.put(changes.rows);
  return { ...replica, watermarkMs };
}

async function loadTable<Schema extends RowSchema>(spec: Spec<Schema>): Promise<Replica<z.output<Schema>>> {
  const watermarkMs = Date.now();
  const { rows, epoch = 0 } = await readRows(spec);
  const index = new RowIndex<z.output<Schema>>(spec);
  index.put(rows);
  return { index, watermarkMs, epoch, loadedAtMs: watermarkMs };
}

/** Whether a read has found another epoch. It finds none if the epoch has not changed recently. */
export const isOtherEpoch = (found: number | undefined, epoch: number) => found !== undefined && found !== epoch;

/** Reports in a metric that a function is about to run out of memory. */
function watchMemory(collection: Collection, rows: number): void {
  const limitMb = env('AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
  const usedMb = process.memoryUsage.rss() / 1024 / 1024;
  if (limitMb && usedMb > 0.8 * limitMb) {
    logMetrics('warn', 'a list needs most of the memory', {
      collection,
      rows,
      metrics: { [registryMetrics.listMemory]: { value: (100 * usedMb) / limitMb, unit: 'Percent' } },
      dimensions: registryDimensions,
    });
  }
}

/** The maximum age of a public list. */
export const publicStalenessMs = () => env('LIST_STALENESS_MS');
