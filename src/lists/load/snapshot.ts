import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { env } from '../../runtime/env.ts';
import { log } from '../../runtime/log.ts';
import { getObject, putObject } from '../../storage/bucket.ts';
import { type Collection, objectKeys } from '../../storage/keys.ts';
import type { Columns } from '../index/row-index.ts';

/** Raised when a row gets a field or a field another meaning: then all rows are read from the table once more. */
const format = 4;

/** What a snapshot says of itself, in a first line that is not compressed. */
const Head = z.object({
  format: z.literal(format),
  /** Every row written before this, less the overlap, is in it. Milliseconds since the epoch. */
  lookedAtMs: z.int(),
  /** See `Reading` in collection.ts. */
  epoch: z.int(),
  /** Of the rest, unpacked. */
  bytes: z.int(),
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
const minimalChunkBytes = 64;

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
    const { lookedAtMs, epoch, bytes } = head.data;
    return { lookedAtMs, epoch, columns: columnsIn(body.subarray(headBytes + 1), bytes).catch(unread) };
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

async function columnsIn(packed: Uint8Array, bytes: number): Promise<Columns> {
  // In one piece: in the usual ones of 16 KB it takes twice as long.
  const json = await unpack(packed, { chunkSize: Math.max(minimalChunkBytes, bytes) });
  const columns = JSON.parse(json.toString('latin1')) as Record<string, SavedColumn>;
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, unpackedColumn(column)]));
}

/** Saves a snapshot in the place of the last one; how many bytes it has. */
export async function saveSnapshot(
  collection: Collection,
  { lookedAtMs, epoch, columns }: { lookedAtMs: number; epoch: number; columns: Columns },
): Promise<number> {
  const json = asciiJson(
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, packedColumn(column)])),
  );
  const head: z.output<typeof Head> = { format, lookedAtMs, epoch, bytes: json.length };
  const packed = zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), packed]);
  await putObject(objectKeys.listSnapshot(collection), body);
  return body.length;
}

/** One byte a character, of which an engine makes a string at once, and parses it faster than one of two bytes each. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A column in full; or, where most values come more than once, the distinct ones and which of them each row has, as
 * 16-bit numbers; or numbers of 64 bits, NaN for null. These in base64: a list of numbers would be parsed one by one.
 */
type SavedColumn = unknown[] | { values: unknown[]; at: string } | { numbers: string };

const mostShared = 65_536;

function packedColumn(column: unknown[]): SavedColumn {
  const values: unknown[] = [];
  const places = new Map<string, number>();
  const at = new Uint16Array(column.length);
  const most = Math.min(mostShared, column.length / 2);
  for (const [row, value] of column.entries()) {
    const key = JSON.stringify(value);
    const place = places.get(key) ?? values.length;
    if (place === values.length) {
      if (place >= most)
        return column.every(isNumeric) ? { numbers: base64(Float64Array.from(column, numbered)) } : column;
      places.set(key, place);
      values.push(value);
    }
    at[row] = place;
  }
  return { values, at: base64(at) };
}

const isNumeric = (value: unknown) => value === null || typeof value === 'number';
const numbered = (value: unknown) => (value === null ? NaN : Number(value));

function unpackedColumn(saved: SavedColumn): unknown[] {
  if (Array.isArray(saved)) return saved;
  if ('numbers' in saved) return unpackedNumbers(new Float64Array(unbase64(saved.numbers)));
  const { values } = saved;
  const at = new Uint16Array(unbase64(saved.at));
  const column = new Array<unknown>(at.length);
  for (let row = 0; row < at.length; row++) column[row] = values[at[row] ?? 0];
  return column;
}

function unpackedNumbers(numbers: Float64Array): (number | null)[] {
  const column = new Array<number | null>(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] ?? NaN;
    column[row] = Number.isNaN(value) ? null : value;
  }
  return column;
}

const base64 = ({ buffer }: { buffer: ArrayBuffer }) => Buffer.from(buffer).toString('base64');

/** In memory of its own: numbers have to begin at a multiple of their size. */
const unbase64 = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer;
