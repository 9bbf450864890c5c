import { randomUUID } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { ItemRefused } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys } from '#src/table/keys.ts';
import { getItems, type Item, type Key, putIfPresent, putItem, updateIf } from '#src/table/table.ts';
import { partsNote, type Relating } from './relations.ts';

/** DynamoDB's limit for an item is 400 KB. This leaves room for its key and other attributes. */
const maxItemBytes = 380 * 1024;
/** Well below that limit. */
const partBytes = 350 * 1024;
const partsAtOnce = 4;

/** Takes 4 % off usual values for half as much more time, 0.04 ms; the next levels take ten times as long for 2 %. */
const smallLevel = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
const smallLength = 32 * 1024;

/** Compresses a value as JSON, because DynamoDB charges by size. */
export function compress(value: unknown): Uint8Array {
  const json = JSON.stringify(value);
  return json.length > smallLength ? zstdCompressSync(json) : zstdCompressSync(json, smallLevel);
}

export function decompress(stored: unknown): unknown {
  if (!(stored instanceof Uint8Array)) throw new Error('A compressed attribute is not binary');
  return JSON.parse(zstdDecompressSync(stored).toString('utf8'));
}

/** Puts a compressed value into as many items as needed, each with the number of `parts` and these attributes. */
export async function putParts(keyOf: (part: number) => Key, body: Uint8Array, attributes: Item = {}): Promise<void> {
  const parts = countParts(body);
  await inParallel([...Array(parts).keys()], partsAtOnce, (part) =>
    putItem({
      ...keyOf(part),
      parts,
      ...attributes,
      body: body.subarray(part * partBytes, (part + 1) * partBytes),
    }),
  );
}

/** The number of items that a compressed value needs. */
const countParts = (body: Uint8Array): number => Math.ceil(body.length / partBytes);

/** Reads a value stored by `putParts`; undefined if a part is missing. */
async function getParts(keyOf: (part: number) => Key, count: number): Promise<unknown> {
  // Separately: a batch would exceed DynamoDB's response size.
  const items = await inParallel([...Array(count).keys()], partsAtOnce, (part) => getItems([keyOf(part)]));
  const bodies = items.flat().flatMap(({ body }) => (body instanceof Uint8Array ? [body] : []));
  return bodies.length < count ? undefined : decompress(Buffer.concat(bodies));
}

/**
 * A value larger than an item is put in parts under a new name; then a transaction writes the item that names them. So
 * readers never mix the parts of two values, and a killed writer leaves the old value intact.
 */
export const StoredParts = z.object({
  /** Unique per write. Begins with its time. */
  generation: z.string(),
  count: z.int(),
});
export type StoredParts = z.output<typeof StoredParts>;

/** Enough for 25,000 authors with affiliations in each of two sources. */
const maxBytes = 16 * 1024 * 1024;
/** Longer than any function runs: by then, the writer of parts has named them in an item or never will. */
const abandonedAfterMs = 3_600_000;

const keyOf = (doi: string, generation: string) => (part: number) => keys.publicationPart(doi, generation, part);

/**
 * Puts the parts of a value that is too large for this item of a publication; undefined if it fits. The parts it will
 * replace are noted as well, so that they are dropped even if the writer is killed.
 */
export async function stage(
  doi: string,
  { sk }: Key,
  value: unknown,
  replaced?: StoredParts,
): Promise<StoredParts | undefined> {
  const json = JSON.stringify(value);
  if (json.length <= maxItemBytes) return undefined;
  const body = compress(value);
  if (body.length <= maxItemBytes) return undefined;
  if (body.length > maxBytes) throw new ItemRefused('It is larger than what can be stored of a publication, 16 MB');
  const parts = { generation: `${Date.now()}-${randomUUID()}`, count: countParts(body) };
  // Noted before they are put, so that they are always found.
  const named = [parts, ...(replaced ? [replaced] : [])].map((each) => ({ ...each, sk }));
  await updateIf(() => partsNote(doi, named, Date.now()));
  await putParts(keyOf(doi, parts.generation), body);
  return parts;
}

/** The value in parts; undefined if another value has replaced them. */
export const readCompressedParts = (doi: string, { generation, count }: StoredParts): Promise<unknown> =>
  getParts(keyOf(doi, generation), count);

/** Empties parts that no item names any more: writers of publications may put items, but not delete them. */
export async function dropParts(doi: string, parts: StoredParts | undefined): Promise<void> {
  if (!parts) return;
  const expiresAtSeconds = Math.ceil(Date.now() / 1000);
  await inParallel([...Array(parts.count).keys()], 4, (part) =>
    putIfPresent({ ...keys.publicationPart(doi, parts.generation, part), expiresAtSeconds }),
  );
}

/** Drops noted parts that no item names, left by killed writers. False: some may still be named. */
export async function dropAbandonedParts({ doi, parts }: Pick<Relating, 'doi' | 'parts'>): Promise<boolean> {
  if (parts.length === 0) return true;
  const { pk } = keys.publication(doi);
  const items = await getItems(parts.map(({ sk }) => ({ pk, sk })));
  const named = new Set(items.flatMap((item) => Named.parse(item).parts?.generation ?? []));
  const unnamed = parts.filter(({ generation }) => !named.has(generation));
  const isAbandoned = ({ generation }: StoredParts) => Number.parseInt(generation, 10) < Date.now() - abandonedAfterMs;
  for (const each of unnamed.filter(isAbandoned)) await dropParts(doi, each);
  return unnamed.every(isAbandoned);
}

const Named = z.object({ parts: StoredParts.optional() });
