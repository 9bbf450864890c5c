import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { address } from '#src/http/links.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { ShownDelivery, WebhookParams, webhookOr404 } from '#src/responses/integrations/webhooks.ts';
import { limit } from '#src/responses/query.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { listDeliveries } from '#src/webhooks/store/events.ts';

const cursorForm = /^DELIVERY#\d{15}#\d{13}-[0-9a-f]{12}$/;

export const route = defineRoute({
  id: 'webhook-deliveries.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook of the calling installation, newest first',
  description: 'Every attempt is a delivery, with the answer of the receiver. They are kept for 30 days.',
  auth: installation(),
  params: WebhookParams,
  query: z.object({
    cursor: z.string().max(100).optional().meta({ description: 'The `cursor` of the last response' }),
    limit,
  }),
  responses: {
    200: z.object({
      deliveries: z.array(ShownDelivery),
      cursor: z.string().nullable().meta({ description: 'The cursor of the next page; null at the end' }),
    }),
  },
  problems: ['not_found'],
  grants: ['webhooks:read', 'webhook-events:query'],
  async handle({ params: { id }, query: { cursor, limit: most }, caller: { installationId }, given }) {
    await webhookOr404(installationId, id);
    const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
    if (after !== undefined && !cursorForm.test(after)) throw invalidField('query', 'cursor', 'is not a cursor');
    const { items, next } = await listDeliveries(id, most, after);
    const following = next === undefined ? null : Buffer.from(next).toString('base64url');
    const path = `/integrations/v1/webhooks/${id}/deliveries`;
    return {
      status: 200,
      body: { deliveries: items, cursor: following },
      headers: { ...(following && { link: `<${address(path, { ...given, cursor: following })}>; rel="next"` }) },
    };
  },
});

export const handler = lambda(route);
