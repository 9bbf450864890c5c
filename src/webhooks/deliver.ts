import { randomBytes } from 'node:crypto';
import { isOperational, verifiedOrigins } from '../identity/domain/installation.ts';
import { getInstallation } from '../identity/storage/installations.ts';
import type { QueueMessage } from '../queues/messages.ts';
import { RetryLater } from '../queues/queue.ts';
import { env } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { readSecret } from '../runtime/secrets.ts';
import { type DisabledReason, nextAttemptAt, type PendingEvent, payloadOf, type Webhook } from './domain/webhook.ts';
import { type Answer, type PostEnvironment, postEvent } from './post.ts';
import { currentSecrets, signedHeaders } from './signature.ts';
import { firstEvents, leaveLane, logDelivery, postponeEvent, removeEvent, takeLane } from './storage/events.ts';
import { getWebhook, saveWebhook } from './storage/webhooks.ts';

/** After a longer delay, find-webhook-events asks again when the attempt is due. */
const longestWaitMs = 3_600_000;
const eventsAtOnce = 10;

interface Run {
  /** Aborted when the remaining time is needed for the event in hand. */
  signal: AbortSignal;
  /** How long a worker keeps the deliveries of a list. */
  laneMs: number;
  post?: Partial<PostEnvironment>;
}

/**
 * Delivers the events of one list to one webhook in order, until one fails. A worker holds the list's deliveries
 * meanwhile; a second one ends. Throws RetryLater after a failure that is to be tried again within the hour.
 */
export async function deliverEvents(
  { installationId, webhookId, list }: QueueMessage<'webhooks'>,
  { signal, laneMs, post }: Run,
): Promise<void> {
  const webhook = await getWebhook(installationId, webhookId);
  if (webhook?.status !== 'active') return;
  const held = await getInstallation(installationId);
  if (!held || !isOperational(held.installation, held.origins)) return;
  if (!verifiedOrigins(held.origins).includes(new URL(webhook.url).origin))
    return disable(webhook, 'origin_not_verified');
  const takenUntilMs = Date.now() + laneMs;
  if (!(await takeLane(webhookId, list, Date.now(), takenUntilMs))) return;
  let retryAtMs: number | undefined;
  try {
    const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
    while (!signal.aborted && retryAtMs === undefined) {
      const events = await firstEvents(webhookId, list, eventsAtOnce);
      const [first] = events;
      if (!first || first.next_attempt_at > Date.now()) break;
      for (const pending of events) {
        if (signal.aborted || pending.next_attempt_at > Date.now()) break;
        const outcome = await deliver(webhook, pending, pepper, post);
        if (outcome === 'disabled') return;
        retryAtMs = outcome;
        if (retryAtMs !== undefined) break;
      }
    }
  } finally {
    await leaveLane(webhookId, list, takenUntilMs);
  }
  if (retryAtMs !== undefined && retryAtMs - Date.now() <= longestWaitMs)
    throw new RetryLater((retryAtMs - Date.now()) / 1000, `The webhook ${webhookId} did not take an event`);
}

/** Makes one attempt. Returns when to try again, undefined if it was delivered, or that the webhook is disabled now. */
async function deliver(
  webhook: Webhook,
  pending: PendingEvent,
  pepper: string,
  environment: Partial<PostEnvironment> | undefined,
): Promise<number | 'disabled' | undefined> {
  const nowMs = Date.now();
  const body = payloadOf(pending);
  const headers = signedHeaders({ id: pending.id, body, secrets: currentSecrets(webhook, pepper, nowMs), nowMs });
  const allowedHosts = env('VERIFICATION_ALLOWED_HOSTS');
  const answer = await postEvent(webhook.url, { headers, body, nowMs }, { allowedHosts, ...environment });
  const attempt = pending.attempts + 1;
  const isDelivered = answer.error === null;
  const isGone = answer.status === 410;
  const schedule = { nowMs: Date.now(), retryAfterMs: answer.retryAfterMs, random: Math.random() };
  const retryAtMs = isDelivered || isGone ? undefined : nextAttemptAt(attempt, schedule);
  await logDelivery(webhook.id, deliveryOf(pending, answer, { attempt, nowMs, retryAtMs }));
  if (retryAtMs !== undefined) {
    await postponeEvent(pending, attempt, retryAtMs);
    return retryAtMs;
  }
  if (isDelivered) {
    await removeEvent(pending);
    return undefined;
  }
  // Disabled first: if this ends between the two, the next worker does not send the event again.
  await disable(webhook, isGone ? 'gone' : 'failing');
  await removeEvent(pending);
  return 'disabled';
}

function deliveryOf(
  { id: event_id, list, type, doi, occurred_at }: PendingEvent,
  { status, error, text: answer }: Answer,
  { attempt, nowMs, retryAtMs }: { attempt: number; nowMs: number; retryAtMs: number | undefined },
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
    duration_ms: Math.max(Date.now() - nowMs, 0),
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
