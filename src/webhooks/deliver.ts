import { randomBytes } from 'node:crypto';
import { isOperational, verifiedOrigins } from '#src/identity/domain/installation.ts';
import { getInstallation } from '#src/identity/store/installations.ts';
import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import type { QueueMessage } from '#src/table/queues/messages.ts';
import { RetryLater, send } from '#src/table/queues/queue.ts';
import { type DisabledReason, nextAttemptAt, type PendingEvent, payloadOf, type Webhook } from './domain/webhook.ts';
import { type PostEnvironment, postEvent, type ReceiverAnswer } from './post.ts';
import { currentSecrets, signedHeaders } from './signature.ts';
import {
  dueLanes,
  firstEvents,
  lanesOf,
  logDelivery,
  messageOf,
  postponeEvent,
  removeEvent,
  type WebhookLane,
} from './store/events.ts';
import { leaveTurn, takeTurn } from './store/turns.ts';
import { getWebhook, saveWebhook, webhooksOf } from './store/webhooks.ts';

/** After a longer delay, find-webhook-events asks again when the attempt is due. */
const longestWaitMs = 3_600_000;
const eventsAtOnce = 10;
/**
 * After this time, a turn begins no further delivery, so it lasts no longer than this and one delivery. An installation
 * where a delivery has taken as long is slow.
 */
const turnMs = 2_000;
/** Slow installations wait so long, by chance, before each turn: all come to the few workers that they have together. */
const slowPauseSeconds = { least: 5, most: 15 } as const;

interface Run {
  /** Aborted when the remaining time is needed for the event in hand. */
  signal: AbortSignal;
  /** How long a worker that was killed keeps the turn of the installation. */
  leaseMs: number;
  post?: Partial<PostEnvironment>;
}

/**
 * Delivers what is due to an installation, in the order of each list, beginning with the list in the message. It has one
 * worker at a time, for some seconds; what is left then waits behind other installations. Throws RetryLater after a
 * failure that is to be tried again within the hour.
 */
export async function deliverEvents(
  { installationId, webhookId, list }: QueueMessage<'webhooks'>,
  { signal, leaseMs, post }: Run,
): Promise<void> {
  const held = await getInstallation(installationId);
  if (!held || !isOperational(held.installation, held.origins)) return;
  const startedMs = Date.now();
  const turn = await takeTurn(installationId, startedMs, startedMs + leaseMs);
  // The worker that has the turn looks for due events after it has left it.
  if (turn === 'taken') return;
  if (turn === 'crowded') throw new RetryLater(slowPause(), 'Other slow installations are being served');
  const served: Served = { last: undefined, slowestMs: undefined, retryAtMs: Number.POSITIVE_INFINITY };
  const isOver = () => signal.aborted || Date.now() - startedMs >= turnMs;
  let isSlow = turn.wasSlow;
  try {
    await serve(installationId, { webhookId, list }, served, { origins: verifiedOrigins(held.origins), isOver, post });
  } finally {
    if (served.slowestMs !== undefined) isSlow = served.slowestMs >= turnMs;
    await leaveTurn(turn, isSlow);
  }
  await askForRest(installationId, served.last, isSlow ? slowPause() : 0);
  const waitMs = served.retryAtMs - Date.now();
  if (waitMs <= longestWaitMs) throw new RetryLater(waitMs / 1000, 'A webhook did not take an event');
}

const slowPause = () => slowPauseSeconds.least + Math.random() * (slowPauseSeconds.most - slowPauseSeconds.least);

/** The deliveries of a turn so far. */
interface Served {
  /** The lane of the last delivery. */
  last: WebhookLane | undefined;
  slowestMs: number | undefined;
  /** The earliest attempt after a failure; infinity if none failed. */
  retryAtMs: number;
}

interface Conditions {
  /** The verified origins of the installation. */
  origins: readonly string[];
  isOver: () => boolean;
  post: Partial<PostEnvironment> | undefined;
}

/** Delivers the due events of an installation until the turn is over. Notes in `served` what has happened. */
async function serve(
  installationId: string,
  first: WebhookLane,
  served: Served,
  { origins, isOver, post }: Conditions,
): Promise<void> {
  const webhooks = await activeWebhooks(installationId);
  const lanes = await dueLanes(rotated(lanesOf([...webhooks.keys()]), first), Date.now());
  if (lanes.length === 0) return;
  const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
  for (const lane of lanes) {
    let events: PendingEvent[] = [];
    for (;;) {
      const webhook = webhooks.get(lane.webhookId);
      if (events.length === 0) events = webhook && !isOver() ? await firstEvents(lane, eventsAtOnce) : [];
      const pending = events.shift();
      if (!webhook || !pending || pending.next_attempt_at > Date.now() || isOver()) break;
      if (!origins.includes(new URL(webhook.url).origin)) {
        await disable(webhook, 'origin_not_verified');
        webhooks.delete(webhook.id);
        break;
      }
      const { tookMs, retryAtMs, isDisabled } = await deliver(webhook, pending, pepper, post);
      Object.assign(served, {
        last: lane,
        slowestMs: Math.max(served.slowestMs ?? 0, tookMs),
        retryAtMs: Math.min(served.retryAtMs, retryAtMs ?? Number.POSITIVE_INFINITY),
      });
      if (isDisabled) webhooks.delete(webhook.id);
      if (isDisabled || retryAtMs !== undefined) break;
    }
  }
}

