import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { getObject, putObject } from '../storage/bucket.ts';
import { type Collection, objectKeys } from '../storage/keys.ts';
import type { Columns } from './row-index.ts';

/** Raised when a row gets a field or a field another meaning: then all rows are read from the table once more. */
const format = 2;

/**
 * All rows of a collection as they were at one moment, as columns. The rows were parsed before they were saved and are
 * not parsed again: that would take longer than all the rest of loading them.
 */
const Snapshot = z.object({
  format: z.literal(format),
  /** Every row written before this, less the overlap, is in it. Milliseconds since the epoch. */
  lookedAtMs: z.int(),
  /** See `Reading` in collection.ts. */
  epoch: z.int(),
  columns: z.record(z.string(), z.array(z.unknown())),
});
export type Snapshot = z.output<typeof Snapshot>;

/** The last snapshot of a collection; undefined when there is none that can be used. Never throws: rows are in the table. */
export async function loadSnapshot(collection: Collection): Promise<Snapshot | undefined> {
  if (env('BUCKET_NAME') === undefined) return undefined;
  try {
    const body = await getObject(objectKeys.listSnapshot(collection));
    if (!body) return undefined;
    const { columns, ...head } = JSON.parse(unpacked(body)) as Record<string, unknown>;
    const parsed = Snapshot.omit({ columns: true }).safeParse(head);
    // Looking at every value of every column is what a snapshot is there to save.
    return parsed.success ? { ...parsed.data, columns: unshared(columns as Record<string, SavedColumn>) } : undefined;
  } catch (error) {
    log('error', 'list snapshot not read', { collection, error });
    return undefined;
  }
}

/** In pieces of megabytes: in the usual ones of 16 KB it takes twice as long. */
const unpacked = (body: Uint8Array) => zstdDecompressSync(body, { chunkSize: 4 * 1024 * 1024 }).toString('utf8');

/** Saves a snapshot in the place of the last one. */
export async function saveSnapshot(collection: Collection, snapshot: Omit<Snapshot, 'format'>): Promise<number> {
  const { columns, ...head } = snapshot;
  const json = JSON.stringify({ format, ...head, columns: shared(columns) });
  const body = zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  await putObject(objectKeys.listSnapshot(collection), body);
  return body.length;
}

/** A column in full; or, of few distinct values, those values and which of them each row has. */
type SavedColumn = unknown[] | { values: unknown[]; at: number[] };

const mostShared = 2_000;

function shared(columns: Columns): Record<string, SavedColumn> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sharedColumn(column)]));
}

function sharedColumn(column: unknown[]): SavedColumn {
  const places = new Map<unknown, number>();
  const at: number[] = [];
  for (const value of column) {
    if (value !== null && typeof value === 'object') return column;
    const place = places.get(value) ?? places.size;
    if (place >= mostShared) return column;
    places.set(value, place);
    at.push(place);
  }
  return { values: [...places.keys()], at };
}

function unshared(columns: Record<string, SavedColumn>): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      if (Array.isArray(column)) return [name, column];
      return [name, column.at.map((place) => column.values[place])];
    }),
  );
}
