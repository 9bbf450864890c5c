import type * as z from 'zod';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { type Collection, keys, listEpochSortKey, listShards } from '#src/table/keys.ts';
import { query } from '#src/table/table.ts';

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

/** Few, because most processes begin when nothing has changed. */
const newestPerShard = 4;

/**
 * The rows of all shards, or those written since a time (milliseconds since the epoch), strongly consistent. Includes
 * the list's epoch, an item beside the rows, if it was read.
 */
export async function readRows<Schema extends z.ZodObject>(
  list: { collection: Collection; schema: Schema },
  sinceMs?: number,
): Promise<{ rows: z.output<Schema>[]; epoch: number | undefined }> {
  const rows: z.output<Schema>[] = [];
  const { epoch } = await readRowsInParts(list, sinceMs, async (part) => void rows.push(...part));
  return { rows, epoch };
}

/** Does the same as `readRows`, but hands over some rows at a time, so that the caller need not keep them all. */
export async function readRowsInParts<Schema extends z.ZodObject>(
  { collection, schema }: { collection: Collection; schema: Schema },
  sinceMs: number | undefined,
  take: (rows: z.output<Schema>[]) => Promise<void>,
): Promise<{ epoch: number | undefined }> {
  const fields = projectionOf(schema);
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(collection, shard));
  let epoch: number | undefined;
  let taken = Promise.resolve();
  const inTurn = (rows: z.output<Schema>[]) => {
    taken = taken.then(() => take(rows));
    return taken;
  };
  await inParallel(shards, sinceMs === undefined ? parallelFullReads : listShards, async (pk) => {
    let rows: z.output<Schema>[] = [];
    for await (const item of query(
      { ...(sinceMs === undefined ? fullQuery(pk) : tailQuery(pk, sinceMs)), ...fields },
      pageTimeoutMs,
    )) {
      if (item.sk === listEpochSortKey) epoch = Number(item.epoch);
      else if (rows.push(schema.parse(item)) === rowsPerPage) {
        await inTurn(rows);
        rows = [];
      }
    }
    if (rows.length > 0) await inTurn(rows);
  });
  return { epoch };
}

/** The rows that `readNewest` found. */
export interface NewestRows<Row> {
  rows: Row[];
  epoch: number | undefined;
  /** When the read began. Milliseconds since the epoch. */
  watermarkMs: number;
  /** All rows written since then were found. Milliseconds since the epoch; 0 if these are all rows. */
  completeSinceMs: number;
}

/**
 * The rows written last, a few of each shard, strongly consistent. A process that begins reads them while it opens the
 * snapshot, before it knows the time since when it lacks changes: most often there are fewer.
 */
export async function readNewest<Schema extends z.ZodObject>({
  collection,
  schema,
}: {
  collection: Collection;
  schema: Schema;
}): Promise<NewestRows<z.output<Schema>>> {
  const newest: NewestRows<z.output<Schema>> = {
    rows: [],
    epoch: undefined,
    watermarkMs: Date.now(),
    completeSinceMs: 0,
  };
  const fields = projectionOf(schema);
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(collection, shard));
  await inParallel(shards, listShards, async (pk) => {
    let items = 0;
    for await (const item of query({ ...newestQuery(pk), ...fields }, pageTimeoutMs)) {
      if (item.sk === listEpochSortKey) newest.epoch = Number(item.epoch);
      else newest.rows.push(schema.parse(item));
      // Rows with the same time may follow. Ends before the next page is asked for.
      if (++items === newestPerShard) {
        newest.completeSinceMs = Math.max(newest.completeSinceMs, Number(item.changed) + 1);
        break;
      }
    }
  });
  return newest;
}

/** Only the fields in the schema, so that two lists of the same rows do not pay for each other's fields. */
function projectionOf(schema: z.ZodObject) {
  const names = ['sk', 'epoch', ...Object.keys(schema.shape)];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

const newestQuery = (pk: string) => ({
  IndexName: 'changes',
  ConsistentRead: true,
  ScanIndexForward: false,
  Limit: newestPerShard,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

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
