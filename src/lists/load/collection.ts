import type * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import { outsideInvocation } from '#src/runtime/invocation.ts';
import { log, logMetrics } from '#src/runtime/log.ts';
import { listDimensions, listMetrics, registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { ObjectReplaced } from '#src/runtime/requests/bucket.ts';
import type { Collection } from '#src/table/keys.ts';
import { RowIndex } from '../index/row-index.ts';
import type { RowSchema } from '../model/spec.ts';
import { inSteps, UnreadableSnapshot, whenLoaded } from '../sections/base.ts';
import { lateCommitMs, type NewestRows, readNewest, readRows } from './shards.ts';
import { loadSnapshot, type StoredSpec } from './snapshot.ts';

/** Reload interval. Tail reads miss only writes committed later than `lateCommitMs` allows, so an hour is enough. */
const reloadMs = 3_600_000;
/** A compaction may replace a snapshot while it is opened. */
const snapshotAttempts = 2;
/** Interval of retries of a failed reload. */
const retryMs = 60_000;
/**
 * Lambda freezes a function that it has started in advance, in the middle of its requests. What is not loaded by then is
 * loaded anew.
 */
const preloadMs = 2_000;

interface Replica<Row extends object> {
  index: RowIndex<Row>;
  /** Every row written before this time minus the overlap is in the index. Milliseconds since the epoch. */
  watermarkMs: number;
  /** Incremented when rows are deleted permanently, which only a full read detects. */
  epoch: number;
  loadedAtMs: number;
}

/** The rows of one collection, in memory for the lifetime of the process. */
export interface LoadedRows<Row extends object> {
  /**
   * Loads the rows before they are asked for. Without changes, only the snapshot: if there is none, the first query reads
   * the table, which is enough once. Its errors are those of the first query, which tries again.
   */
  preload(withChanges: boolean): Promise<unknown>;
  /**
   * The result of a query of the rows, which are at most `stalenessMs` old; 0 always reads the changes first. The query
   * is run again when it needed parts of the snapshot that were not loaded. `prepare` builds what it needs in steps.
   */
  query<T>(
    stalenessMs: number,
    run: (replica: Readonly<Replica<Row>>) => T,
    prepare?: (index: RowIndex<Row>) => Generator<void>,
  ): Promise<T>;
}

/**
 * Loads a collection's rows at the first use, then reads only changes. Reads are strongly consistent: staleness 0
 * includes every earlier write. Concurrent calls share one refresh. Later full loads run in the background while the
 * present rows are served.
 */
export function replicate<Schema extends RowSchema>(spec: StoredSpec<Schema>): LoadedRows<z.output<Schema>> {
  let replica: Replica<z.output<Schema>> | undefined;
  let refreshing: Promise<void> | undefined;
  let refreshesBegun = 0;
  let preloading: { atMs: number; replica: Promise<Replica<z.output<Schema>> | undefined> } | undefined;
  /** False once the snapshot turned out to be damaged, or missing. */
  let isSnapshotUsable = true;

  const reload = reloader(async (present: Replica<z.output<Schema>>) => {
    const loaded = await load(spec);
    // With indexes built beforehand, the first request to the new replica takes no longer than others.
    await inSteps(() => loaded.index.buildLike(present.index));
    return loaded;
  });

  const refresh = async () => {
    refreshesBegun++;
    // A replica loaded in the background takes over with the changes since then, so nothing already seen disappears.
    const latest = reload.finished() ?? replica;
    replica = await (latest ? tail(spec, latest) : load(spec, { isSnapshotUsable }));
    reload.startIfDue(replica);
    watchMemory(spec.collection, replica.index.size);
  };

  const loadInAdvance = async () => {
    const startedAtMs = Date.now();
    const saved = await loadSaved(spec);
    if (saved) recordLoad(spec, saved.index.size, startedAtMs);
    // Unless the function was frozen meanwhile, there is none.
    else if (Date.now() - startedAtMs < preloadMs) isSnapshotUsable = false;
    return saved;
  };

  /** Uses the list loaded in advance, if that load has ended or began a moment ago. */
  const preloaded = async () => {
    const begun = preloading;
    if (!begun) return;
    const isNew = Date.now() - begun.atMs < preloadMs;
    const loaded = await (isNew ? begun.replica : Promise.race([begun.replica, undefined]));
    if (preloading !== begun) return;
    preloading = undefined;
    replica ??= loaded;
  };

  const current = async (stalenessMs: number) => {
    const begunBefore = refreshesBegun;
    // Queries that are asked for at once all wait here, and then share a refresh.
    await preloaded();
    // A refresh that had begun before may have passed a row that was written just now: wait for it, then start another.
    if (stalenessMs === 0 && refreshing && refreshesBegun === begunBefore) await refreshing.catch(() => undefined);
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
  return {
    preload(withChanges) {
      const loading = withChanges ? load(spec) : loadInAdvance();
      preloading = { atMs: Date.now(), replica: loading.catch(() => undefined) };
      return preloading.replica;
    },
    async query(stalenessMs, run, prepare) {
      for (;;) {
        let present: Replica<z.output<Schema>> | undefined;
        try {
          present = await current(stalenessMs);
          const { index } = present;
          if (prepare) await inSteps(() => prepare(index));
          const ready = present;
          return await whenLoaded(() => run(ready));
        } catch (error) {
          if (!isUnreadable(spec, error)) throw error;
          // Another request may have replaced it already.
          if (present && present.index !== replica?.index) continue;
          replica = undefined;
          isSnapshotUsable = error.cause instanceof ObjectReplaced;
        }
      }
    },
  };
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
async function load<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  { isSnapshotUsable = true } = {},
): Promise<Replica<z.output<Schema>>> {
  const startedAtMs = Date.now();
  const replica = await (isSnapshotUsable ? loadRows(spec) : loadTable(spec));
  recordLoad(spec, replica.index.size, startedAtMs);
  return replica;
}

function recordLoad({ collection }: { collection: Collection }, rows: number, startedAtMs: number): void {
  logMetrics('info', 'List loaded', {
    metrics: {
      [listMetrics.rows]: { value: rows, unit: 'Count' },
      [listMetrics.loadTime]: { value: Date.now() - startedAtMs, unit: 'Milliseconds' },
    },
    dimensions: (table) => listDimensions(table, collection),
  });
}

/** The last snapshot, and the changes since then, or all rows of the table if there is no usable snapshot. */
async function loadRows<Schema extends RowSchema>(spec: StoredSpec<Schema>): Promise<Replica<z.output<Schema>>> {
  if (env('BUCKET_NAME') === undefined) return loadTable(spec);
  const reading = readNewest(spec);
  // An error reaches the code that awaits the rows, and nothing awaits them if there is no snapshot.
  reading.catch(() => undefined);
  for (let attempt = 1; attempt <= snapshotAttempts; attempt++) {
    const saved = await loadSaved(spec);
    if (!saved) break;
    const newest = await reading;
    try {
      return await tail(spec, saved, newest);
    } catch (error) {
      // A compaction may have replaced it meanwhile.
      if (!isUnreadable(spec, error)) throw error;
    }
  }
  return loadTable(spec);
}

/** The last snapshot, if there is a usable one. */
async function loadSaved<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
): Promise<Replica<z.output<Schema>> | undefined> {
  const snapshot = await loadSnapshot(spec);
  if (!snapshot) return undefined;
  const { epoch, watermarkMs, base } = snapshot;
  return { index: new RowIndex<z.output<Schema>>(spec, base), watermarkMs, epoch, loadedAtMs: Date.now() };
}

/** The replica with the changes since its watermark, which `newest` may have. */
async function tail<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  replica: Replica<z.output<Schema>>,
  newest?: NewestRows<z.output<Schema>>,
): Promise<Replica<z.output<Schema>>> {
  const sinceMs = replica.watermarkMs - lateCommitMs;
  const isEnough = newest !== undefined && newest.completeSinceMs <= sinceMs;
  const watermarkMs = isEnough ? newest.watermarkMs : Date.now();
  const changes = isEnough
    ? { ...newest, rows: newest.rows.filter(({ changed }) => changed >= sinceMs) }
    : await readRows(spec, sinceMs);
  if (isOtherEpoch(changes.epoch, replica.epoch)) return loadTable(spec);
  await whenLoaded(() => replica.index.put(changes.rows));
  return { ...replica, watermarkMs };
}

/** Whether an error is that of a snapshot that cannot be read any more, which the log then says. */
function isUnreadable(spec: { collection: Collection }, error: unknown): error is UnreadableSnapshot {
  if (!(error instanceof UnreadableSnapshot)) return false;
  // A compaction replaces it every quarter of an hour, so that is not a failure.
  const level = error.cause instanceof ObjectReplaced ? 'info' : 'error';
  log(level, 'list snapshot not read', { collection: spec.collection, error: error.cause });
  return true;
}

async function loadTable<Schema extends RowSchema>(spec: StoredSpec<Schema>): Promise<Replica<z.output<Schema>>> {
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
