import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keys, minuteName, rolloutMinuteShards } from '#src/table/keys.ts';
import { db, getItems, tableName } from '#src/table/table.ts';
import { rolloutFeature } from '../domain/configuration.ts';

/** The requests of one minute, or of one shard of it. `total_latency` is in milliseconds. */
export const MinuteCounters = z.object({ requests: z.int(), errors: z.int(), total_latency: z.number() });
export type MinuteCounters = z.output<typeof MinuteCounters>;

const Item = MinuteCounters.extend({ startsAtMs: z.int() });

const minuteMs = 60_000;
/** How long counters are kept after the end of their minute. */
const retentionMs = 2 * minuteMs;

/**
 * Adds to the counters of the minute that starts at `startMs`, in one shard. Sent once without retries, because callers
 * would rather lose a count than wait. A write without an answer may have been counted.
 */
export async function addToMinute(
  startMs: number,
  shard: number,
  { requests, errors, total_latency }: MinuteCounters,
  abortSignal: AbortSignal,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName(),
    Key: keys.rolloutMinute(rolloutFeature, startMs, shard),
    UpdateExpression:
      'SET startsAtMs = :start, expiresAtSeconds = :expires ADD requests :requests, errors :errors, total_latency :latency',
    ExpressionAttributeValues: {
      ':start': startMs,
      ':expires': Math.ceil((startMs + minuteMs + retentionMs) / 1000),
      ':requests': requests,
      ':errors': errors,
      ':latency': total_latency,
    },
  });
  await db.send(update, { abortSignal });
}

/** A minute such as `20260131_1200`, and its counters. */
export type NamedMinute = MinuteCounters & { minute: string };

/**
 * The minutes whose counters have not expired, oldest first: the current one and the two before, each the sum of its
 * shards. A minute without requests is all zero. DynamoDB deletes expired items late, so older ones are not read.
 */
export async function readMinutes(nowMs: number): Promise<NamedMinute[]> {
  const current = Math.floor(nowMs / minuteMs) * minuteMs;
  const starts = [2, 1, 0].map((before) => current - before * minuteMs);
  const shards = Array.from({ length: rolloutMinuteShards }, (_, shard) => shard);
  const wanted = starts.flatMap((start) => shards.map((shard) => keys.rolloutMinute(rolloutFeature, start, shard)));
  const items = (await getItems(wanted)).map((item) => Item.parse(item));
  return starts.map((start) => {
    const sum = { minute: minuteName(start), requests: 0, errors: 0, total_latency: 0 };
    for (const { startsAtMs, requests, errors, total_latency } of items) {
      if (startsAtMs !== start) continue;
      sum.requests += requests;
      sum.errors += errors;
      sum.total_latency += total_latency;
    }
    return sum;
  });
}
