import { type Publicity, withdrawnAt } from '../domain/publication.ts';
import { type Collection, keys, listEpochSortKey, listRowKey } from './keys.ts';
import {
  type FailedConditions,
  type Key,
  type Page,
  query,
  queryPage,
  transact,
  updateIf,
  type Write,
} from './table.ts';

/** Rows per page: few enough to read them and rewrite their records well within one run of a job. */
const rowsPerPage = 500;

/**
 * The write of a list row. `changed` is the time of the write in milliseconds. Readers read the rows changed since
 * their last read, so create this immediately before the write. `row` includes its shape number.
 */
export function putRow(row: Key): Write {
  return { Put: { Item: { ...row, changed: Date.now() } } };
}

/**
 * Writes a record that can be withdrawn, and its row, in one transaction. `write` makes the record's own writes and the
 * row from the record with its time of withdrawal. A row that compaction has given a later one keeps that: copies that
 * have passed the earlier one would miss the withdrawal. Returns the failed conditions of the record's writes.
 */
export async function transactWithRow<R extends Publicity>(
  record: R,
  before: Publicity | undefined,
  write: (stored: R) => { writes: Write[]; row: Key },
): Promise<FailedConditions | undefined> {
  let earliestMs = 0;
  for (;;) {
    let rowIndex = 0;
    const failed = await transact(() => {
      const ms = withdrawnAt(before, record, Date.now());
      const { writes, row } = write({ ...record, withdrawn_at: ms === null ? null : Math.max(ms, earliestMs) });
      rowIndex = writes.length;
      return [...writes, ms === null ? putRow(row) : putUnlessLater(row, Math.max(ms, earliestMs))];
    });
    const later = failed?.get(rowIndex)?.withdrawn_at;
    if (failed?.size !== 1 || typeof later !== 'number') return failed;
    earliestMs = later;
  }
}

function putUnlessLater(row: Key, withdrawnMs: number): Write {
  const { Put } = putRow(row);
  return {
    Put: {
      Item: Put?.Item,
      ConditionExpression: 'NOT (withdrawn_at > :withdrawn)',
      ExpressionAttributeValues: { ':withdrawn': withdrawnMs },
    },
  };
}

/** Updates the fetch time of a list row. Does nothing if it has a later one or does not exist. */
export async function touchRow(key: Key, fetchedAtMs: number): Promise<void> {
  await updateIf(() => ({
    Key: key,
    UpdateExpression: 'SET last_fetched_at = :fetched, changed = :now',
    ConditionExpression: 'last_fetched_at < :fetched',
    ExpressionAttributeValues: { ':fetched': fetchedAtMs, ':now': Date.now() },
  }));
}

/**
 * Updates the timestamps of a row that was committed late, so that readers do not miss it: `changed`, and `withdrawn_at`
 * if it is set. Does nothing if the row was written since it was read.
 */
export async function restampRow(
  collection: Collection,
  id: string,
  { changed, withdrawn_at = null }: { changed: number; withdrawn_at?: number | null },
): Promise<void> {
  await updateIf({
    Key: listRowKey(collection, id),
    UpdateExpression: `SET changed = :now${withdrawn_at === null ? '' : ', withdrawn_at = :now'}`,
    ConditionExpression: 'changed = :read',
    ExpressionAttributeValues: { ':read': changed, ':now': Date.now() },
  });
}

/**
 * The ids of rows with an older shape among the next few hundred of a shard after an id, in order. A caller that rewrites
 * them can stop after any page and resume there.
 */
export async function outdatedRows(
  collection: Collection,
  shard: number,
  shape: number,
  afterId = listEpochSortKey,
): Promise<Page<string>> {
  const outdated = {
    ConsistentRead: true,
    Limit: rowsPerPage,
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'attribute_not_exists(shape) OR shape < :shape',
    ProjectionExpression: 'sk',
    ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard), ':shape': shape },
  };
  const { items, next } = await queryPage(outdated, afterId);
  return { items: items.map(({ sk }) => String(sk)), next };
}

/**
 * The write that tells every reader of a list that rows were deleted for good: lists in memory, snapshots and copies of
 * clients. It belongs in the transaction that deletes them. Create it immediately before the write, like `putRow`.
 */
export function raiseEpoch(collection: Collection): Write {
  return {
    Update: {
      Key: keys.listEpoch(collection),
      UpdateExpression: 'SET changed = :now ADD epoch :one',
      ExpressionAttributeValues: { ':now': Date.now(), ':one': 1 },
    },
  };
}

/** The rows of a shard after an id, in order of their ids. */
const rowsAfter = (collection: Collection, shard: number, afterId = listEpochSortKey) => ({
  ConsistentRead: true,
  Limit: rowsPerPage,
  KeyConditionExpression: 'pk = :pk AND sk > :after',
  ProjectionExpression: 'sk',
  ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard), ':after': afterId },
});

/** The ids of some rows of a shard after an id, in order, and where to continue. */
export async function rowIds(collection: Collection, shard: number, afterId?: string): Promise<Page<string>> {
  const { items, next } = await queryPage(rowsAfter(collection, shard, afterId), undefined);
  return { items: items.map(({ sk }) => String(sk)), next };
}

/** The number of rows of a shard, or at least so many if the deadline (milliseconds since the epoch) ends the count. */
export async function countRows(collection: Collection, shard: number, deadlineMs: number): Promise<number> {
  let count = 0;
  for await (const _ of query(rowsAfter(collection, shard))) {
    count += 1;
    if (count % rowsPerPage === 0 && Date.now() > deadlineMs) break;
  }
  return count;
}

/** The ids of the publications of a shard whose links need attention, after an id, in order. Deleted ones are left out. */
export async function unmatchedPublications(shard: number, afterId?: string): Promise<string[]> {
  const rows = rowsAfter('PUB', shard, afterId);
  const unmatched = query({
    ...rows,
    FilterExpression: 'author_match_state = :state AND deleted_at = :none',
    ExpressionAttributeValues: { ...rows.ExpressionAttributeValues, ':state': 'needs_attention', ':none': null },
  });
  const ids: string[] = [];
  for await (const { sk } of unmatched) ids.push(String(sk));
  return ids;
}
