import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { changeKey } from '../../../src/credentials/change-api-key.ts';
import { ApiKeyChange, applyChange } from '../../../src/domain/access/api-key.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { ApiKey, ApiKeyParams, existingKey, withCurrentUsage } from '../../../src/views/api-keys.ts';

export const route = defineRoute({
  id: 'api-keys.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/site-tools/api-keys/{keyHash}',
  summary: 'Rename an API key, change what it may do, or switch it off and on',
  description:
    'A change holds within a minute. `active` false refuses the key until it is true again; a key that was revoked or ' +
    'deleted never comes back.',
  auth: member('superadmin'),
  params: ApiKeyParams,
  body: ApiKeyChange,
  responses: { 200: z.object({ key: ApiKey }) },
  problems: ['not_found', 'conflict'],
  grants: ['table:write', 'gateway-keys'],
  timeoutSeconds: 29,
  async handle({ params: { keyHash }, body, caller, now, requestId }) {
    const { after } = await changeKey(
      () => existingKey(keyHash),
      (key) => {
        const result = applyChange(key, body, now.getTime());
        if (!result) throw new Problem('conflict', 'This key was revoked, which is for good: make or rotate another');
        return result;
      },
      'api_key.updated',
      changeContext({ caller, now, requestId }),
      // Saying a limit once more puts right what somebody has changed at the gateway.
      body.rate_limit_per_minute !== undefined,
    );
    return { status: 200, body: { key: await withCurrentUsage(after) } };
  },
});

export const handler = lambda(route);
