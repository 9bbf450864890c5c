import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { gathered } from '#src/runtime/in-turn.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem, getItems, type Key, retryWhileBusy, tableName } from '#src/table/table.ts';
import type { Lane } from '#src/vocabulary/sources/declarations.ts';
import { type SourcePause, StoredPause } from '#src/vocabulary/sources/pause.ts';

/** How far ahead slots can be taken, unless the caller has less time. */
export const slotSecondsAhead = 15;
const slotItemLifeSeconds = 600;
const dayItemLifeSeconds = 3 * 86_400;
/** Ends of one pause differ by as much if several workers compute them. */
const samePauseMs = 60_000;

/** Items of a slot exist without one: after a pause of a source whose rate is not limited. */
const Slot = StoredPause.extend({ nextUs: z.number().default(0) });

/** A slot, by the milliseconds until then; or why there is none: the source's pause, or no free slot so soon. */
export type TakenSlot = { waitMs: number } | { pause: SourcePause } | undefined;

interface SlotOptions {
  lane?: Lane;
  secondsAhead?: number;
  nowMs?: () => number;
}

/**
 * Takes the next free slot of a source. One item per source and lane has the time of its next free slot, so all workers
 * together keep the distance between slots, and its pause. Undefined, and no slot taken, if that time is more than
 * `secondsAhead` ahead. One write for all that are `gathered`, or two after a while without requests; without a limit (0), at
 * most one read.
 */
export async function takeSourceSlot(
  source: string,
  limitPerSecond: number,
  { lane = 'single', secondsAhead = slotSecondsAhead, nowMs = Date.now }: SlotOptions = {},
): Promise<TakenSlot> {
  const Key = keys.sourceSlot(source, lane);
  const startMs = nowMs();
  if (limitPerSecond === 0) {
    // Without a limit, nothing else of the call needs the table: a pause that cannot be read is found by asking the source.
    const pause = await lookAt(Key, startMs).catch(() => undefined);
    return pause ? { pause } : { waitMs: 0 };
  }
  const startUs = startMs * 1000;
  // Whole microseconds, rounded up: never faster than the limit.
  const wanted = {
    Key,
    startUs,
    latestUs: startUs + secondsAhead * 1_000_000,
    distanceUs: Math.ceil(1_000_000 / limitPerSecond),
  };
  const taken = (await gathered([wanted], takeWantedSlots)).get(wanted);
  return typeof taken === 'number' ? { waitMs: Math.max(0, Math.ceil(taken / 1000 - nowMs())) } : taken;
}

type Taken = number | { pause: SourcePause } | undefined;
type WantedSlot = SlotRange & { Key: Key };

/** Takes a slot for each. Those of one source that want one at the same moment take theirs in one write. */
async function takeWantedSlots(all: readonly WantedSlot[]): Promise<Map<WantedSlot, Taken>> {
  const alike = Map.groupBy(all, ({ Key, distanceUs }) => `${nameOf(Key)} ${distanceUs}`);
  const taken = new Map<WantedSlot, Taken>();
  await inParallel(alike.values(), alike.size, async (group) => {
    const slots = await takeSlots(group);
    for (const [index, wanted] of group.entries()) taken.set(wanted, slots[index]);
  });
  return taken;
}

/** The times of as many slots of one source, in order, or why there is none. */
async function takeSlots([first, ...others]: readonly WantedSlot[]): Promise<Taken[]> {
  if (!first) return [];
  const { Key, distanceUs } = first;
  const startUs = Math.max(first.startUs, ...others.map((each) => each.startUs));
  const lastUs = Math.min(first.latestUs, ...others.map((each) => each.latestUs));
  const latestUs = lastUs - others.length * distanceUs;
  const taken = await takeSlot(Key, { startUs, latestUs, distanceUs }, others.length + 1);
  if (typeof taken === 'number') return [first, ...others].map((_, index) => taken + index * distanceUs);
  if (taken || others.length === 0) return [first, ...others].map(() => taken);
  // There are not as many in time: each takes what is left.
  const each: Taken[] = [];
  for (const wanted of [first, ...others]) each.push(await takeSlot(Key, wanted));
  return each;
}

/** A source without a limit that was found open counts as open for so long, unless this process pauses it. */
const openForMs = 1_000;
const foundOpenMs = new Map<string, number>();

const nameOf = ({ pk, sk }: Key) => `${tableName()} ${pk} ${sk}`;

