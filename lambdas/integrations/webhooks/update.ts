import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import {
  changeWebhook,
  receiverUrl,
  ShownWebhook,
  WebhookParams,
  webhookFields,
  webhookView,
} from '#src/responses/integrations/webhooks.ts';
import { WebhookStatus } from '#src/webhooks/domain/webhook.ts';

export const route = defineRoute({
  id: 'webhooks.update',
  api: 'integrations',
  method: 'PATCH',
  path: '/integrations/v1/webhooks/{id}',
  summary: 'Change, disable or enable a webhook of the calling installation',
  description:
    'A webhook that answers 410, or does not take an event at any attempt, is disabled. Enabled again within a week, it ' +
    'gets the events that have waited.',
  auth: installation(),
  params: WebhookParams,
  body: z.strictObject({
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    status: WebhookStatus.optional(),
  }),
  responses: { 200: z.object({ webhook: ShownWebhook }) },
  problems: ['not_found'],
  grants: ['installations:query', 'webhooks:write', 'audit:put'],
  async handle(input) {
    const { url: written, events, status } = input.body;
    const { installationId, workspace } = input.caller;
    const url = written === undefined ? undefined : await receiverUrl(written, installationId);
    const webhook = await changeWebhook(
      installationId,
      input.params.id,
      { workspace, context: changeContext(input) },
      (before) => ({
        ...(url !== undefined && { url }),
        ...(events && { events }),
        ...(status && {
          status,
          disabled_reason: status === 'active' ? null : (before.disabled_reason ?? 'requested'),
        }),
      }),
    );
    return { status: 200, body: { webhook: webhookView(webhook) } };
  },
});

export const handler = lambda(route);
