import type * as z from 'zod';
import { inParallel } from '../../runtime/in-parallel.ts';
import { log } from '../../runtime/log.ts';
import { restampRow } from '../../storage/list-rows.ts';
import { RowIndex } from '../index/row-index.ts';
import type { RowSchema } from '../model/spec.ts';
import { whenLoaded } from '../sections/base.ts';
import { isOtherEpoch } from './collection.ts';
import { lateCommitMs, readRows } from './shards.ts';
import { loadSnapshot, type SnapshotState, type StoredSpec, saveSnapshot } from './snapshot.ts';

/** Maximum age of the last full compaction, after which all rows are read from the table. */
export const fullCompactionMs = 24 * 3_600_000;

/**
 * Other compactions read writes since this long before the last one. AWS refuses signed requests that are older, so the
 * next compaction finds every write delayed in the network.
 */
export const lateWriteMs = 15 * 60_000;

const parallelWrites = 8;

type Previous<Row extends object> = SnapshotState & { index: RowIndex<Row>; isIndexed: boolean };

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
export async function compact<Schema extends RowSchema>(spec: StoredSpec<Schema>): Promise<CompactionResult> {
  const watermarkMs = Date.now();
  const previous = await loadPrevious(spec);
  if (previous && watermarkMs - previous.fullAtMs < fullCompactionMs) {
    const { rows, epoch } = await readRows(spec, previous.watermarkMs - lateWriteMs);
    if (!isOtherEpoch(epoch, previous.epoch)) {
      const late = await restampLate(spec, previous, rows);
      const changed = await whenLoaded(() => previous.index.put(rows));
      if (changed === 0 && previous.isIndexed) return { rows: previous.index.size, bytes: 0, late };
      return save(spec, { ...previous, watermarkMs }, late);
    }
  }
  const { rows, epoch = 0 } = await readRows(spec);
  const late = previous?.epoch === epoch ? await restampLate(spec, previous, rows) : 0;
  if (rows.length === 0 && !previous) return { rows: 0, bytes: 0, late };
  const index = new RowIndex<z.output<Schema>>(spec);
  index.put(rows);
  return save(spec, { index, watermarkMs, epoch, fullAtMs: watermarkMs }, late);
}

async function loadPrevious<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
): Promise<Previous<z.output<Schema>> | undefined> {
  const snapshot = await loadSnapshot(spec);
  if (!snapshot) return undefined;
  const index = new RowIndex<z.output<Schema>>(spec, snapshot.base);
  try {
    await whenLoaded(() => snapshot.base.needAll());
  } catch (error) {
    log('error', 'list snapshot not read', { collection: spec.collection, error });
    return undefined;
  }
  return { ...snapshot, index };
}

async function save<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  { index, watermarkMs, epoch, fullAtMs }: Omit<Previous<z.output<Schema>>, 'isIndexed'>,
  late: number,
): Promise<CompactionResult> {
  const bytes = await saveSnapshot(spec, { watermarkMs, epoch, fullAtMs }, index.rows());
  return { rows: index.size, bytes, late };
}

/**
 * Restamps rows that readers missed because they were committed too late: written before the previous snapshot but not
 * in it. Their new time of writing lets warm processes and copies kept through /changes find them.
 */
async function restampLate<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  { index, watermarkMs }: Pick<Previous<z.output<Schema>>, 'index' | 'watermarkMs'>,
  rows: z.output<Schema>[],
): Promise<number> {
  const settledMs = watermarkMs - lateCommitMs;
  const late = await whenLoaded(() =>
    rows.filter((row) => row.changed < settledMs && index.get(spec.id(row))?.changed !== row.changed),
  );
  if (late.length === 0) return 0;
  await inParallel(late, parallelWrites, (row) => restampRow(spec.collection, spec.id(row), row));
  const ids = late.slice(0, 10).map(spec.id);
  log('warn', 'list rows were committed late', { collection: spec.collection, rows: late.length, ids });
  return late.length;
}
