import * as z from 'zod';
import { ofKnown } from '#src/identity/domain/known-scopes.ts';

/** The lists whose changes webhooks tell of, as in the change feed. */
export const webhookLists = ['publications', 'works', 'projects', 'people', 'groups'] as const;
export type WebhookList = (typeof webhookLists)[number];

/** The types that a webhook is told of unless it says which. */
export const usualEventTypes = ['list.changed', 'publication.withdrawn', 'publication.retracted'] as const;

/**
 * `list.changed`: entries of a list were added, changed or removed. `groups.changed`: groups, their members or what
 * belongs to them changed. The others are about one publication.
 */
export const WebhookEventType = z.enum([...usualEventTypes, 'groups.changed']);
export type WebhookEventType = z.output<typeof WebhookEventType>;

export const WebhookStatus = z.enum(['active', 'disabled']);

/** Why a webhook is disabled. `gone`: it answered 410. `failing`: an event failed at every attempt. */
const DisabledReason = z.enum(['requested', 'gone', 'failing', 'origin_not_verified']);
export type DisabledReason = z.output<typeof DisabledReason>;

/** Where an installation wants to be told of changes. Times in milliseconds since the epoch. */
export const Webhook = z.object({
  id: z.string(),
  installation_id: z.string(),
  /** On a verified origin of the installation. */
  url: z.string(),
  events: z.array(WebhookEventType),
  status: WebhookStatus,
  disabled_reason: DisabledReason.nullable(),
  /** The number of the current signing secret; the one before signs as well until `previous_secret_until`. */
  secret_generation: z.int(),
  previous_secret_until: z.int().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
  version: z.int(),
});
export type Webhook = z.output<typeof Webhook>;

/** An event of a webhook that is to be delivered. The id stays the same at every attempt and in a replay. */
export const PendingEvent = z.object({
  id: z.string(),
  webhook_id: z.string(),
  list: z.enum(webhookLists),
  type: WebhookEventType,
  /** The DOI of the publication that it is about; null for `list.changed` and `groups.changed`. */
  doi: z.string().nullable(),
  occurred_at: z.int(),
  /** Failed attempts so far. */
  attempts: z.int(),
  next_attempt_at: z.int(),
});
export type PendingEvent = z.output<typeof PendingEvent>;

/** An attempt to deliver an event, for the log. */
export const WebhookDelivery = z.object({
  id: z.string(),
  event_id: z.string(),
  list: z.enum(webhookLists),
  type: WebhookEventType,
  doi: z.string().nullable(),
  occurred_at: z.int(),
  /** 1 for the first one. */
  attempt: z.int(),
  attempted_at: z.int(),
  duration_ms: z.int(),
  outcome: z.enum(['delivered', 'failed']),
  /** The HTTP status; null if there was no answer. */
  status: z.int().nullable(),
  /** Why it failed; null if it was delivered. */
  error: z.string().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
  /** When it will be tried again; null if it will not. */
  next_attempt_at: z.int().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** A webhook as it is stored: 1.2.0 reads `events`, and none that it does not know. */
export const StoredWebhook = Webhook.extend({
  events: z.array(z.enum(usualEventTypes)),
  later_events: ofKnown(WebhookEventType).default([]),
});

export function webhookFrom(item: unknown): Webhook {
  const { later_events, ...webhook } = StoredWebhook.parse(item);
  return { ...webhook, events: [...webhook.events, ...later_events] };
}

export function storedWebhook(webhook: Webhook): z.output<typeof StoredWebhook> {
  const events = usualEventTypes.filter((type) => webhook.events.includes(type));
  return { ...webhook, events, later_events: webhook.events.filter((type) => type === 'groups.changed') };
}

/** A delivery as it is stored: one that 1.2.0 does not know looks like another one to it. */
export const StoredDelivery = WebhookDelivery.extend({
  list: WebhookDelivery.shape.list.exclude(['groups']),
  type: WebhookEventType.exclude(['groups.changed']),
  shown_as: WebhookDelivery.pick({ list: true, type: true }).optional(),
});

export function deliveryFrom(item: unknown): WebhookDelivery {
  const { shown_as, ...delivery } = StoredDelivery.parse(item);
  return { ...delivery, ...shown_as };
}

export function storedDelivery({ list, type, ...delivery }: WebhookDelivery): z.output<typeof StoredDelivery> {
  if (list !== 'groups' && type !== 'groups.changed') return { ...delivery, list, type };
  return { ...delivery, list: 'publications', type: 'list.changed', shown_as: { list, type } };
}

export const mostWebhooks = 5;

/** The body of a delivery. Thin: a receiver then reads the change feed, with its own credential. */
export const payloadOf = ({ type, occurred_at, list, doi }: PendingEvent): string =>
  JSON.stringify({
    type,
    timestamp: new Date(occurred_at).toISOString(),
    data: { list, ...(doi !== null && { doi }) },
  });

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The delays before each attempt, as Standard Webhooks recommends them: ten in a bit more than three days. */
const delaysMs = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];
const longestRetryAfterMs = 24 * hourMs;
/** Delays are up to a tenth longer, so that webhooks that failed together are not tried together. */
const jitter = 0.1;

/**
 * When an event is tried again after so many failed attempts; undefined if it is not. A longer Retry-After of the
 * receiver takes precedence. `random` is from 0 to 1.
 */
export function nextAttemptAt(
  failed: number,
  { nowMs, retryAfterMs = 0, random }: { nowMs: number; retryAfterMs?: number | undefined; random: number },
): number | undefined {
  const delayMs = delaysMs[failed];
  if (delayMs === undefined) return undefined;
  const wantedMs = Math.min(Math.max(delayMs, retryAfterMs), longestRetryAfterMs);
  return nowMs + Math.round(wantedMs * (1 + jitter * random));
}
