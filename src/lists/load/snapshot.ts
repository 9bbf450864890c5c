import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { getObjectRange, putObject } from '#src/runtime/requests/bucket.ts';
import { objectKeys } from '#src/table/keys.ts';
import { tableIdentity } from '#src/table/table.ts';
import { RowIndex } from '../index/row-index.ts';
import { versionRules } from '../model/public-change.ts';
import type { AnyListSpec, RowSchema, RowStorage } from '../model/spec.ts';
import { Base, DamagedSnapshot, type Extent, groupName, type ReadBytes } from '../sections/base.ts';
import { fingerprintOf, hashOf } from './fingerprint.ts';

/** The version of the encoding. Increment it when the encoding changes. */
const format = 9;

/**
 * The version of what sorts, filters, conditions and texts of all lists mean. Increment it when the result of one
 * changes for the same row: a test says when.
 */
export const indexVersion = 1;

/** The beginning of a snapshot: its length and CRC-32 come before it, as 32-bit numbers. */
const Head = z.object({
  table: z.string(),
  /** Every row written before this time minus the overlap is in the snapshot. Milliseconds since the epoch. */
  watermarkMs: z.int(),
  /** Incremented when rows are deleted permanently. */
  epoch: z.int(),
  /** When all rows were last read from the table. Milliseconds since the epoch. */
  fullAtMs: z.int(),
  /** The fingerprint of the indexes. Code with another one uses only the rows and builds its own indexes. */
  indexes: z.string(),
  rows: z.int(),
  storedOrder: z.string(),
  /** The number of rows of each group. There are thousands, so only the CRC-32 says that they are as they were written. */
  groups: z.custom<number[]>(Array.isArray),
  /** The place of each section. */
  sections: z.custom<Record<string, Extent>>((value) => typeof value === 'object' && value !== null),
});

export type SnapshotState = Pick<z.output<typeof Head>, 'watermarkMs' | 'epoch' | 'fullAtMs'>;

/** All rows of a collection, of which little is read yet. */
export interface Snapshot extends SnapshotState {
  base: Base;
  /** Whether it has the indexes of this code. */
  isIndexed: boolean;
}

export type StoredSpec<Schema extends RowSchema> = AnyListSpec<z.output<Schema>> & RowStorage<Schema>;

/** The object key of the snapshot for code with this schema. */
export const snapshotKey = ({
  collection,
  snapshot = collection,
  variant,
  schema,
  shape,
}: RowStorage<z.ZodObject>): string =>
  objectKeys.listSnapshot(snapshot, [fingerprintOf(format, schema, shape), variant].filter(Boolean).join('-'));

/** Where values depend on more than the row: on the names of a list, on a setting, on the version of Unicode. */
const indexesOf = ({ sorts, equals, atLeast, where, output, anyLanguage = false }: AnyListSpec<never>): string =>
  hashOf([
    indexVersion,
    process.versions.unicode,
    versionRules() ?? null,
    anyLanguage,
    output?.people ?? null,
    ...[sorts, equals, atLeast, where].map(Object.keys),
  ]);

/** Enough for the head, a condition and the first rows of 100,000, so that their first page takes one request. */
const firstBytes = 262_144;
const preambleBytes = 8;
const alignment = 8;
const align = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/**
 * A collection's last snapshot with this schema and table, if any. Never throws, because the table has the rows, too.
 */
export async function loadSnapshot<Schema extends RowSchema>(spec: StoredSpec<Schema>): Promise<Snapshot | undefined> {
  if (env('BUCKET_NAME') === undefined) return undefined;
  const key = snapshotKey(spec);
  try {
    const read = await readerOf(key);
    return read && (await openSnapshot(spec, read));
  } catch (error) {
    log('error', 'list snapshot not read', { key, error });
    return undefined;
  }
}

/** Reads parts of an object, always of the same version. The first ones are read at once. */
async function readerOf(key: string): Promise<ReadBytes | undefined> {
  const first = await getObjectRange(key, { from: 0, to: firstBytes });
  if (!first) return undefined;
  return async (from, to) => {
    if (to <= first.bytes.length) return first.bytes.subarray(from, to);
    return (await getObjectRange(key, { from, to, etag: first.etag }))?.bytes ?? new Uint8Array(0);
  };
}

