import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import type { QueueMessage } from '#src/table/queues/messages.ts';
import {
  deleteItems,
  getItem,
  getItems,
  type Item,
  type Page,
  prefixQuery,
  putIfAbsent,
  putItem,
  queryPage,
  updateIf,
} from '#src/table/table.ts';
import {
  deliveryFrom,
  PendingEvent,
  storedDelivery,
  type WebhookDelivery,
  type WebhookList,
  webhookLists,
} from '../domain/webhook.ts';

const dayMs = 86_400_000;
/** Longer than all attempts take. A webhook that is enabled again within this time gets what it has missed. */
const pendingDays = 7;
const loggedDays = 30;
const retractionsAtOnce = 10;
const lanesAtOnce = 10;

const expiresAtSeconds = (ms: number) => Math.ceil(ms / 1000);
/** Of events at the same time, `list.changed` is the last. */
const keyOf = ({ webhook_id, list, occurred_at, type, id }: PendingEvent) =>
  keys.pendingEvent(webhook_id, list, occurred_at, `${type === 'list.changed' ? 1 : 0}#${id}`);

/** Adds an event, unless it is waiting already. */
export async function addEvent(pending: PendingEvent, nowMs: number): Promise<void> {
  await putIfAbsent({ ...keyOf(pending), ...pending, expiresAtSeconds: expiresAtSeconds(nowMs + pendingDays * dayMs) });
}

/** The first events of a lane that are to be delivered, in order. */
export async function firstEvents({ webhookId, list }: WebhookLane, most: number): Promise<PendingEvent[]> {
  const { pk, sk } = keys.pendingEvent(webhookId, list, 0, '');
  const prefix = sk.slice(0, prefixes.pendingEvent.length + list.length + 1);
  const { items } = await queryPage({ ...prefixQuery(pk, prefix), Limit: most }, undefined);
  return PendingEvent.array().parse(items);
}

/** The events of a list for a webhook, which are delivered one after the other. */
export interface WebhookLane {
  webhookId: string;
  list: WebhookList;
}

export const lanesOf = (webhookIds: readonly string[]): WebhookLane[] =>
  webhookIds.flatMap((webhookId) => webhookLists.map((list) => ({ webhookId, list })));

/** The message that a lane has due events. A worker of 1.2.0 does not know all lists, and it serves every lane anyway. */
export const messageOf = (installationId: string, { webhookId, list }: WebhookLane): QueueMessage<'webhooks'> => ({
  installationId,
  webhookId,
  list: list === 'groups' ? 'publications' : list,
});

/** The lanes among these that have an event due for delivery, in the same order. */
export async function dueLanes(lanes: readonly WebhookLane[], nowMs: number): Promise<WebhookLane[]> {
  const due = await inParallel(lanes, lanesAtOnce, async (lane) => {
    const [first] = await firstEvents(lane, 1);
    return first && first.next_attempt_at <= nowMs ? [lane] : [];
  });
  return due.flat();
}

/** Notes a failed attempt. Nothing happens if the event is not waiting any more. */
export async function postponeEvent(pending: PendingEvent, attempts: number, nextAttemptAt: number): Promise<void> {
  await updateIf({
    Key: keyOf(pending),
    UpdateExpression: 'SET attempts = :attempts, next_attempt_at = :next',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':attempts': attempts, ':next': nextAttemptAt },
  });
}

export const removeEvent = (pending: PendingEvent): Promise<void> => deleteItems([keyOf(pending)]);

export async function logDelivery(webhookId: string, delivery: WebhookDelivery): Promise<void> {
  const { attempted_at, id } = delivery;
  const expires = expiresAtSeconds(attempted_at + loggedDays * dayMs);
  await putItem({
    ...keys.delivery(webhookId, attempted_at, id),
    ...storedDelivery(delivery),
    expiresAtSeconds: expires,
  });
}

/** Deliveries of a webhook, newest first; `after` continues a page. */
export async function listDeliveries(
  webhookId: string,
  limit: number,
  after: string | undefined,
): Promise<Page<WebhookDelivery>> {
  const { pk } = keys.delivery(webhookId, 0, '');
  const request = { ...prefixQuery(pk, prefixes.delivery), ScanIndexForward: false, Limit: limit };
  const { items, next } = await queryPage(request, after);
  return { items: items.map((item: Item) => deliveryFrom(item)), next };
}

/** A delivery of a webhook by its id, which begins with its time; undefined if there is none. */
export async function getDelivery(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
  const [, attemptedAtMs] = /^(\d{13})-[0-9a-f]{12}$/.exec(id) ?? [];
  const item = attemptedAtMs && (await getItem(keys.delivery(webhookId, Number(attemptedAtMs), id)));
  return item ? deliveryFrom(item) : undefined;
}

/** The retracted publications among these of which webhooks have not been told. */
export async function unknownRetractions(dois: readonly string[]): Promise<string[]> {
  const known = await getItems(dois.map(keys.knownRetraction));
  const places = new Set(known.map(({ pk }) => pk));
  return dois.filter((doi) => !places.has(keys.knownRetraction(doi).pk));
}

export async function learnRetractions(dois: readonly string[]): Promise<void> {
  await inParallel(dois, retractionsAtOnce, (doi) => putItem(keys.knownRetraction(doi)));
}

export async function forgetRetractions(dois: readonly string[]): Promise<void> {
  const known = new Set((await getItems(dois.map(keys.knownRetraction))).map(({ pk }) => pk));
  await deleteItems(dois.map(keys.knownRetraction).filter(({ pk }) => known.has(pk)));
}
