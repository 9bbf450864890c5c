import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { ShownWebhook, webhookView } from '#src/responses/integrations/webhooks.ts';
import { webhooksOf } from '#src/webhooks/store/webhooks.ts';

export const route = defineRoute({
  id: 'webhooks.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/webhooks',
  summary: 'List the webhooks of the calling installation, without their secrets',
  auth: installation(),
  responses: { 200: z.object({ webhooks: z.array(ShownWebhook) }) },
  problems: [],
  grants: ['webhooks:query'],
  async handle({ caller: { installationId } }) {
    return { status: 200, body: { webhooks: (await webhooksOf(installationId)).map(webhookView) } };
  },
});

export const handler = lambda(route);
