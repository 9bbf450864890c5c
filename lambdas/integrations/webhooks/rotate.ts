import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { changeWebhook, NewSecret, WebhookParams, webhookView } from '#src/responses/integrations/webhooks.ts';
import { env } from '#src/runtime/env.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { signingSecret } from '#src/webhooks/signature.ts';

const dayMs = 86_400_000;

export const route = defineRoute({
  id: 'webhooks.rotate',
  api: 'integrations',
  method: 'POST',
  path: '/integrations/v1/webhooks/{id}/rotate',
  summary: 'Rotate the signing secret of a webhook of the calling installation',
  description:
    'The response contains the new secret, which cannot be read again. For a day, deliveries have the signatures of both ' +
    'secrets.',
  auth: installation(),
  params: WebhookParams,
  responses: { 200: NewSecret },
  problems: ['not_found'],
  grants: ['webhooks:write', 'audit:put', 'secret:api-key-pepper'],
  async handle(input) {
    const { installationId, workspace } = input.caller;
    const by = { workspace, context: changeContext(input) };
    const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
    const webhook = await changeWebhook(installationId, input.params.id, by, ({ secret_generation }) => ({
      secret_generation: secret_generation + 1,
      previous_secret_until: input.now.getTime() + dayMs,
    }));
    const secret = signingSecret(webhook, webhook.secret_generation, pepper);
    return { status: 200, body: { webhook: webhookView(webhook), secret } };
  },
});

export const handler = lambda(route);
