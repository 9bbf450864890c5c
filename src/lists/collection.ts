import type * as z from 'zod';
import { env } from '../env.ts';
import { type Collection, keys, listShards } from '../storage/keys.ts';
import { query } from '../storage/table.ts';

/**
 * Rows are looked for from this long before the last look: two machines' clocks differ, and a write may commit later
 * than the time it carries.
 */
const overlapMs = 10_000;

/** The rows of one collection, held in memory for as long as the process lives. */
export interface RowsInMemory<Row> {
  /** The rows by id, at most `stalenessMs` old: 0 always looks for changes first. The map is live; do not keep it. */
  current(stalenessMs: number): Promise<ReadonlyMap<string, Row>>;
}

/**
 * Loads a collection's rows at the first use and then only reads what has changed. Reads are strongly consistent, so a
 * row that was written before the call with staleness 0 is in the answer. Concurrent calls share one look.
 */
export function rowsInMemory<Schema extends z.ZodType>(
  collection: Collection,
  schema: Schema,
): RowsInMemory<z.output<Schema>> {
  const rows = new Map<string, z.output<Schema>>();
  let lookedAtMs: number | undefined;
  let looking: Promise<void> | undefined;

  const look = async () => {
    const startedAtMs = Date.now();
    const since = lookedAtMs === undefined ? undefined : lookedAtMs - overlapMs;
    const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(collection, shard));
    await Promise.all(
      shards.map(async (pk) => {
        for await (const item of query(since === undefined ? wholeShard(pk) : changedSince(pk, since))) {
          rows.set(String(item.sk), schema.parse(item));
        }
      }),
    );
    lookedAtMs = startedAtMs;
  };

  return {
    async current(stalenessMs) {
      // A look that is under way may have passed a row already that was written just now: wait it out, then look.
      if (stalenessMs === 0 && looking) await looking.catch(() => undefined);
      if (lookedAtMs === undefined || Date.now() - lookedAtMs > stalenessMs || stalenessMs === 0) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      return rows;
    },
  };
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