/** The pause in the item of a slot, if it has not ended. Remembers that there is none. */
async function lookAt(slot: Key, nowMs: number): Promise<SourcePause | undefined> {
  const name = nameOf(slot);
  const foundMs = foundOpenMs.get(name);
  if (foundMs !== undefined && Math.abs(nowMs - foundMs) < openForMs) return undefined;
  const pause = pauseIn(await getItem(slot), nowMs);
  if (!pause) foundOpenMs.set(name, nowMs);
  return pause;
}

/** The pause of a source, if it has not ended. */
export const pauseOf = async (source: string, lane: Lane, now: Date): Promise<SourcePause | undefined> =>
  pauseIn(await getItem(keys.sourceSlot(source, lane)), now.getTime());

/** The pause in an item of a slot, if it has not ended. */
function pauseIn(item: Record<string, unknown> | undefined, nowMs: number): SourcePause | undefined {
  const { pause } = Slot.parse(item ?? {});
  return pause && pause.untilMs > nowMs ? pause : undefined;
}

interface SlotRange {
  startUs: number;
  latestUs: number;
  distanceUs: number;
}

const isNotPaused = '(attribute_not_exists(pause) OR pause.untilMs <= :now)';

/** The time of the next slot of each source when this process last took one. */
const nextKnownUs = new Map<string, number>();

/**
 * Takes a slot, or several in a row, and returns the time of the first; the pause if there is one; undefined if the next
 * slot is too late. One of two writes takes it: first the one that is likelier to.
 */
async function takeSlot(Key: Key, { startUs, latestUs, distanceUs }: SlotRange, slots = 1): Promise<Taken> {
  const nowMs = startUs / 1000;
  const common = { ':expires': Math.ceil(startUs / 1_000_000) + slotItemLifeSeconds, ':now': nowMs };
  const took = (atUs: number): number => {
    nextKnownUs.set(nameOf(Key), atUs + slots * distanceUs);
    return atUs;
  };
  // The slots since then are lost: used now, they would be a burst.
  const begin = () =>
    updateOrBefore({
      Key,
      UpdateExpression: 'SET nextUs = :after, expiresAtSeconds = :expires',
      ConditionExpression: `(attribute_not_exists(nextUs) OR nextUs <= :start) AND ${isNotPaused}`,
      ExpressionAttributeValues: { ...common, ':start': startUs, ':after': startUs + slots * distanceUs },
    });
  const mayBeIdle = (nextKnownUs.get(nameOf(Key)) ?? latestUs) <= startUs;
  if (mayBeIdle && (await begin()).isDone) return took(startUs);
  const queued = await updateOrBefore({
    Key,
    UpdateExpression: 'SET nextUs = nextUs + :distance, expiresAtSeconds = :expires',
    ConditionExpression: `nextUs > :start AND nextUs <= :latest AND ${isNotPaused}`,
    ExpressionAttributeValues: { ...common, ':start': startUs, ':latest': latestUs, ':distance': slots * distanceUs },
    ReturnValues: 'ALL_OLD',
  });
  if (queued.isDone) return took(Slot.parse(queued.before).nextUs);
  const pause = pauseIn(queued.before, nowMs);
  if (pause) return { pause };
  if (queued.before && Slot.parse(queued.before).nextUs > latestUs) return undefined;
  if ((await begin()).isDone) return took(startUs);
  // Another worker was faster. The time of the next slot only grows, so this happens once.
  return takeSlot(Key, { startUs, latestUs, distanceUs }, slots);
}

/**
 * Notes that no worker is to ask a source before a time. False if it was paused about as long already. The previous
 * release does not know pauses, so its slots go on as before.
 */
export async function pauseSource(source: string, lane: Lane, pause: SourcePause): Promise<boolean> {
  const slot = keys.sourceSlot(source, lane);
  const { isDone } = await updateOrBefore({
    Key: slot,
    UpdateExpression: 'SET pause = :pause, expiresAtSeconds = :expires',
    ConditionExpression: 'attribute_not_exists(pause) OR pause.untilMs < :known',
    ExpressionAttributeValues: {
      ':pause': pause,
      ':known': pause.untilMs - samePauseMs,
      ':expires': Math.ceil(pause.untilMs / 1000) + slotItemLifeSeconds,
    },
  });
  // Afterwards: a look that began before must not hide it.
  foundOpenMs.delete(nameOf(slot));
  return isDone;
}

