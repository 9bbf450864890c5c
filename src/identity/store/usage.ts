import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem, getItems, retryWhileBusy, tableName } from '#src/table/table.ts';

/**
 * One counter per holder: the use of the current period, and the total. `minute` is the first one of the period, counted
 * from the epoch.
 */
export const UsageCounter = z.object({ minute: z.int(), used: z.int(), total: z.int(), lastUsedAtMs: z.int() });

/** A request that was counted, or rejected because the limit is reached. */
export interface CountedRequest {
  allowed: boolean;
  /** Requests allowed in the period so far, including this one. */
  used: number;
  /** The end of the period that the request counts towards. */
  endsAtMs: number;
}

/** Days are UTC days. */
const minutesOf = { minute: 1, hour: 60, day: 24 * 60 } as const;

/**
 * Counts a request against the holder's limit per minute, hour or day (always the same unit per holder). Exact under
 * concurrency: one conditional write, or two for the first request of a period. A process whose clock lags counts
 * towards the latest started period.
 */
export function countRequest(
  holder: string,
  limit: number,
  now: Date,
  per: keyof typeof minutesOf = 'minute',
): Promise<CountedRequest> {
  const periodMs = minutesOf[per] * 60_000;
  const minute = Math.floor(now.getTime() / periodMs) * minutesOf[per];
  const answer = (allowed: boolean, counter: z.output<typeof UsageCounter>) => ({
    allowed,
    used: counter.used,
    endsAtMs: counter.minute * 60_000 + periodMs,
  });
  const values = { ':minute': minute, ':one': 1, ':now': now.getTime() };
  return retryIfStale('The counter of a limit', async () => {
    const counted = await update(holder, {
      UpdateExpression: 'SET lastUsedAtMs = :now ADD used :one, #total :one',
      ConditionExpression: '#minute >= :minute AND used < :limit',
      ExpressionAttributeNames: { '#minute': 'minute', '#total': 'total' },
      ExpressionAttributeValues: { ...values, ':limit': limit },
    });
    if (counted.done) return answer(true, counted.done);
    if (counted.before && counted.before.minute >= minute) return answer(false, counted.before);
    const begun = await update(holder, {
      UpdateExpression: 'SET #minute = :minute, used = :one, lastUsedAtMs = :now ADD #total :one',
      ConditionExpression: 'attribute_not_exists(#minute) OR #minute < :minute',
      ExpressionAttributeNames: { '#minute': 'minute', '#total': 'total' },
      ExpressionAttributeValues: values,
    });
    // Otherwise a concurrent request has started the period, and this one counts towards it.
    return begun.done ? answer(true, begun.done) : stale;
  });
}

/** Like `getUsage` for many holders. Holders without requests are missing. */
export async function getUsages(holders: string[]): Promise<Map<string, { requests: number; lastUsedAtMs: number }>> {
  const items = await getItems(holders.map(keys.usage));
  const names = new Map(holders.map((holder) => [keys.usage(holder).pk, holder]));
  return new Map(
    items.map((item) => {
      const { total, lastUsedAtMs } = UsageCounter.parse(item);
      return [names.get(String(item.pk)) ?? '', { requests: total, lastUsedAtMs }];
    }),
  );
}

/** The number of a holder's allowed requests, and the time of the last one in milliseconds; undefined if none. */
export async function getUsage(holder: string): Promise<{ requests: number; lastUsedAtMs: number } | undefined> {
  const item = await getItem(keys.usage(holder));
  if (!item) return undefined;
  const { total, lastUsedAtMs } = UsageCounter.parse(item);
  return { requests: total, lastUsedAtMs };
}

type Change = Pick<
  ConstructorParameters<typeof UpdateCommand>[0],
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The counter after the update, or before it if the condition failed. */
async function update(holder: string, change: Change) {
  const request = {
    TableName: tableName(),
    Key: keys.usage(holder),
    ...change,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  try {
    const { Attributes } = await retryWhileBusy(() => db.send(new UpdateCommand(request)));
    return { done: UsageCounter.parse(Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { before: error.Item && UsageCounter.parse(unmarshall(error.Item)) };
  }
}
