import { type Collection, keys, listEpochSortKey } from './keys.ts';
import { type Key, type Page, queryPage, updateIf, type Write } from './table.ts';

/** Few enough that a page is read, and its records are rewritten, well within one run of a job. */
const rowsAtOnce = 500;

/**
 * The write of a list row. `changed` is when it was written, in milliseconds by this process's clock: readers look for
 * rows changed since they last looked, so it has to be made at the very moment of writing.
 */
export function putRow(row: Key & { shape?: number }): Write {
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

/** The ids of the rows of an older shape among the next few hundred of a shard, strongly consistent. */
export async function olderRows(
  collection: Collection,
  shard: number,
  shape: number,
  after: string | undefined,
): Promise<Page<string>> {
  const pk = keys.listShard(collection, shard);
  const { items, next } = await queryPage(
    {
      ConsistentRead: true,
      Limit: rowsAtOnce,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'attribute_not_exists(shape) OR shape < :shape',
      ProjectionExpression: 'sk',
      ExpressionAttributeValues: { ':pk': pk, ':shape': shape },
    },
    after,
  );
  return { items: items.map(({ sk }) => String(sk)).filter((id) => id !== listEpochSortKey), next };
}
