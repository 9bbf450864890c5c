import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { getObjectRange, putObject } from '../../runtime/bucket.ts';
import { env } from '../../runtime/env.ts';
import { log } from '../../runtime/log.ts';
import { objectKeys } from '../../storage/keys.ts';
import { tableIdentity } from '../../storage/table.ts';
import { RowIndex } from '../index/row-index.ts';
import { rowOrder } from '../model/definition.ts';
import { versionRules } from '../model/public-change.ts';
import type { AnyListSpec, RowSchema, RowStorage } from '../model/spec.ts';
import { Base, DamagedSnapshot, type ReadBytes } from '../sections/base.ts';
import { groupRows, packRowGroup } from '../sections/row-group.ts';
import { fingerprintOf, hashOf } from './fingerprint.ts';

/** The version of the encoding. Increment it when the encoding changes. */
const format = 8;

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
  /** The place of each section: its offset after the head, its length and its CRC-32. */
  sections: z.record(z.string(), z.tuple([z.int(), z.int(), z.int()])),
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
const indexesOf = ({ sorts, equals, atLeast, where, anyLanguage = false }: AnyListSpec<never>): string =>
  hashOf([
    indexVersion,
    process.versions.unicode,
    versionRules() ?? null,
    anyLanguage,
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
  const { table, rows, storedOrder, indexes, ...head } = Head.parse(JSON.parse(Buffer.from(json).toString()));
  if (table !== tableIdentity()) return undefined;
  const isIndexed = indexes === indexesOf(spec);
  const start = align(preambleBytes + length);
  const sections = isIndexed ? head.sections : withoutIndexes(head.sections);
  const directory = { rows, fields: Object.keys(spec.schema.shape), storedOrder, sections };
  const base = new Base(directory, (from, to) => read(start + from, start + to));
  return { watermarkMs: head.watermarkMs, epoch: head.epoch, fullAtMs: head.fullAtMs, base, isIndexed };
}

const withoutIndexes = <T>(sections: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(sections).filter(([name]) => name === 'ids' || name.startsWith('rows/')));

/** Replaces the last snapshot and returns the size in bytes. */
export async function saveSnapshot<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  state: SnapshotState,
  rows: Iterable<z.output<Schema>>,
): Promise<number> {
  const body = packSnapshot(spec, state, rows);
  await putObject(snapshotKey(spec), body);
  return body.length;
}

/**
 * A snapshot of these rows. Pages in the order of the first sort, descending, are most often asked for: their rows are
 * stored in this order.
 */
export function packSnapshot<Schema extends RowSchema>(
  spec: StoredSpec<Schema>,
  state: SnapshotState,
  rows: Iterable<z.output<Schema>>,
): Uint8Array {
  const [sort = ''] = Object.keys(spec.sorts);
  const storedOrder = `${sort} desc`;
  const fields = Object.keys(spec.schema.shape);
  const ordered: (z.output<Schema> | undefined)[] = [...rows].sort(rowOrder(spec, { sort, dir: 'desc' }));
  const index = new RowIndex<z.output<Schema>>(spec);
  const groups: [string, Uint8Array][] = [];
  for (let from = 0; from < ordered.length; from += groupRows) {
    const group = ordered.slice(from, from + groupRows) as z.output<Schema>[]; // those further on are still there
    groups.push([`rows/${from / groupRows}`, packRowGroup(fields, group)]);
    index.put(group);
    // The index has them now, in half the memory.
    ordered.fill(undefined, from, from + groupRows);
  }
  const indexed = [...index.sections(storedOrder)];
  const isFirst = ([name]: [string, unknown]) => name.startsWith('where/');
  const parts = [...indexed.filter(isFirst), ...groups, ...indexed.filter((part) => !isFirst(part))];
  const sections: z.output<typeof Head>['sections'] = {};
  let offset = 0;
  for (const [name, bytes] of parts) {
    sections[name] = [offset, bytes.length, crc32(bytes)];
    offset += align(bytes.length);
  }
  const indexes = indexesOf(spec);
  const head = { table: tableIdentity(), ...state, indexes, rows: ordered.length, storedOrder, sections };
  const json = Buffer.from(JSON.stringify(head satisfies z.output<typeof Head>));
  const start = align(preambleBytes + json.length);
  const body = Buffer.alloc(start + offset);
  body.writeUInt32LE(json.length, 0);
  body.writeUInt32LE(crc32(json), 4);
  json.copy(body, preambleBytes);
  for (const [name, bytes] of parts) body.set(bytes, start + (sections[name]?.[0] ?? 0));
  return body;
}
