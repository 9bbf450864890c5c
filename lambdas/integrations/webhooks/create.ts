import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { NewSecret, receiverUrl, webhookFields, webhookView } from '#src/responses/integrations/webhooks.ts';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { mostWebhooks, usualEventTypes, type Webhook } from '#src/webhooks/domain/webhook.ts';
import { signingSecret } from '#src/webhooks/signature.ts';
import { addWebhook } from '#src/webhooks/store/webhooks.ts';

export const route = defineRoute({
  id: 'webhooks.create',
  api: 'integrations',
  method: 'POST',
  path: '/integrations/v1/webhooks',
  summary: 'Register a webhook of the calling installation',
  description:
    'Events are posted to `url`, signed as by Standard Webhooks 1.0.0. The URL must be on a verified origin. The response ' +
    'contains the signing secret, which cannot be read again. An installation has at most five webhooks (409 above).',
  auth: installation(),
  body: z.strictObject({ url: webhookFields.url, events: webhookFields.events.optional() }),
  responses: { 201: NewSecret },
  problems: ['conflict'],
  grants: ['installations:query', 'webhooks:query', 'webhooks:write', 'audit:put', 'secret:api-key-pepper'],
  async handle(input) {
    const { body, now } = input;
    const { installationId, workspace } = input.caller;
    const url = await receiverUrl(body.url, installationId);
    const webhook: Webhook = {
      id: randomUUID(),
      installation_id: installationId,
      url,
      events: body.events ?? [...usualEventTypes],
      status: 'active',
      disabled_reason: null,
      secret_generation: 1,
      previous_secret_until: null,
      created_at: now.getTime(),
      updated_at: now.getTime(),
      version: 1,
    };
    const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
    if (!(await addWebhook(webhook, { workspace, context: changeContext(input) })))
      throw new Problem('conflict', `An installation has at most ${mostWebhooks} webhooks`);
    return { status: 201, body: { webhook: webhookView(webhook), secret: signingSecret(webhook, 1, pepper) } };
  },
});

export const handler = lambda(route);
