import { createHash } from 'node:crypto';
import { blockKeys, Comparable } from '../domain/duplicates/comparable.ts';
import type { StoredBlocks } from '../domain/values/stored-blocks.ts';
import { keys } from './keys.ts';
import { type Item, query, type Write } from './table.ts';

/** Raise it when the keys or the comparison change: records then get new blocks as they are written. */
const blockVersion = 1;

/** A block is read up to here. What lies beyond it is found by the other blocks of a record, or not at all. */
const maxBlockSize = 16;

/** The blocks of what is compared, as its record stores them. None for a record that is not compared. */
export function storedBlocks(comparable: Comparable | undefined): NonNullable<StoredBlocks> {
  const blocks = comparable ? blockKeys(comparable).map(hashOf) : [];
  const content = blocks.length === 0 ? '' : JSON.stringify([blockVersion, comparable, blocks]);
  return { keys: blocks, digest: hashOf(content) };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * The writes that bring a record's copies in its blocks from one state to the next, for the transaction of the record: at
 * most three of the old blocks and three of the new. None if nothing has changed.
 */
export function blockWrites(
  member: string,
  comparable: Comparable | undefined,
  before: StoredBlocks | undefined,
  after: StoredBlocks,
): Write[] {
  if (after?.digest === before?.digest) return [];
  const removed = (before?.keys ?? []).filter((block) => !after?.keys.includes(block));
  return [
    ...removed.map((block) => ({ Delete: { Key: keys.duplicateBlock(block, member) } })),
    ...(after?.keys ?? []).map((block) => ({
      Put: { Item: { ...keys.duplicateBlock(block, member), ...comparable } },
    })),
  ];
}

/** The members of a block, at most `maxBlockSize`, with strong consistency: of two that are stored at once, one sees the other. */
export async function readBlock(block: string): Promise<{ member: string; comparable: Comparable }[]> {
  const found: { member: string; comparable: Comparable }[] = [];
  const items = query({
    ConsistentRead: true,
    Limit: maxBlockSize,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.duplicateBlock(block, '').pk },
  });
  for await (const item of items) {
    found.push(memberOf(item));
    if (found.length === maxBlockSize) break;
  }
  return found;
}

const memberOf = (item: Item) => ({ member: String(item.sk), comparable: Comparable.parse(item) });
