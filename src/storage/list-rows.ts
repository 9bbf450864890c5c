import { type Publicity, withdrawalTime } from '../domain/publicity.ts';
import { type Collection, keys, listEpochSortKey, listRowKey } from './keys.ts';
import {
  type FailedConditions,
  getItem,
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

/** A record that can be withdrawn, to be written with its row. */
interface WithdrawableWrite<R extends Publicity> {
  record: R;
  before: Publicity | undefined;
  /** Makes the record's own writes and the row from the record with its time of withdrawal. */
  write: (stored: R) => { writes: Write[]; row: Key };
}

/**
 * Writes a record that can be withdrawn, and its row, in one transaction. A row that compaction has given a later time of
 * withdrawal keeps that: copies that have passed the earlier one would miss the withdrawal. Returns the failed conditions
 * of the record's writes.
 */
export function transactWithRow<R extends Publicity>(
  record: R,
  before: Publicity | undefined,
  write: (stored: R) => { writes: Write[]; row: Key },
): Promise<FailedConditions | undefined> {
  return transactWithRows([{ record, before, write }]);
}

/** Like `transactWithRow`, for several records in one transaction: the writes of the first with its row, then the next. */
export async function transactWithRows<R extends Publicity>(
  parts: readonly WithdrawableWrite<R>[],
): Promise<FailedConditions | undefined> {
  const earliestMs = parts.map(() => 0);
  for (;;) {
    const rowIndexes: number[] = [];
    const failed = await transact(() => {
      const all: Write[] = [];
      for (const [index, { record, before, write }] of parts.entries()) {
        const earliest = earliestMs[index] ?? 0;
        const ms = withdrawalTime(before, record, Date.now());
        const withdrawnMs = ms === null ? null : Math.max(ms, earliest);
        const { writes, row } = write({ ...record, withdrawn_at: withdrawnMs });
        rowIndexes[index] = all.length + writes.length;
        all.push(...writes, withdrawnMs === null ? putRow(row) : putUnlessLater(row, withdrawnMs));
      }
      return all;
    });
    const isOnlyRows = failed !== undefined && [...failed.keys()].every((index) => rowIndexes.includes(index));
    if (!isOnlyRows) return failed;
    for (const [index, rowIndex] of rowIndexes.entries()) {
      const later = failed.get(rowIndex)?.withdrawn_at;
      if (typeof later === 'number') earliestMs[index] = later;
      else if (failed.has(rowIndex)) return failed;
    }
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

/**
 * Gives a list an epoch that no other history of its table has had: the time. Restored tables have the epoch of their
 * point in time, and one more might be what a reset has used since.
 */
export async function beginEpoch(collection: Collection, nowMs: number): Promise<void> {
  await updateIf({
    Key: keys.listEpoch(collection),
    UpdateExpression: 'SET changed = :now, epoch = :now',
    ConditionExpression: 'attribute_not_exists(epoch) OR epoch < :now',
    ExpressionAttributeValues: { ':now': nowMs },
  });
}

/** The epoch of a list; 0 before its first. */
export const readEpoch = async (collection: Collection): Promise<number> =>
  Number((await getItem(keys.listEpoch(collection)))?.epoch ?? 0);

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

/** The ids of the publications of a shard, also deleted and merged ones, that are linked to a person, in order. */
export async function publicationsNaming(orcid: string, shard: number, afterId?: string): Promise<string[]> {
  const rows = rowsAfter('PUB', shard, afterId);
  const linked = query({
    ...rows,
    FilterExpression: 'contains(orcids, :orcid)',
    ExpressionAttributeValues: { ...rows.ExpressionAttributeValues, ':orcid': orcid },
  });
  const ids: string[] = [];
  for await (const { sk } of linked) ids.push(String(sk));
  return ids;
}
