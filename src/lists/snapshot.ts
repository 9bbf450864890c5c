import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { getObject, putObject } from '../storage/bucket.ts';
import { type Collection, objectKeys } from '../storage/keys.ts';
import type { Columns } from './row-index.ts';

/** Raised when a row gets a field or a field another meaning: then all rows are read from the table once more. */
const format = 3;

/** What a snapshot says of itself, in a first line that is not compressed. */
const Head = z.object({
  format: z.literal(format),
  /** Every row written before this, less the overlap, is in it. Milliseconds since the epoch. */
  lookedAtMs: z.int(),
  /** See `Reading` in collection.ts. */
  epoch: z.int(),
});

/**
 * All rows of a collection as they were at one moment, as columns. The rows were parsed before they were saved and are
 * not parsed again: that would take longer than all the rest of loading them.
 */
export interface Snapshot {
  lookedAtMs: number;
  epoch: number;
  /** Unpacked aside, so that what has changed since can be asked for meanwhile; undefined when they cannot be read. */
  columns: Promise<Columns | undefined>;
}

const unpack = promisify(zstdDecompress);
const newline = 0x0a;

/** The last snapshot of a collection; undefined when there is none that can be used. Never throws: rows are in the table. */
export async function loadSnapshot(collection: Collection): Promise<Snapshot | undefined> {
  if (env('BUCKET_NAME') === undefined) return undefined;
  const unread = (error: unknown) => {
    log('error', 'list snapshot not read', { collection, error });
    return undefined;
  };
  try {
    const body = await getObject(objectKeys.listSnapshot(collection));
    if (!body) return undefined;
    const headBytes = body.indexOf(newline);
    const head = Head.safeParse(parsedOrNothing(new TextDecoder().decode(body.subarray(0, Math.max(0, headBytes)))));
    // Of another format, whatever that was.
    if (!head.success) return undefined;
    const { lookedAtMs, epoch } = head.data;
    return { lookedAtMs, epoch, columns: columnsIn(body.subarray(headBytes + 1)).catch(unread) };
  } catch (error) {
    return unread(error);
  }
}

function parsedOrNothing(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function columnsIn(packed: Uint8Array): Promise<Columns> {
  // In pieces of megabytes: in the usual ones of 16 KB it takes twice as long.
  const json = await unpack(packed, { chunkSize: 4 * 1024 * 1024 });
  return unshared(JSON.parse(json.toString('utf8')) as Record<string, SavedColumn>);
}

/** Saves a snapshot in the place of the last one; how many bytes it has. */
export async function saveSnapshot(
  collection: Collection,
  { lookedAtMs, epoch, columns }: { lookedAtMs: number; epoch: number; columns: Columns },
): Promise<number> {
  const head: z.output<typeof Head> = { format, lookedAtMs, epoch };
  const packed = zstdCompressSync(JSON.stringify(shared(columns)), {
    params: { [constants.ZSTD_c_compressionLevel]: 3 },
  });
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), packed]);
  await putObject(objectKeys.listSnapshot(collection), body);
  return body.length;
}

/**
 * A column in full; or, of few distinct values, those values and which of them each row has: 16-bit numbers in base64,
 * which are there at once where a list of numbers would be parsed one by one.
 */
type SavedColumn = unknown[] | { values: unknown[]; at: string };

const mostShared = 2_000;

function shared(columns: Columns): Record<string, SavedColumn> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sharedColumn(column)]));
}

function sharedColumn(column: unknown[]): SavedColumn {
  const places = new Map<unknown, number>();
  const at = Buffer.alloc(2 * column.length);
  for (const [row, value] of column.entries()) {
    if (value !== null && typeof value === 'object') return column;
    const place = places.get(value) ?? places.size;
    if (place >= mostShared) return column;
    places.set(value, place);
    at.writeUInt16LE(place, 2 * row);
  }
  return { values: [...places.keys()], at: at.toString('base64') };
}

function unshared(columns: Record<string, SavedColumn>): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, Array.isArray(column) ? column : unsharedColumn(column)]),
  );
}

function unsharedColumn({ values, at }: { values: unknown[]; at: string }): unknown[] {
  const places = Buffer.from(at, 'base64');
  const column: unknown[] = [];
  for (let offset = 0; offset < places.length; offset += 2) column.push(values[places.readUInt16LE(offset)]);
  return column;
}
