import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { WebhookParams } from '#src/responses/integrations/webhooks.ts';
import { Problem } from '#src/runtime/errors.ts';
import { deleteWebhook } from '#src/webhooks/store/webhooks.ts';

export const route = defineRoute({
  id: 'webhooks.delete',
  api: 'integrations',
  method: 'DELETE',
  path: '/integrations/v1/webhooks/{id}',
  summary: 'Delete a webhook of the calling installation, with its log',
  auth: installation(),
  params: WebhookParams,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found'],
  grants: ['webhooks:read', 'webhooks:delete', 'audit:put'],
  async handle(input) {
    const { installationId, workspace } = input.caller;
    const by = { workspace, context: changeContext(input) };
    if (!(await deleteWebhook(installationId, input.params.id, by)))
      throw new Problem('not_found', 'There is no webhook with this id');
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