/** The pauses of these sources that have not ended, by source and lane. */
export async function sourcePauses<S extends string>(
  sources: readonly S[],
  now: Date,
): Promise<{ source: S; lane: Lane; pause: SourcePause }[]> {
  const lanes = sources.flatMap((source) =>
    (['single', 'list'] as const).map((lane) => ({ source, lane, key: keys.sourceSlot(source, lane) })),
  );
  const items = await getItems(lanes.map(({ key }) => key));
  return lanes.flatMap(({ source, lane, key }) => {
    const pause = pauseIn(
      items.find(({ pk, sk }) => pk === key.pk && sk === key.sk),
      now.getTime(),
    );
    return pause ? [{ source, lane, pause }] : [];
  });
}

/**
 * Takes one of the places that all workers together have at a source, for at most `holdMs`, and returns the function
 * that gives it back. Undefined if none is free.
 */
export async function takeSourcePlace(
  source: string,
  places: number,
  { holdMs, nowMs = Date.now }: { holdMs: number; nowMs?: () => number },
): Promise<(() => Promise<void>) | undefined> {
  const startMs = nowMs();
  const untilMs = startMs + holdMs;
  for (let place = 0; place < places; place++) {
    const Key = keys.sourcePlace(source, place);
    const { isDone } = await updateOrBefore({
      Key,
      UpdateExpression: 'SET heldUntilMs = :until, expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_not_exists(heldUntilMs) OR heldUntilMs <= :now',
      ExpressionAttributeValues: {
        ':until': untilMs,
        ':now': startMs,
        ':expires': Math.ceil(untilMs / 1000) + slotItemLifeSeconds,
      },
    });
    if (!isDone) continue;
    return async () => {
      // If somebody else has it meanwhile, it was held too long.
      await updateOrBefore({
        Key,
        UpdateExpression: 'SET heldUntilMs = :free',
        ConditionExpression: 'heldUntilMs = :until',
        ExpressionAttributeValues: { ':free': 0, ':until': untilMs },
      });
    };
  }
  return undefined;
}

const Counted = z.object({ calls: z.int() });

/** Counts a request to a source on a UTC day (`YYYY-MM-DD`). Returns the number; undefined if the budget is used up. */
export const countDailyRequest = (source: string, day: string, budget: number): Promise<number | undefined> =>
  countRequest(keys.sourceDay(source, day), day, budget);

/**
 * Counts a request of the refresh against its own budget. False if that is used up. Counted before sending: a crash can
 * only waste a request, never exceed the budget.
 */
export const countRefreshRequest = async (source: string, day: string, budget: number): Promise<boolean> =>
  (await countRequest(keys.sourceRefreshDay(source, day), day, budget)) !== undefined;

/** Raises the counter of a day to what the source itself has counted, if that is more. */
export async function raiseDailyRequests(source: string, day: string, calls: number): Promise<void> {
  await updateOrBefore({
    Key: keys.sourceDay(source, day),
    UpdateExpression: 'SET calls = :calls, expiresAtSeconds = :expires',
    ConditionExpression: 'attribute_not_exists(calls) OR calls < :calls',
    ExpressionAttributeValues: { ':calls': calls, ':expires': dayExpiry(day) },
  });
}

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

const dayExpiry = (day: string) => Date.parse(day) / 1000 + dayItemLifeSeconds;

async function countRequest(Key: Key, day: string, budget: number): Promise<number | undefined> {
  const { isDone, before } = await updateOrBefore({
    Key,
    UpdateExpression: 'SET expiresAtSeconds = :expires ADD calls :one',
    ConditionExpression: 'attribute_not_exists(calls) OR calls < :budget',
    ExpressionAttributeValues: { ':budget': budget, ':one': 1, ':expires': dayExpiry(day) },
    ReturnValues: 'ALL_NEW',
  });
  return isDone ? Counted.parse(before).calls : undefined;
}

const update = (request: Omit<UpdateCommandInput, 'TableName'>) =>
  retryWhileBusy(() => db.send(new UpdateCommand({ TableName: tableName(), ...request })));

/** Whether the condition held, and the item: as the request asks for it, or the previous one if it did not hold. */
async function updateOrBefore(request: Omit<UpdateCommandInput, 'TableName'>) {
  try {
    const { Attributes } = await update({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...request });
    return { isDone: true, before: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isDone: false, before: error.Item && unmarshall(error.Item) };
  }
}
