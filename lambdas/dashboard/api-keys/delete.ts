import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { changeKey } from '#src/identity/credentials/change-api-key.ts';
import { revoke } from '#src/identity/domain/api-key.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ApiKeyParams, changesApiKey, getApiKeyOr404 } from '#src/responses/identity/api-keys.ts';

export const route = defineRoute({
  id: 'api-keys.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/site-tools/api-keys/{keyHash}',
  summary: 'Revoke an API key permanently and remove it from the list',
  auth: member('superadmin'),
  params: ApiKeyParams,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found'],
  ...changesApiKey,
  async handle({ params: { keyHash }, caller, now, requestId }) {
    const nowMs = now.getTime();
    await changeKey(
      () => getApiKeyOr404(keyHash),
      (key) => ({ ...revoke(key, nowMs), deleted_at: nowMs }),
      'api_key.deleted',
      changeContext({ caller, now, requestId }),
    );
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
