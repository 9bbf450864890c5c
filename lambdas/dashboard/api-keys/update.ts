import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { changeKey } from '#src/identity/credentials/change-api-key.ts';
import { ApiKeyChange, applyChange } from '#src/identity/domain/api-key.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  ApiKey,
  ApiKeyParams,
  changesApiKey,
  getApiKeyOr404,
  withCurrentUsage,
} from '#src/responses/identity/api-keys.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'api-keys.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/site-tools/api-keys/{keyHash}',
  summary: 'Update the name, scopes, limit or active state of an API key',
  description:
    'A change takes effect within a minute. A key with `active` false is rejected until it is activated again. A revoked ' +
    'or deleted key cannot be reactivated.',
  auth: member('superadmin'),
  params: ApiKeyParams,
  body: ApiKeyChange,
  responses: { 200: z.object({ key: ApiKey }) },
  problems: ['not_found', 'conflict'],
  ...changesApiKey,
  async handle({ params: { keyHash }, body, caller, now, requestId }) {
    const { after } = await changeKey(
      () => getApiKeyOr404(keyHash),
      (key) => {
        const result = applyChange(key, body, now.getTime());
        if (!result) throw new Problem('conflict', 'This key has been revoked permanently: create a new one');
        return result;
      },
      'api_key.updated',
      changeContext({ caller, now, requestId }),
      // Setting the same limit again repairs a key that was changed directly in API Gateway.
      body.rate_limit_per_minute !== undefined,
    );
    return { status: 200, body: { key: await withCurrentUsage(after) } };
  },
});

export const handler = lambda(route);
