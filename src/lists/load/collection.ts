import type * as z from 'zod';
import { env } from '../../runtime/env.ts';
import { inParallel } from '../../runtime/in-parallel.ts';
import { metric } from '../../runtime/log.ts';
import { type Collection, keys, listEpochSortKey, listShards } from '../../storage/keys.ts';
import { query } from '../../storage/table.ts';
import { RowIndex } from '../index/row-index.ts';
import type { AnyListSpec } from '../model/spec.ts';
import { loadSnapshot, saveSnapshot } from './snapshot.ts';

/**
 * Rows are looked for from this long before the last look: the clocks of two machines differ by up to 2 s, and a write
 * commits up to 8 s (`writeBoundMs`) after the time it carries, or never.
 */
export const overlapMs = 10_000;

/**
 * Of whole shards, two are read at once, a thousand rows at a time: more than that waits for our parsing anyway, and
 * DynamoDB Local sorts all that is left of a shard for every page that names no limit.
 */
const wholeShardsAtOnce = 2;
const rowsAtOnce = 1_000;
const pageTimeoutMs = 10_000;

type Spec<Schema extends z.ZodType<object>> = AnyListSpec<z.output<Schema>> & {
  collection: Collection;
  schema: Schema;
};

/** What a process knows of a collection. */
interface Reading<Row extends object> {
  index: RowIndex<Row>;
  /** Every row written before this, less the overlap, is in the index. Milliseconds since the epoch. */
  lookedAtMs: number;
  /** Raised when rows were taken away for good: those can only be missed by reading all that are left. */
  epoch: number;
  /** How many rows the table had that the snapshot had not. */
  newerThanSnapshot: number;
}

/** The rows of one collection, held in memory for as long as the process lives. */
export interface LiveRows<Row extends object> {
  /** The rows as they were at most `stalenessMs` ago; 0 always looks for changes first. */
  current(stalenessMs: number): Promise<RowIndex<Row>>;
  /** The same, and how much of the table is in them. */
  reading(stalenessMs: number): Promise<Readonly<Reading<Row>>>;
}

/**
 * Loads a collection's rows at the first use and then reads only what has changed. Reads are strongly consistent, so a
 * row that was written before the call with staleness 0 is in the answer. Concurrent calls share one look.
 */
export function liveRows<Schema extends z.ZodType<object>>(spec: Spec<Schema>): LiveRows<z.output<Schema>> {
  let reading: Reading<z.output<Schema>> | undefined;
  let looking: Promise<void> | undefined;

  const look = async () => {
    reading = await (reading ? lookAgain(spec, reading) : firstLook(spec));
    watchMemory(spec.collection, reading.index.size);
  };

  const read = async (stalenessMs: number) => {
    // A look that is under way may have passed a row already that was written just now: wait it out, then look.
    if (stalenessMs === 0 && looking) await looking.catch(() => undefined);
    if (!reading || stalenessMs === 0 || Date.now() - reading.lookedAtMs > stalenessMs) {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    }
    if (!reading) throw new Error(`The rows of ${spec.collection} have not been read`);
    return reading;
  };
  return { reading: read, current: async (stalenessMs) => (await read(stalenessMs)).index };
}

/**
 * Saves a collection's rows for processes to begin with, unless nothing has changed since they were saved last. Rows
 * written meanwhile are not lost to those who load it: they look for changes since before it was begun.
 */
export async function compact<Schema extends z.ZodType<object>>(spec: Spec<Schema>) {
  const { index, lookedAtMs, epoch, newerThanSnapshot } = await firstLook(spec);
  if (newerThanSnapshot === 0) return { rows: index.size, bytes: 0 };
  const bytes = await saveSnapshot(spec.collection, { lookedAtMs, epoch, columns: index.columns() });
  return { rows: index.size, bytes };
}

/** The last snapshot and what has changed since; all rows of the table when there is none. */
async function firstLook<Schema extends z.ZodType<object>>(spec: Spec<Schema>): Promise<Reading<z.output<Schema>>> {
  const snapshot = await loadSnapshot(spec.collection);
  if (!snapshot) return lookAtAll(spec);
  const { epoch } = snapshot;
  const lookedAtMs = Date.now();
  const [found, columns] = await Promise.all([readShards(spec, snapshot.lookedAtMs - overlapMs), snapshot.columns]);
  if (!columns || isOther(found.epoch, epoch)) return lookAtAll(spec);
  const index = RowIndex.of<z.output<Schema>>(spec, columns);
  return { index, lookedAtMs, epoch, newerThanSnapshot: index.put(found.rows) };
}

const isOther = (found: number | undefined, epoch: number) => found !== undefined && found !== epoch;

async function lookAgain<Schema extends z.ZodType<object>>(
  spec: Spec<Schema>,
  reading: Reading<z.output<Schema>>,
): Promise<Reading<z.output<Schema>>> {
  const lookedAtMs = Date.now();
  const found = await readShards(spec, reading.lookedAtMs - overlapMs);
  if (isOther(found.epoch, reading.epoch)) return lookAtAll(spec);
  const changed = reading.index.put(found.rows);
  return { ...reading, lookedAtMs, newerThanSnapshot: reading.newerThanSnapshot + changed };
}

async function lookAtAll<Schema extends z.ZodType<object>>(spec: Spec<Schema>): Promise<Reading<z.output<Schema>>> {
  const lookedAtMs = Date.now();
  const { rows, epoch = 0 } = await readShards(spec, undefined);
  const index = new RowIndex<z.output<Schema>>(spec);
  return { index, lookedAtMs, epoch, newerThanSnapshot: index.put(rows) };
}

/** The rows of all shards, or those changed since a time. */
async function readShards<Schema extends z.ZodType>(spec: { collection: Collection; schema: Schema }, since?: number) {
  const rows: z.output<Schema>[] = [];
  let epoch: number | undefined;
  const shards = Array.from({ length: listShards }, (_, shard) => keys.listShard(spec.collection, shard));
  await inParallel(shards, since === undefined ? wholeShardsAtOnce : listShards, async (pk) => {
    for await (const item of query(since === undefined ? wholeShard(pk) : changedSince(pk, since), pageTimeoutMs)) {
      if (item.sk === listEpochSortKey) epoch = Number(item.epoch);
      else rows.push(spec.schema.parse(item));
    }
  });
  return { rows, epoch };
}

/** Says in a metric that a function is about to outgrow its memory, while it still can. */
function watchMemory(collection: Collection, rows: number): void {
  const limitMb = env('AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
  const usedMb = process.memoryUsage.rss() / 1024 / 1024;
  if (limitMb && usedMb > 0.8 * limitMb) {
    metric('ListMemoryUsedPercent', (100 * usedMb) / limitMb, 'Percent', { collection, rows: String(rows) });
  }
}

/** How old a public list may be. */
export const publicStalenessMs = () => env('LIST_STALENESS_MS');

const wholeShard = (pk: string) => ({
  ConsistentRead: true,
  Limit: rowsAtOnce,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

const changedSince = (pk: string, sinceMs: number) => ({
  IndexName: 'changes',
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk AND changed >= :since',
  ExpressionAttributeValues: { ':pk': pk, ':since': sinceMs },
});