/** By id, the oldest first. */
async function activeWebhooks(installationId: string): Promise<Map<string, Webhook>> {
  const found = await webhooksOf(installationId);
  return new Map(found.filter(({ status }) => status === 'active').map((webhook) => [webhook.id, webhook]));
}

/** The lanes from one of them on, then those before it. */
function rotated(lanes: WebhookLane[], { webhookId, list }: WebhookLane, skipped = 0): WebhookLane[] {
  const start = lanes.findIndex((lane) => lane.webhookId === webhookId && lane.list === list) + skipped;
  return start > 0 ? [...lanes.slice(start), ...lanes.slice(0, start)] : lanes;
}

/** Sends a message for what is due after a turn, beginning with the lane after the last one that was served. */
async function askForRest(installationId: string, last: WebhookLane | undefined, delaySeconds: number): Promise<void> {
  const lanes = lanesOf([...(await activeWebhooks(installationId)).keys()]);
  const [next] = await dueLanes(last ? rotated(lanes, last, 1) : lanes, Date.now());
  if (!next) return;
  const unsent = await send('webhooks', [messageOf(installationId, next)], delaySeconds);
  if (unsent.length > 0) log('warn', 'Deliveries of webhooks wait for the next run', { installationId });
}

interface Attempt {
  tookMs: number;
  /** When it is to be tried again; undefined if it is not. */
  retryAtMs: number | undefined;
  isDisabled: boolean;
}

/** Makes one attempt. */
async function deliver(
  webhook: Webhook,
  pending: PendingEvent,
  pepper: string,
  environment: Partial<PostEnvironment> | undefined,
): Promise<Attempt> {
  const nowMs = Date.now();
  const body = payloadOf(pending);
  const headers = signedHeaders({ id: pending.id, body, secrets: currentSecrets(webhook, pepper, nowMs), nowMs });
  const allowedHosts = env('VERIFICATION_ALLOWED_HOSTS');
  const answer = await postEvent(webhook.url, { headers, body, nowMs }, { allowedHosts, ...environment });
  const tookMs = Math.max(Date.now() - nowMs, 0);
  const attempt = pending.attempts + 1;
  const isDelivered = answer.error === null;
  const isGone = answer.status === 410;
  const schedule = { nowMs: Date.now(), retryAfterMs: answer.retryAfterMs, random: Math.random() };
  const retryAtMs = isDelivered || isGone ? undefined : nextAttemptAt(attempt, schedule);
  await logDelivery(webhook.id, deliveryOf(pending, answer, { attempt, nowMs, tookMs, retryAtMs }));
  const isDisabled = !isDelivered && retryAtMs === undefined;
  // Disabled first: if this ends between the two, the next worker does not send the event again.
  if (isDisabled) await disable(webhook, isGone ? 'gone' : 'failing');
  if (retryAtMs === undefined) await removeEvent(pending);
  else await postponeEvent(pending, attempt, retryAtMs);
  return { tookMs, retryAtMs, isDisabled };
}

function deliveryOf(
  { id: event_id, list, type, doi, occurred_at }: PendingEvent,
  { status, error, text: answer }: ReceiverAnswer,
  {
    attempt,
    nowMs,
    tookMs,
    retryAtMs,
  }: { attempt: number; nowMs: number; tookMs: number; retryAtMs: number | undefined },
) {
  return {
    // The time leads to its key.
    id: `${nowMs}-${randomBytes(6).toString('hex')}`,
    event_id,
    list,
    type,
    doi,
    occurred_at,
    attempt,
    attempted_at: nowMs,
    duration_ms: tookMs,
    outcome: error === null ? ('delivered' as const) : ('failed' as const),
    status,
    error,
    answer,
    next_attempt_at: retryAtMs ?? null,
  };
}

async function disable({ id, installation_id }: Webhook, reason: DisabledReason): Promise<void> {
  log('warn', 'A webhook was disabled', { webhookId: id, installationId: installation_id, reason });
  await retryIfStale(`The webhook ${id}`, async () => {
    const before = await getWebhook(installation_id, id);
    if (before?.status !== 'active') return undefined;
    const changed = { status: 'disabled' as const, disabled_reason: reason, updated_at: Date.now() };
    return (await saveWebhook({ ...before, ...changed, version: before.version + 1 }, before)) ? undefined : stale;
  });
}
