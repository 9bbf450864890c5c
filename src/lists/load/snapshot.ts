import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { getObject, putObject } from '../../runtime/bucket.ts';
import { env } from '../../runtime/env.ts';
import { log } from '../../runtime/log.ts';
import { objectKeys } from '../../storage/keys.ts';
import { tableIdentity } from '../../storage/table.ts';
import type { Columns } from '../index/columns.ts';
import type { RowStorage } from '../model/spec.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The version of the encoding below. Increment it when the encoding changes. */
const format = 7;

/** The first, uncompressed line of a snapshot. */
const Head = z.object({
  table: z.string(),
  /** Every row written before this time minus the overlap is in the snapshot. Milliseconds since the epoch. */
  watermarkMs: z.int(),
  /** Incremented when rows are deleted permanently. */
  epoch: z.int(),
  /** When all rows were last read from the table. Milliseconds since the epoch. */
  fullAtMs: z.int(),
  /** The decompressed size of the rest. */
  bytes: z.int(),
});

export type SnapshotState = Pick<z.output<typeof Head>, 'watermarkMs' | 'epoch' | 'fullAtMs'>;

/** All rows of a collection as columns. Not parsed again, which would take longer than the rest of loading. */
export interface Snapshot extends SnapshotState {
  /** Decompressed while the caller reads the changes since then; undefined if the columns are damaged. */
  columns: Promise<Columns | undefined>;
}

type Storage = RowStorage<z.ZodObject>;

/** The object key of the snapshot for code with this schema. */
export const snapshotKey = ({ collection, snapshot = collection, schema, shape }: Storage): string =>
  objectKeys.listSnapshot(snapshot, fingerprintOf(format, schema, shape));

const decompress = promisify(zstdDecompress);
const newline = 0x0a;
const minChunkBytes = 64;

/**
 * A collection's last snapshot with this schema and table, if any. Never throws, because the table has the rows, too.
 */
export async function loadSnapshot(storage: Storage): Promise<Snapshot | undefined> {
  if (env('BUCKET_NAME') === undefined) return undefined;
  const key = snapshotKey(storage);
  const logFailure = (error: unknown) => {
    log('error', 'list snapshot not read', { key, error });
    return undefined;
  };
  try {
    const body = await getObject(key);
    if (!body) return undefined;
    const headBytes = body.indexOf(newline);
    const head = Head.safeParse(parseJson(new TextDecoder().decode(body.subarray(0, Math.max(0, headBytes)))));
    if (!head.success) return undefined;
    const { table, bytes, ...state } = head.data;
    if (table !== tableIdentity()) return undefined;
    return { ...state, columns: decode(storage, body.subarray(headBytes + 1), bytes).catch(logFailure) };
  } catch (error) {
    return logFailure(error);
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function decode({ schema }: Storage, compressed: Uint8Array, bytes: number): Promise<Columns> {
  // In one chunk: the default chunks of 16 KB take twice as long.
  const json = await decompress(compressed, { chunkSize: Math.max(minChunkBytes, bytes) });
  const encoded = JSON.parse(json.toString('latin1')) as Record<string, EncodedColumn>;
  const columns = Object.fromEntries(Object.entries(encoded).map(([name, column]) => [name, decodeColumn(column)]));
  assertComplete(columns, Object.keys(schema.shape));
  return columns;
}

/** A missing or too short column would otherwise cause an undefined field in some row, much later. */
function assertComplete(columns: Columns, fields: string[]): void {
  const lengths = new Set(fields.map((field) => columns[field]?.length));
  if (lengths.size !== 1 || lengths.has(undefined) || Object.keys(columns).length !== fields.length) {
    throw new Error('The snapshot does not have every field of every row');
  }
}

/** Replaces the last snapshot and returns the size in bytes. */
export async function saveSnapshot(storage: Storage, state: SnapshotState, columns: Columns): Promise<number> {
  const json = asciiJson(
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, encodeColumn(column)])),
  );
  const head: z.output<typeof Head> = {
    table: tableIdentity(),
    watermarkMs: state.watermarkMs,
    epoch: state.epoch,
    fullAtMs: state.fullAtMs,
    bytes: json.length,
  };
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
  const compressed = zstdCompressSync(json, { params });
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), compressed]);
  await putObject(snapshotKey(storage), body);
  return body.length;
}

/** JSON with one byte per character, which V8 decodes and parses faster than a string with two bytes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A column as a plain list, as 64-bit numbers (NaN for null), or, if most values repeat, as distinct values and a
 * 16-bit code per row. Codes and numbers are in base64, which is parsed as one string.
 */
type EncodedColumn = unknown[] | { values: unknown[]; codes: string } | { numbers: string };

const maxDictionarySize = 65_536;

function encodeColumn(column: unknown[]): EncodedColumn {
  const values: unknown[] = [];
  const codeOf = new Map<string, number>();
  const codes = new Uint16Array(column.length);
  const maxValues = Math.min(maxDictionarySize, column.length / 2);
  for (const [row, value] of column.entries()) {
    const key = JSON.stringify(value);
    const code = codeOf.get(key) ?? values.length;
    if (code === values.length) {
      if (code >= maxValues)
        return column.every(isNumeric) ? { numbers: toBase64(Float64Array.from(column, toFloat)) } : column;
      codeOf.set(key, code);
      values.push(value);
    }
    codes[row] = code;
  }
  return { values, codes: toBase64(codes) };
}

const isNumeric = (value: unknown) => value === null || typeof value === 'number';
const toFloat = (value: unknown) => (value === null ? NaN : Number(value));

function decodeColumn(encoded: EncodedColumn): unknown[] {
  if (Array.isArray(encoded)) return encoded;
  if ('numbers' in encoded) return decodeNumbers(new Float64Array(fromBase64(encoded.numbers)));
  const { values } = encoded;
  const codes = new Uint16Array(fromBase64(encoded.codes));
  const column = new Array<unknown>(codes.length);
  for (let row = 0; row < codes.length; row++) column[row] = values[codes[row] ?? 0];
  return column;
}

function decodeNumbers(numbers: Float64Array): (number | null)[] {
  const column = new Array<number | null>(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] ?? NaN;
    column[row] = Number.isNaN(value) ? null : value;
  }
  return column;
}

const toBase64 = ({ buffer }: { buffer: ArrayBuffer }) => Buffer.from(buffer).toString('base64');

/** In a separate buffer, because typed arrays need an aligned start. */
const fromBase64 = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer;
