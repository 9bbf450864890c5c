import { appendFileSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod';
import { RowIndex } from '../../src/lists/index/row-index.ts';
import { mostUnsavedRows } from '../../src/lists/load/compaction.ts';
import { openSnapshot, packSnapshot, repacked, type StoredSpec } from '../../src/lists/load/snapshot.ts';
import type { RowSchema } from '../../src/lists/model/spec.ts';

const rowsPerPart = 1_000;

/** Runs a task with a file that has the snapshot of these rows. */
export async function withSnapshotFile<Schema extends RowSchema, T>(
  spec: StoredSpec<Schema>,
  rows: Iterable<z.output<Schema>>,
  task: (file: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  try {
    const file = join(folder, 'snapshot.bin');
    writeFileSync(file, '');
    for (const piece of packSnapshot(spec, { watermarkMs: 0, epoch: 0, fullAtMs: 0 }, indexOf(spec, rows)))
      appendFileSync(file, piece);
    return await task(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rows as compaction holds them. */
function indexOf<Schema extends RowSchema>(spec: StoredSpec<Schema>, rows: Iterable<z.output<Schema>>) {
  let index = new RowIndex<z.output<Schema>>(spec);
  let part: z.output<Schema>[] = [];
  const add = () => {
    index.put(part);
    part = [];
    if (index.unsaved >= mostUnsavedRows) index = repacked(spec, index);
  };
  for (const row of rows) if (part.push(row) === rowsPerPart) add();
  add();
  return index;
}

/** The list of a process that has opened a snapshot, and how many bytes it has read of it. */
export async function openList<Schema extends RowSchema>(spec: StoredSpec<Schema>, file: string) {
  let bytesRead = 0;
  const descriptor = openSync(file, 'r');
  const snapshot = await openSnapshot(spec, async (from, to) => {
    const bytes = Buffer.alloc(to - from);
    const length = readSync(descriptor, bytes, 0, to - from, from);
    bytesRead += length;
    return bytes.subarray(0, length);
  });
  if (!snapshot?.isIndexed) throw new Error('The snapshot is one of other code');
  return { list: new RowIndex<z.output<Schema>>(spec, snapshot.base), bytesRead: () => bytesRead };
}
