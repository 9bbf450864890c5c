import { env } from '#src/runtime/env.ts';
import { type Collection, isInDatabaseLists, keys, listRowKey } from '#src/table/keys.ts';
import { type AttemptTime, type Key, queryPage, type Write } from '#src/table/table.ts';

/**
 * Marks of rows that have left public lists, or name somebody no longer, each written in the transaction that makes them
 * leave. A list in PostgreSQL that is some seconds behind is answered without these rows, which one read of all marks tells.
 */

/** Lists settle within minutes. DynamoDB deletes the marks some time later. */
const keptMs = 3_600_000;

/** A row that has left, and when the write began that made it leave, in milliseconds since the epoch. */
export interface LeftRow {
  id: string;
  leftMs: number;
}

/** The mark of a row that leaves by a write, unless no list in PostgreSQL has it. */
export function markLeft(row: Key, at: AttemptTime): Write[] {
  if (!isMarked(row)) return [];
  return [{ Put: { Item: { ...keys.leftRow(row), changed: at, expiresAtSeconds: expiryOf(at) } } }];
}

/** The mark of a row that is deleted permanently. An update, because who deletes rows need not be able to put any. */
export function markDeleted(row: Key, at: AttemptTime): Write[] {
  if (!isMarked(row)) return [];
  return [
    {
      Update: {
        Key: keys.leftRow(row),
        UpdateExpression: 'SET changed = :now, expiresAtSeconds = :expiry',
        ExpressionAttributeValues: { ':now': at, ':expiry': expiryOf(at) },
      },
    },
  ];
}

const isMarked = (row: Key) => env('LISTS_MARK_LEFT_ROWS') && isInDatabaseLists(row);

const expiryOf = (at: number) => Math.ceil((at + keptMs) / 1_000);

/**
 * The rows that have left since a time, in milliseconds since the epoch, strongly consistent. Undefined if they are more
 * than one read returns, which are some thousands.
 */
export async function leftSince(collection: Collection, sinceMs: number): Promise<LeftRow[] | undefined> {
  const { items, next } = await queryPage(
    {
      IndexName: 'changes',
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND changed >= :since',
      ExpressionAttributeValues: { ':pk': keys.leftRow(listRowKey(collection, '')).pk, ':since': sinceMs },
    },
    undefined,
  );
  return next === undefined ? items.map(({ sk, changed }) => ({ id: String(sk), leftMs: Number(changed) })) : undefined;
}
