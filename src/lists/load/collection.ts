import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { env } from '../../runtime/env.ts';
import { outsideInvocation } from '../../runtime/invocation.ts';
import { log } from '../../runtime/log.ts';
import { logMetrics } from '../../runtime/log-metrics.ts';
import { listDimensions, listMetrics, registryDimensions, registryMetrics } from '../../runtime/metrics.ts';
import type { Collection } from '../../storage/keys.ts';
import { RowIndex } from '../index/row-index.ts';
import type { AnyListSpec, RowSchema, RowStorage } from '../model/spec.ts';
import { lateCommitMs, readRows } from './shards.ts';
import { loadSnapshot } from './snapshot.ts';

/** Reload interval. Tail reads miss only writes committed later than `lateCommitMs` allows, so an hour is enough. */
const reloadMs = 3_600_000;
/** Interval of retries of a failed reload. */
const retryMs = 60_000;

type Spec<Schema extends RowSchema> = AnyListSpec<z.output<Schema>> & RowStorage<Schema>;

interface Replica<Row extends object> {
  index: RowIndex<Row>;
  /** Every row written before this time minus the overlap is in the index. Milliseconds since the epoch. */
  watermarkMs: number;
  /** Incremented when rows are deleted permanently, which only a full read detects. */
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
 * Loads a collection's rows at the first use, then reads only changes. Reads are strongly consistent: staleness 0
 * includes every earlier write. Concurrent calls share one refresh. Later full loads run in the background while the
 * present rows are served.
 */
export function replicate<Schema extends RowSchema>(spec: Spec<Schema>): Rows<z.output<Schema>> {
  let replica: Replica<z.output<Schema>> | undefined;
  let refreshing: Promise<void> | undefined;

  const reload = reloader(async (present: Replica<z.output<Schema>>) => {
    const loaded = await load(spec);
    // With indexes built beforehand, the first request to the new replica takes no longer than others.
    for (const _ of loaded.index.buildLike(present.index)) await setImmediate();
    return loaded;
  });

  const refresh = async () => {
    // A replica loaded in the background takes over with the changes since then, so nothing already seen disappears.
    const latest = reload.finished() ?? replica;
    replica = await (latest ? tail(spec, latest) : load(spec));
    reload.startIfDue(replica);
    watchMemory(spec.collection, replica.index.size);
  };

  const current = async (stalenessMs: number) => {
    // A refresh in progress may have passed a row that was written just now: wait for it, then start another.
    if (stalenessMs === 0 && refreshing) await refreshing.catch(() => undefined);
    if (!replica || stalenessMs === 0 || Date.now() - replica.watermarkMs > stalenessMs) {
      // Other requests may wait for it too, so it must not end with this one.
      refreshing ??= outsideInvocation(refresh).finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    }
    if (!replica) throw new Error(`The rows of ${spec.collection} are not loaded`);
    return replica;
  };
  return { replica: current, index: async (stalenessMs) => (await current(stalenessMs)).index };
}

/** Loads a replica in the background when the present one is old. Never throws: failed loads are logged and retried. */
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
    /** Returns the background replica once. */
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

/** Loads a list, and records its number of rows and the time it took. */
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

/** The last snapshot and the changes since then, or all rows of the table if there is no usable snapshot. */
async function loadRows<Schema extends RowSchema>(spec: Spec<Schema>): Promise<Replica<z.output<Schema>>> {
  const snapshot = await loadSnapshot(spec);
  if (!snapshot) return loadTable(spec);
  const { epoch } = snapshot;
  const watermarkMs = Date.now();
  const [changes, columns] = await Promise.all([readRows(spec, snapshot.watermarkMs - lateCommitMs), snapshot.columns]);
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
  const changes = await readRows(spec, replica.watermarkMs - lateCommitMs);
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

/** Whether a read found another epoch. It finds none if the epoch has not changed recently. */
export const isOtherEpoch = (found: number | undefined, epoch: number) => found !== undefined && found !== epoch;

/** Records memory use in a metric, so that a function about to run out of memory is noticed. */
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

export const publicStalenessMs = () => env('LIST_STALENESS_MS');
