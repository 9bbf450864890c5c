import { createHash } from 'node:crypto';
import { firstItems } from '#src/table/first-items.ts';
import { keys } from '#src/table/keys.ts';
import type { Item, Write } from '#src/table/table.ts';
import type { StoredBlocks } from '#src/vocabulary/stored-blocks.ts';
import { blockKeys, Comparable } from '../../likeness/comparable.ts';

/** Raise it when the keys or the comparison change: records then get new blocks as they are written. */
const blockVersion = 2;

/** Records read per block. Those beyond it are found through their other blocks, or not at all. */
const maxBlockSize = 16;

/** The blocks of a record as stored. None for a record that is not compared. */
export function storedBlocks(comparable: Comparable | undefined): NonNullable<StoredBlocks> {
  const blocks = comparable ? blockKeys(comparable, 'stored').map(hashOf) : [];
  const content = blocks.length === 0 ? '' : JSON.stringify([blockVersion, comparable, blocks]);
  return { keys: blocks, digest: hashOf(content) };
}

/** The stored blocks in which similar records are looked for. */
export const blocksToRead = (comparable: Comparable): string[] => blockKeys(comparable, 'read').map(hashOf);

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The writes that update a record's copies in its blocks, for the transaction of the record: at most three old and
 * three new blocks. None if nothing has changed.
 */
export function blockWrites(
  record: string,
  comparable: Comparable | undefined,
  before: StoredBlocks | undefined,
  after: StoredBlocks,
): Write[] {
  if (after?.digest === before?.digest) return [];
  const removed = (before?.keys ?? []).filter((block) => !after?.keys.includes(block));
  return [
    ...removed.map((block) => ({ Delete: { Key: keys.duplicateBlock(block, record) } })),
    ...(after?.keys ?? []).map((block) => ({
      Put: { Item: { ...keys.duplicateBlock(block, record), ...comparable } },
    })),
  ];
}

/**
 * The records of these blocks, at most `maxBlockSize` of each, in the order of the blocks, with strong consistency: if two are
 * stored at once, one sees the other.
 */
export async function readBlocks(blocks: readonly string[]): Promise<{ record: string; comparable: Comparable }[]> {
  const partitions = blocks.map((block) => keys.duplicateBlock(block, '').pk);
  const items = await firstItems(partitions, maxBlockSize);
  return partitions.flatMap((pk) => (items.get(pk) ?? []).map(copyOf));
}

const copyOf = (item: Item) => ({ record: String(item.sk), comparable: Comparable.parse(item) });
