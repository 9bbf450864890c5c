import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { enforceReplayLimit } from '#src/identity/accounts/request-limits.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { WebhookParams, webhookOr404 } from '#src/responses/integrations/webhooks.ts';
import { Problem } from '#src/runtime/errors.ts';
import { addEvent, getDelivery } from '#src/webhooks/store/events.ts';

export const route = defineRoute({
  id: 'webhook-deliveries.replay',
  api: 'integrations',
  method: 'POST',
  path: '/integrations/v1/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Send the event of a delivery again',
  description:
    'With the same `webhook-id`, within a minute or two. Nothing happens if the event is still waiting. At most 60 an hour ' +
    'of an installation (429 above, with Retry-After): a sync gets what was missed.',
  auth: installation(),
  params: WebhookParams.extend({
    deliveryId: z.string().max(64).meta({ description: 'The id of a delivery' }),
  }),
  responses: { 202: z.object({ success: z.literal(true) }) },
  problems: ['not_found', 'conflict'],
  grants: ['webhooks:read', 'webhook-events:read', 'webhook-events:put', 'usage:update'],
  async handle({ params: { id, deliveryId }, caller: { installationId }, now }) {
    const webhook = await webhookOr404(installationId, id);
    const delivery = await getDelivery(id, deliveryId);
    if (!delivery) throw new Problem('not_found', 'There is no delivery with this id');
    if (webhook.status !== 'active') throw new Problem('conflict', 'The webhook is disabled: enable it first');
    await enforceReplayLimit(installationId, now);
    const { event_id, list, type, doi, occurred_at } = delivery;
    const pending = { id: event_id, webhook_id: id, list, type, doi, occurred_at };
    await addEvent({ ...pending, attempts: 0, next_attempt_at: now.getTime() }, now.getTime());
    return { status: 202, body: { success: true as const } };
  },
});

export const handler = lambda(route);
