import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { listApiKeys } from '#src/identity/store/api-keys.ts';
import { getUsages } from '#src/identity/store/usage.ts';
import { ApiKey, withUsage } from '#src/responses/identity/api-keys.ts';

export const route = defineRoute({
  id: 'api-keys.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/api-keys',
  summary: 'List the API keys',
  description: 'Newest first. Includes revoked and expired keys, but not deleted ones. Contains no secrets.',
  auth: member('superadmin'),
  responses: { 200: z.object({ keys: z.array(ApiKey) }) },
  problems: [],
  grants: ['api-keys:list', 'api-keys:read', 'usage:read'],
  async handle() {
    const keys = await listApiKeys();
    const usage = await getUsages(keys.map(({ key_hash }) => key_hash));
    return { status: 200, body: { keys: keys.map((key) => withUsage(key, usage.get(key.key_hash))) } };
  },
});

export const handler = lambda(route);
