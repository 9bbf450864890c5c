import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { mostUnsavedRows } from '#src/lists/load/compaction.ts';
import { openSnapshot, packSnapshot, repacked, type StoredSpec, snapshotKey } from '#src/lists/load/snapshot.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { progress } from './command.ts';

const rowsPerPart = 1_000;
/** More is packed at once when there are many rows, because each time the whole snapshot is written. */
const mostOfMany = 1_000_000;
/** With so many more rows, the folder gets a snapshot with which the next run can go on. */
const rowsPerSave = 2_000_000;

interface Made<Schema extends RowSchema> {
  spec: StoredSpec<Schema>;
  /** Of the file. */
  name: string;
  rowOf(index: number): z.output<Schema>;
  count: number;
  /** Where the file is kept for the next run; empty for nowhere. */
  folder: string;
}

/** Runs a task with a file that has the snapshot of synthetic rows. */
export async function withSnapshotFile<Schema extends RowSchema, T>(
  made: Made<Schema>,
  task: (file: string) => Promise<T>,
): Promise<T> {
  const { spec, name, count, folder } = made;
  if (folder !== '') {
    mkdirSync(folder, { recursive: true });
    // The key says which code can read it.
    const kept = join(folder, `${name}-${count}-${snapshotKey(spec).split('/').at(-1)}`);
    if (!existsSync(kept)) await makeSnapshot(kept, made);
    return task(kept);
  }
  const temporary = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  try {
    const file = join(temporary, 'snapshot.bin');
    await makeSnapshot(file, made);
    return await task(file);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Makes a snapshot as compaction does, from rows that are not all in memory at once. */
async function makeSnapshot<Schema extends RowSchema>(file: string, { spec, rowOf, count, folder }: Made<Schema>) {
  const begun = `${file}.begun`;
  let index = existsSync(begun) ? await openWholly(spec, begun) : new RowIndex<z.output<Schema>>(spec);
  let saved = index.size;
  for (let next = index.size; next < count; next += rowsPerPart) {
    const part = Math.min(rowsPerPart, count - next);
    index.put(Array.from({ length: part }, (_, n) => rowOf(next + n)));
    // The last ones are packed with the snapshot that is written.
    const isLast = next + part >= count;
    if (isLast || index.unsaved < (index.size > 2 * rowsPerSave ? mostOfMany : mostUnsavedRows)) continue;
    index = repacked(spec, index);
    progress(`${index.size} rows are packed`);
    if (folder === '' || index.size - saved < rowsPerSave) continue;
    writeSnapshot(begun, spec, index);
    saved = index.size;
  }
  writeSnapshot(file, spec, index);
  rmSync(begun, { force: true });
}

function writeSnapshot<Schema extends RowSchema>(
  file: string,
  spec: StoredSpec<Schema>,
  index: RowIndex<z.output<Schema>>,
): void {
  const incomplete = `${file}.incomplete`;
  writeFileSync(incomplete, '');
  for (const piece of packSnapshot(spec, { watermarkMs: 0, epoch: 0, fullAtMs: 0 }, index))
    appendFileSync(incomplete, piece);
  renameSync(incomplete, file);
}

async function openWholly<Schema extends RowSchema>(spec: StoredSpec<Schema>, file: string) {
  const { list } = await openList(spec, file);
  await whenLoaded(() => list.needEverything());
  return list;
}

/** The list of a process that has opened a snapshot, and how many bytes it has read of it. */
export async function openList<Schema extends RowSchema>(spec: StoredSpec<Schema>, file: string) {
  let bytesRead = 0;
  const descriptor = openSync(file, 'r');
  const snapshot = await openSnapshot(spec, async (from, to) => {
    // Parts come one after the other, as from a network.
    await setImmediate();
    const bytes = Buffer.allocUnsafeSlow(to - from);
    const length = readSync(descriptor, bytes, 0, to - from, from);
    bytesRead += length;
    return bytes.subarray(0, length);
  });
  if (!snapshot?.isIndexed) throw new Error('The snapshot is one of other code');
  return { list: new RowIndex<z.output<Schema>>(spec, snapshot.base), bytesRead: () => bytesRead };
}