/** The snapshot that these bytes begin with, or undefined if it is one of another table. */
export async function openSnapshot<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  read: ReadBytes,
): Promise<Snapshot | undefined> {
  const preamble = Buffer.from(await read(0, preambleBytes));
  if (preamble.length < preambleBytes) throw new DamagedSnapshot('The snapshot has no head');
  const length = preamble.readUInt32LE(0);
  const json = await read(preambleBytes, preambleBytes + length);
  if (json.length !== length || crc32(json) !== preamble.readUInt32LE(4))
    throw new DamagedSnapshot('The head of the snapshot is damaged');
  const { table, rows, storedOrder, groups, indexes, ...head } = Head.parse(JSON.parse(Buffer.from(json).toString()));
  if (table !== tableIdentity()) return undefined;
  const isIndexed = indexes === indexesOf(spec);
  const start = align(preambleBytes + length);
  const sections = isIndexed ? head.sections : withoutIndexes(head.sections);
  const directory = { rows, fields: Object.keys(spec.schema.shape), storedOrder, groups, sections };
  const base = new Base(directory, (from, to) => read(start + from, start + to));
  return { watermarkMs: head.watermarkMs, epoch: head.epoch, fullAtMs: head.fullAtMs, base, isIndexed };
}

const withoutIndexes = <T>(sections: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(sections).filter(([name]) => name === 'ids' || name.startsWith('rows/')));

/** Replaces the last snapshot and returns the size in bytes. */
export async function saveSnapshot<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  state: SnapshotState,
  index: RowIndex<z.output<Schema>>,
): Promise<number> {
  const pieces = packSnapshot(spec, state, index);
  await putObject(snapshotKey(spec), pieces);
  return pieces.reduce((total, { byteLength }) => total + byteLength, 0);
}

/** A snapshot of these rows, in pieces. If some are from another snapshot, all of it must be loaded. */
export function packSnapshot<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  state: SnapshotState,
  index: RowIndex<z.output<Schema>>,
): Uint8Array[] {
  const { directory, parts } = packRows(spec, index);
  const { rows, storedOrder, groups, sections } = directory;
  const head = { table: tableIdentity(), ...state, indexes: indexesOf(spec), rows, storedOrder, groups };
  const json = Buffer.from(JSON.stringify({ ...head, sections } satisfies z.input<typeof Head>));
  const preamble = Buffer.alloc(preambleBytes);
  preamble.writeUInt32LE(json.length, 0);
  preamble.writeUInt32LE(crc32(json), 4);
  const pieces = [preamble, json, ...parts.map(([, bytes]) => bytes)].flatMap((bytes) => [bytes, paddingOf(bytes)]);
  return pieces.filter(({ length }) => length > 0);
}

/** The rows of an index as a snapshot in memory, where they take less of it. */
export function repacked<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  index: RowIndex<z.output<Schema>>,
): RowIndex<z.output<Schema>> {
  const { directory, parts } = packRows(spec, index);
  const base = new Base(directory, async () => new Uint8Array(0));
  for (const [name, bytes] of parts) base.keep(name, bytes);
  return new RowIndex<z.output<Schema>>(spec, base);
}

/**
 * The sections for these rows. Pages in the order of the first sort, descending, are most often asked for: the rows are
 * stored in this order.
 */
function packRows<Schema extends RowSchema>(spec: StoredSpec<Schema>, index: RowIndex<z.output<Schema>>) {
  const [sort = ''] = Object.keys(spec.sorts);
  const storedOrder = `${sort} desc`;
  const fields = Object.keys(spec.schema.shape);
  const { groups, indexes } = index.pack(storedOrder, fields);
  const isFirst = ([name]: [string, unknown]) => name.startsWith('where/');
  const parts = [
    ...indexes.filter(isFirst),
    ...groups.map(({ bytes }, group): [string, Uint8Array] => [groupName(group), bytes]),
    ...indexes.filter((part) => !isFirst(part)),
  ];
  const sections: z.output<typeof Head>['sections'] = {};
  let offset = 0;
  for (const [name, bytes] of parts) {
    sections[name] = [offset, bytes.length, crc32(bytes)];
    offset += align(bytes.length);
  }
  const directory = { rows: index.size, fields, storedOrder, groups: groups.map(({ rows }) => rows), sections };
  return { directory, parts };
}

const paddingOf = ({ length }: Uint8Array) => new Uint8Array(align(length) - length);
