import type * as z from 'zod';
import { env } from '../env.ts';
import { type Collection, keys, listShards } from '../storage/keys.ts';
import { query } from '../storage/table.ts';
import type { AnyListSpec } from './list.ts';
import { RowIndex } from './row-index.ts';

/**
 * Rows are looked for from this long before the last look: the clocks of two machines differ, and a write commits later
 * than the time it carries. src/storage/table.ts gives a write up well within it.
 */
export const overlapMs = 10_000;

/** The rows of one collection, held in memory for as long as the process lives. */
export interface LiveRows<Row extends object> {
  /** The rows as they were at most `stalenessMs` ago; 0 always looks for changes first. */
  current(stalenessMs: number): Promise<RowIndex<Row>>;
}

type Spec<Schema extends z.ZodType<object>> = AnyListSpec<z.output<Schema>> & {
  collection: Collection;
  schema: Schema;
};

/**
 * Loads a collection's rows at the first use and then reads only what has changed. Reads are strongly consistent, so a
 * row that was written before the call with staleness 0 is in the answer. Concurrent calls share one look.
 */
export function liveRows<Schema extends z.ZodType<object>>(spec: Spec<Schema>): LiveRows<z.output<Schema>> {
  const index = new RowIndex<z.output<Schema>>(spec);
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(spec.collection, shard));
  let lookedAtMs: number | undefined;
  let looking: Promise<void> | undefined;

  const look = async () => {
    const startedAtMs = Date.now();
    const since = lookedAtMs === undefined ? undefined : lookedAtMs - overlapMs;
    const found = await Promise.all(shards.map((pk) => rowsOf(spec.schema, pk, since)));
    index.put(found.flat());
    lookedAtMs = startedAtMs;
  };

  return {
    async current(stalenessMs) {
      // A look that is under way may have passed a row already that was written just now: wait it out, then look.
      if (stalenessMs === 0 && looking) await looking.catch(() => undefined);
      if (lookedAtMs === undefined || stalenessMs === 0 || Date.now() - lookedAtMs > stalenessMs) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      return index;
    },
  };
}

async function rowsOf<Schema extends z.ZodType>(schema: Schema, pk: string, sinceMs: number | undefined) {
  const rows: z.output<Schema>[] = [];
  for await (const item of query(sinceMs === undefined ? wholeShard(pk) : changedSince(pk, sinceMs))) {
    rows.push(schema.parse(item));
  }
  return rows;
}

/** How old a public list may be. */
export const publicStalenessMs = () => env('LIST_STALENESS_MS');

const wholeShard = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

const changedSince = (pk: string, sinceMs: number) => ({
  IndexName: 'changes',
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk AND changed >= :since',
  ExpressionAttributeValues: { ':pk': pk, ':since': sinceMs },
});
