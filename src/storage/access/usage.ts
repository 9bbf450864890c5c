import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { keys } from '../keys.ts';
import { db, getItem, getItems, retryWhileBusy, tableName } from '../table.ts';

/** One counter per holder: the use of the current minute, and the total. Minutes are counted from the epoch. */
export const UsageCounter = z.object({ minute: z.int(), used: z.int(), total: z.int(), lastUsedAtMs: z.int() });

/** A request that was counted, or rejected because the limit is reached. */
export interface CountedRequest {
  allowed: boolean;
  /** The minute the request counts towards, since the epoch. */
  minute: number;
  /** Requests allowed in that minute so far, including this one. */
  used: number;
}

/**
 * Counts a request against the holder's limit per minute. The count is exact under concurrency: one conditional write,
 * or two for the first request of a minute. A process whose clock lags counts towards the latest started minute.
 */
export function countRequest(holder: string, limitPerMinute: number, now: Date): Promise<CountedRequest> {
  const minute = Math.floor(now.getTime() / 60_000);
  const values = { ':minute': minute, ':one': 1, ':now': now.getTime() };
  return retryIfStale('The counter of a limit', async () => {
    const counted = await update(holder, {
      UpdateExpression: 'SET lastUsedAtMs = :now ADD used :one, #total :one',
      ConditionExpression: '#minute >= :minute AND used < :limit',
      ExpressionAttributeNames: { '#minute': 'minute', '#total': 'total' },
      ExpressionAttributeValues: { ...values, ':limit': limitPerMinute },
    });
    if (counted.done) return { allowed: true, ...counted.done };
    if (counted.before && counted.before.minute >= minute) return { allowed: false, ...counted.before };
    const begun = await update(holder, {
      UpdateExpression: 'SET #minute = :minute, used = :one, lastUsedAtMs = :now ADD #total :one',
      ConditionExpression: 'attribute_not_exists(#minute) OR #minute < :minute',
      ExpressionAttributeNames: { '#minute': 'minute', '#total': 'total' },
      ExpressionAttributeValues: values,
    });
    // Otherwise a concurrent request has started the minute, and this one counts towards it.
    return begun.done ? { allowed: true, ...begun.done } : stale;
  });
}

/** Removes a request from the count. Has no effect after its minute. */
export async function refundRequest(holder: string, minute: number): Promise<void> {
  await update(holder, {
    UpdateExpression: 'ADD used :less',
    ConditionExpression: '#minute = :minute AND used > :none',
    ExpressionAttributeNames: { '#minute': 'minute' },
    ExpressionAttributeValues: { ':minute': minute, ':less': -1, ':none': 0 },
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
