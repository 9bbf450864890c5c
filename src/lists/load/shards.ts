import type * as z from 'zod';
import { inParallel } from '../../runtime/in-parallel.ts';
import { type Collection, keys, listEpochSortKey, listShards } from '../../storage/keys.ts';
import { query } from '../../storage/table.ts';

/**
 * A tail read starts this long before the last watermark: clocks of two machines differ by up to 2 s, and a write
 * commits up to 8 s (`writeBoundMs`) after the time in its row.
 */
export const lateCommitMs = 10_000;

/**
 * Full reads read two shards at a time and a thousand rows per page: parsing is the bottleneck anyway, and without a
 * limit, DynamoDB Local sorts the whole rest of a shard for every page.
 */
const parallelFullReads = 2;
const rowsPerPage = 1_000;
const pageTimeoutMs = 10_000;

/**
 * The rows of all shards, or those written since a time (milliseconds since the epoch), strongly consistent. Includes
 * the list's epoch, an item beside the rows, if it was read.
 */
export async function readRows<Schema extends z.ZodObject>(
  { collection, schema }: { collection: Collection; schema: Schema },
  sinceMs?: number,
): Promise<{ rows: z.output<Schema>[]; epoch: number | undefined }> {
  const rows: z.output<Schema>[] = [];
  let epoch: number | undefined;
  const fields = projectionOf(schema);
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(collection, shard));
  await inParallel(shards, sinceMs === undefined ? parallelFullReads : listShards, async (pk) => {
    for await (const item of query(
      { ...(sinceMs === undefined ? fullQuery(pk) : tailQuery(pk, sinceMs)), ...fields },
      pageTimeoutMs,
    )) {
      if (item.sk === listEpochSortKey) epoch = Number(item.epoch);
      else rows.push(schema.parse(item));
    }
  });
  return { rows, epoch };
}

/** Only the fields in the schema, so that two lists of the same rows do not pay for each other's fields. */
function projectionOf(schema: z.ZodObject) {
  const names = ['sk', 'epoch', ...Object.keys(schema.shape)];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

const fullQuery = (pk: string) => ({
  ConsistentRead: true,
  Limit: rowsPerPage,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

const tailQuery = (pk: string, sinceMs: number) => ({
  IndexName: 'changes',
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk AND changed >= :since',
  ExpressionAttributeValues: { ':pk': pk, ':since': sinceMs },
});
