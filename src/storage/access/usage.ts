import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { keys } from '../keys.ts';
import { db, getItem, getItems, retryWhileBusy, tableName } from '../table.ts';

/** One counter a holder: the minute it counts, and what came of all minutes. Minutes are numbered since the epoch. */
export const UsageCounter = z.object({ minute: z.int(), used: z.int(), total: z.int(), lastUsedAtMs: z.int() });

/** A request that was counted, or refused because its minute is full. */
export interface CountedRequest {
  allowed: boolean;
  /** The minute the request was charged to, since the epoch. */
  minute: number;
  /** Requests let through in that minute so far, this one included. */
  used: number;
}

/**
 * Counts a request of a holder against their limit a minute, exactly, however many ask at once: one conditional write,
 * two for the first request of a minute. A clock that lags behind the others' charges the minute they have begun.
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
    // Otherwise another request has begun the minute in between: this one counts in it.
    return begun.done ? { allowed: true, ...begun.done } : stale;
  });
}

/** Takes a request back that cost nothing after all; without effect once its minute is over. */
export async function uncountRequest(holder: string, minute: number): Promise<void> {
  await update(holder, {
    UpdateExpression: 'ADD used :less',
    ConditionExpression: '#minute = :minute AND used > :none',
    ExpressionAttributeNames: { '#minute': 'minute' },
    ExpressionAttributeValues: { ':minute': minute, ':less': -1, ':none': 0 },
  });
}

/** The same of many holders at once; those who never asked are missing. */
export async function usageOfAll(holders: string[]): Promise<Map<string, { requests: number; lastUsedAtMs: number }>> {
  const items = await getItems(holders.map(keys.usage));
  const names = new Map(holders.map((holder) => [keys.usage(holder).pk, holder]));
  return new Map(
    items.map((item) => {
      const { total, lastUsedAtMs } = UsageCounter.parse(item);
      return [names.get(String(item.pk)) ?? '', { requests: total, lastUsedAtMs }];
    }),
  );
}

/** How often a holder was let through and when last, in milliseconds since the epoch; undefined for never. */
export async function usageOf(holder: string): Promise<{ requests: number; lastUsedAtMs: number } | undefined> {
  const item = await getItem(keys.usage(holder));
  if (!item) return undefined;
  const { total, lastUsedAtMs } = UsageCounter.parse(item);
  return { requests: total, lastUsedAtMs };
}

type Change = Pick<
  ConstructorParameters<typeof UpdateCommand>[0],
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The counter after the change; or, when its condition failed, as it is. */
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
