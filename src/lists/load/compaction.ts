import type * as z from 'zod';
import { restampRow } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { RowIndex } from '../index/row-index.ts';
import type { RowSchema } from '../model/spec.ts';
import { whenLoaded } from '../sections/base.ts';
import { isOtherEpoch } from './collection.ts';
import { lateCommitMs, readRowsInParts } from './shards.ts';
import { loadSnapshot, repacked, type SnapshotState, type StoredSpec, saveSnapshot } from './snapshot.ts';

/** Maximum age of the last full compaction, after which all rows are read from the table. */
export const fullCompactionMs = 24 * 3_600_000;

/**
 * Other compactions read writes since this long before the last one. AWS refuses signed requests that are older, so the
 * next compaction finds every write delayed in the network.
 */
export const lateWriteMs = 15 * 60_000;

const parallelWrites = 8;

/** Outside of a snapshot, rows take several times as much memory as in one. With so many, all are packed. */
export const mostUnsavedRows = 200_000;

interface Compacted<Row extends object> extends SnapshotState {
  index: RowIndex<Row>;
}

type Previous<Row extends object> = Compacted<Row> & { isIndexed: boolean };

interface Reading<Schema extends RowSchema> {
  spec: StoredSpec<Schema>;
  mostUnsaved: number;
  previous: Previous<z.output<Schema>> | undefined;
}

/** The number of rows, the size of the snapshot (0 if none was written), and the number of late rows. */
export interface CompactionResult {
  rows: number;
  bytes: number;
  late: number;
}

/**
 * Saves a collection's rows as the snapshot that processes load, unless nothing has changed since the last one. First,
 * rows committed so late that readers missed them get a new time of writing.
 */
export async function compact<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  mostUnsaved = mostUnsavedRows,
): Promise<CompactionResult> {
  const watermarkMs = Date.now();
  const previous = await loadPrevious(spec);
  if (previous && watermarkMs - previous.fullAtMs < fullCompactionMs) {
    const { index, changed, missed, epoch } = await read(
      { spec, mostUnsaved, previous },
      previous.index,
      previous.watermarkMs - lateWriteMs,
    );
    if (!isOtherEpoch(epoch, previous.epoch)) {
      const late = await restamp(spec, missed);
      if (changed === 0 && previous.isIndexed) return { rows: index.size, bytes: 0, late };
      return save(spec, { ...previous, index, watermarkMs }, late);
    }
  }
  const {
    index,
    missed,
    epoch = 0,
  } = await read({ spec, mostUnsaved, previous }, new RowIndex<z.output<Schema>>(spec));
  const late = previous?.epoch === epoch ? await restamp(spec, missed) : 0;
  if (index.size === 0 && !previous) return { rows: 0, bytes: 0, late };
  return save(spec, { index, watermarkMs, epoch, fullAtMs: watermarkMs }, late);
}

/**
 * Adds the rows of the table, all or those written since a time (milliseconds since the epoch), to an index. Also finds
 * the ones that readers missed, and how many have changed. Packs all whenever there are many outside of a snapshot.
 */
async function read<Schema extends RowSchema>(
  { spec, mostUnsaved, previous }: Reading<Schema>,
  into: RowIndex<z.output<Schema>>,
  sinceMs?: number,
) {
  let index = into;
  let changed = 0;
  const missed: z.output<Schema>[] = [];
  const { epoch } = await readRowsInParts(spec, sinceMs, async (rows) => {
    if (previous) missed.push(...(await lateOf(spec, previous, rows)));
    const written = await whenLoaded(() => index.put(rows));
    changed += written;
    if (index.unsaved >= mostUnsaved) index = repacked(spec, index);
  });
  return { index, changed, missed, epoch };
}

async function loadPrevious<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
): Promise<Previous<z.output<Schema>> | undefined> {
  const snapshot = await loadSnapshot(spec);
  if (!snapshot) return undefined;
  const index = new RowIndex<z.output<Schema>>(spec, snapshot.base);
  try {
    await whenLoaded(() => index.needEverything());
  } catch (error) {
    log('error', 'list snapshot not read', { collection: spec.collection, error });
    return undefined;
  }
  return { ...snapshot, index };
}

async function save<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  { index, watermarkMs, epoch, fullAtMs }: Compacted<z.output<Schema>>,
  late: number,
): Promise<CompactionResult> {
  const bytes = await saveSnapshot(spec, { watermarkMs, epoch, fullAtMs }, index);
  return { rows: index.size, bytes, late };
}

/** The rows among these that readers missed because they were committed too late: not in the snapshot, but written before it. */
function lateOf<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  { index, watermarkMs }: Compacted<z.output<Schema>>,
  rows: z.output<Schema>[],
): Promise<z.output<Schema>[]> {
  const settledMs = watermarkMs - lateCommitMs;
  return whenLoaded(() =>
    rows.filter((row) => row.changed < settledMs && index.get(spec.id(row))?.changed !== row.changed),
  );
}

/** Gives late rows a new time of writing, which lets warm processes and copies kept through /changes find them. */
export async function restamp<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  late: z.output<Schema>[],
): Promise<number> {
  if (late.length === 0) return 0;
  await inParallel(late, parallelWrites, (row) => restampRow(spec.collection, spec.id(row), row));
  const ids = late.slice(0, 10).map(spec.id);
  log('warn', 'list rows were committed late', { collection: spec.collection, rows: late.length, ids });
  return late.length;
}
