import { type Collection, keys, listEpochSortKey, listRowKey } from './keys.ts';
import { type Key, type Page, queryPage, updateIf, type Write } from './table.ts';

/** Few enough that a page is read, and its records are rewritten, well within one run of a job. */
const rowsPerPage = 500;

/**
 * The write of a list row. `changed` is the time of writing in milliseconds by this process's clock: readers look for rows
 * changed since their last read, so it has to be made at the very moment of writing. `row` holds the version of its
 * shape, which stands beside the schema of the row.
 */
export function putRow(row: Key): Write {
  return { Put: { Item: { ...row, changed: Date.now() } } };
}

/** Says in a list row that its publication was fetched, unless the row says so of a later time, or is gone. */
export async function touchRow(key: Key, fetchedAtMs: number): Promise<void> {
  await updateIf(() => ({
    Key: key,
    UpdateExpression: 'SET last_fetched_at = :fetched, changed = :now',
    ConditionExpression: 'last_fetched_at < :fetched',
    ExpressionAttributeValues: { ':fetched': fetchedAtMs, ':now': Date.now() },
  }));
}

/**
 * Gives a row a new time of writing, so that readers who have passed the old one read it; and a row that was withdrawn a
 * new time of that, under which copies are told. Does nothing when the row was written since it was read.
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
 * The ids of the rows that were written with an older shape than this, among the next few hundred of a shard after an id,
 * in the order of ids: whoever rewrites them can stop after any page and go on from there.
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
