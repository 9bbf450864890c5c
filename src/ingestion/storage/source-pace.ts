import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { keys } from '../../storage/keys.ts';
import { db, getItems, type Key, retryWhileBusy, tableName } from '../../storage/table.ts';

/** How far ahead slots can be taken, unless the caller has less time. */
export const slotSecondsAhead = 15;
const slotItemLifeSeconds = 600;
const dayItemLifeSeconds = 3 * 86_400;
/** Longer than jobs with lost messages are resumed. */
const warningLifeSeconds = 7 * 86_400;

const NextSlot = z.object({ nextUs: z.number() });

/**
 * Takes the next free slot of a source and returns the milliseconds until then. One item per source has the time of its
 * next free slot, so all workers together keep the distance between slots. Undefined, and no slot taken, if that time
 * is more than `secondsAhead` ahead. One write, or two after a pause.
 */
export async function takeSourceSlot(
  source: string,
  limitPerSecond: number,
  { secondsAhead = slotSecondsAhead, nowMs = Date.now }: { secondsAhead?: number; nowMs?: () => number } = {},
): Promise<number | undefined> {
  const startUs = nowMs() * 1000;
  // Whole microseconds, rounded up: never faster than the limit.
  const slot = {
    startUs,
    latestUs: startUs + secondsAhead * 1_000_000,
    distanceUs: Math.ceil(1_000_000 / limitPerSecond),
  };
  const takenUs = await takeSlot(keys.sourceSlot(source), slot);
  return takenUs === undefined ? undefined : Math.max(0, Math.ceil(takenUs / 1000 - nowMs()));
}

interface SlotRange {
  startUs: number;
  latestUs: number;
  distanceUs: number;
}

/** Takes a slot and returns its time; undefined if the next one is too late. */
async function takeSlot(Key: Key, { startUs, latestUs, distanceUs }: SlotRange): Promise<number | undefined> {
  const expires = { ':expires': Math.ceil(startUs / 1_000_000) + slotItemLifeSeconds };
  const queued = await updateOrBefore({
    Key,
    UpdateExpression: 'SET nextUs = nextUs + :distance, expiresAtSeconds = :expires',
    ConditionExpression: 'nextUs > :start AND nextUs <= :latest',
    ExpressionAttributeValues: { ...expires, ':start': startUs, ':latest': latestUs, ':distance': distanceUs },
    ReturnValues: 'ALL_OLD',
  });
  if (queued.isDone) return NextSlot.parse(queued.before).nextUs;
  if (queued.before && NextSlot.parse(queued.before).nextUs > latestUs) return undefined;
  // The slots since then are lost: used now, they would be a burst.
  const begun = await updateOrBefore({
    Key,
    UpdateExpression: 'SET nextUs = :after, expiresAtSeconds = :expires',
    ConditionExpression: 'attribute_not_exists(nextUs) OR nextUs <= :start',
    ExpressionAttributeValues: { ...expires, ':start': startUs, ':after': startUs + distanceUs },
  });
  // Otherwise another worker was faster. The time of the next slot only grows, so this happens once.
  return begun.isDone ? startUs : takeSlot(Key, { startUs, latestUs, distanceUs });
}

/** Counts one request to a source on a UTC day (`YYYY-MM-DD`); false if the daily budget is used up. */
export const countDailyRequest = (source: string, day: string, budget: number): Promise<boolean> =>
  countRequest(keys.sourceDay(source, day), day, budget);

/**
 * The same for the refresh's budget. Counted before sending: a crash can only waste a request, never exceed the budget.
 */
export const countRefreshRequest = (source: string, day: string, budget: number): Promise<boolean> =>
  countRequest(keys.sourceRefreshDay(source, day), day, budget);

const Counted = z.object({ calls: z.int() });

/** The number of requests that the refresh has sent to each of these sources on a UTC day. */
export async function refreshRequests<S extends string>(
  sources: readonly S[],
  day: string,
): Promise<Record<S, number>> {
  const items = await getItems(sources.map((source) => keys.sourceRefreshDay(source, day)));
  const itemOf = (source: S) => items.find(({ pk }) => pk === keys.sourceRefreshDay(source, day).pk);
  const entries = sources.map((source) => [source, Counted.optional().parse(itemOf(source))?.calls ?? 0]);
  return Object.fromEntries(entries) as Record<S, number>; // One entry per source.
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

/** Whether a run, such as a job, logs this warning for the first time; false in all its other processes. */
export async function claimWarning(source: string, run: string, warning: string): Promise<boolean> {
  try {
    await update({
      Key: keys.sourceWarning(source, run, warning),
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

/** Whether the condition held, and the previous item, if there was one. */
async function updateOrBefore(request: Omit<UpdateCommandInput, 'TableName'>) {
  try {
    const { Attributes } = await update({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...request });
    return { isDone: true, before: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isDone: false, before: error.Item && unmarshall(error.Item) };
  }
}
