import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keys } from '../keys.ts';
import { db, getItems, type Key, retryWhileBusy, tableName } from '../table.ts';

/** How far ahead slots can be taken, unless the caller has less time. */
export const slotSecondsAhead = 15;
const secondItemLifeSeconds = 600;
const dayItemLifeSeconds = 3 * 86_400;
/** Longer than a job whose messages are lost is resumed. */
const warningLifeSeconds = 7 * 86_400;

const Slots = z.object({ nextSlot: z.int() });

/**
 * Takes the next free slot of a source and returns the milliseconds until then. A second has `limitPerSecond` equidistant
 * slots in one shared item, so all workers together keep the limit, and no rolling second exceeds it by more than one
 * request. Undefined if all slots up to `secondsAhead` are taken; then nothing is.
 */
export async function takeSourceSlot(
  source: string,
  limitPerSecond: number,
  { secondsAhead = slotSecondsAhead, nowMs = Date.now }: { secondsAhead?: number; nowMs?: () => number } = {},
): Promise<number | undefined> {
  const startMs = nowMs();
  const startSecond = Math.floor(startMs / 1000);
  for (let second = startSecond; second <= startSecond + secondsAhead; second++) {
    const earliest = second === startSecond ? Math.floor(((startMs % 1000) * limitPerSecond) / 1000) : 0;
    const slot = await takeSlotOf(source, second, earliest, limitPerSecond);
    if (slot !== undefined) return Math.max(0, Math.ceil(second * 1000 + (slot * 1000) / limitPerSecond - nowMs()));
  }
  return undefined;
}

/** Takes a slot of a second, at least `earliest`, and returns its number; undefined if the second is full. */
async function takeSlotOf(
  source: string,
  second: number,
  earliest: number,
  limit: number,
): Promise<number | undefined> {
  const Key = keys.sourceSecond(source, second);
  const expires = second + secondItemLifeSeconds;
  try {
    // Past unused slots are skipped. Otherwise a burst would be possible after a pause.
    await update({
      Key,
      UpdateExpression: 'SET nextSlot = :after, expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_not_exists(nextSlot) OR nextSlot < :earliest',
      ExpressionAttributeValues: { ':earliest': earliest, ':after': earliest + 1, ':expires': expires },
    });
    return earliest;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
  try {
    const { Attributes } = await update({
      Key,
      UpdateExpression: 'SET nextSlot = nextSlot + :one',
      ConditionExpression: 'nextSlot < :limit',
      ExpressionAttributeValues: { ':limit': limit, ':one': 1 },
      ReturnValues: 'UPDATED_OLD',
    });
    return Slots.parse(Attributes).nextSlot;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Counts one request to a source on a UTC day (`YYYY-MM-DD`); false if the daily budget is used up. */
export const countDailyRequest = (source: string, day: string, budget: number): Promise<boolean> =>
  countRequest(keys.sourceDay(source, day), day, budget);

/** The same for the budget of the refresh. The request is counted before it is sent: a kill may lose one, not gain any. */
export const countRefreshRequest = (source: string, day: string, budget: number): Promise<boolean> =>
  countRequest(keys.sourceRefreshDay(source, day), day, budget);

const Counted = z.object({ calls: z.int() });

/** How many requests the refresh has sent to each of these sources on a UTC day. */
export async function refreshRequests<S extends string>(
  sources: readonly S[],
  day: string,
): Promise<Record<S, number>> {
  const items = await getItems(sources.map((source) => keys.sourceRefreshDay(source, day)));
  const itemOf = (source: S) => items.find(({ pk }) => pk === keys.sourceRefreshDay(source, day).pk);
  const entries = sources.map((source) => [source, Counted.optional().parse(itemOf(source))?.calls ?? 0]);
  return Object.fromEntries(entries) as Record<S, number>; // One entry for each source.
}

async function countRequest(Key: Key, day: string, budget: number): Promise<boolean> {
  try {
    await update({
      Key,
      UpdateExpression: 'SET expiresAtSeconds = :expires ADD calls :one',
      ConditionExpression: 'attribute_not_exists(calls) OR calls < :budget',
      ExpressionAttributeValues: {
        ':budget': budget,
        ':one': 1,
        ':expires': Date.parse(day) / 1000 + dayItemLifeSeconds,
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Whether this is the first time that a run, such as a job, warns of something; false in all its other processes. */
export async function claimWarning(source: string, run: string, what: string): Promise<boolean> {
  try {
    await update({
      Key: keys.sourceWarning(source, run, what),
      UpdateExpression: 'SET expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':expires': Math.floor(Date.now() / 1000) + warningLifeSeconds },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const update = (request: Omit<UpdateCommandInput, 'TableName'>) =>
  retryWhileBusy(() => db.send(new UpdateCommand({ TableName: tableName(), ...request })));
