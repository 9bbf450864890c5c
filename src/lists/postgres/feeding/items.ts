import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys, listEpochSortKey, listShards } from '#src/table/keys.ts';
import { type Item, query, queryPage } from '#src/table/table.ts';
import { lateCommitMs } from '../../load/shards.ts';
import type { RowSchema } from '../../model/spec.ts';
import type { RowOf, Table } from '../list.ts';
import type { RefusedRow } from './statement-parts.ts';

/** A page of 1 MB takes longer than a write. */
const pageTimeoutMs = 10_000;

/** Rows as the table of the registry has them. One that cannot be read does not keep others from being read. */
interface Items<Row> {
  rows: Row[];
  refused: RefusedRow[];
}

/** A part of the changes: up to a time, in milliseconds since the epoch, and at most so many. */
interface Part {
  upToMs?: number;
  limit?: number;
}

/**
 * The rows written since a time, strongly consistent, and the epoch of the list if it has changed since then. Undefined
 * if there are more rows than the limit.
 */
export async function itemsSince<Schema extends RowSchema>(
  { spec: { collection, schema } }: Table<Schema>,
  settledMs: number,
  { upToMs = Number.MAX_SAFE_INTEGER, limit = Number.POSITIVE_INFINITY }: Part = {},
): Promise<(Items<RowOf<Schema>> & { epoch: number | undefined }) | undefined> {
  const items: Item[] = [];
  let epoch: number | undefined;
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(collection, shard));
  await inParallel(shards, listShards, async (pk) => {
    const later = {
      IndexName: 'changes',
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND changed BETWEEN :since AND :upTo',
      ExpressionAttributeValues: { ':pk': pk, ':since': settledMs - lateCommitMs, ':upTo': upToMs },
    };
    for await (const item of query(later, pageTimeoutMs)) {
      if (item.sk === listEpochSortKey) epoch = Number(item.epoch);
      else items.push(item);
      if (items.length > limit) return;
    }
  });
  if (items.length > limit) return undefined;
  return { ...parse(schema, items), epoch };
}

/** The rows of a shard after an id, in the order of their ids, strongly consistent. `upTo` is null at the end. */
export async function itemsAfter<Schema extends RowSchema>(
  { spec: { collection, schema } }: Table<Schema>,
  shard: number,
  after: string,
  limit: number,
): Promise<Items<RowOf<Schema>> & { upTo: string | null }> {
  const { items, next } = await queryPage(
    {
      ConsistentRead: true,
      Limit: limit,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard) },
    },
    after === '' ? listEpochSortKey : after,
  );
  return { ...parse(schema, items), upTo: next ?? null };
}

function parse<Schema extends RowSchema>(schema: Schema, items: readonly Item[]): Items<RowOf<Schema>> {
  const [rows, refused]: [RowOf<Schema>[], RefusedRow[]] = [[], []];
  for (const item of items) {
    const parsed = schema.safeParse(item);
    if (parsed.success) rows.push(parsed.data);
    else refused.push({ id: String(item.sk), reason: parsed.error.message.slice(0, 1_000) });
  }
  return { rows, refused };
}
