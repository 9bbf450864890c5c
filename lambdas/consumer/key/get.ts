import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { ApiKeyRecord } from '#src/identity/domain/api-key.ts';

const { client_name, rate_limit_per_minute } = ApiKeyRecord.shape;

export const route = defineRoute({
  id: 'key.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/key',
  summary: 'Get the scopes and remaining requests of the calling API key',
  description:
    'This call counts as a request. `resets_at` is the start of the next minute, in milliseconds since the epoch.',
  auth: apiKey(),
  responses: {
    200: z
      .object({
        client_name,
        scopes: z.array(z.string()),
        rate_limit_per_minute,
        remaining: z.int().min(0),
        resets_at: z.int(),
      })
      .meta({ id: 'CallingKey' }),
  },
  cache: 'none',
  problems: [],
  grants: [],
  async handle({ caller: { clientName, scopes }, budget }) {
    if (!budget) throw new Error('A request with an API key was not counted');
    const { limit, used, endsAtMs } = budget;
    const left = { remaining: Math.max(0, limit - used), resets_at: endsAtMs };
    return { status: 200, body: { client_name: clientName, scopes, rate_limit_per_minute: limit, ...left } };
  },
});

export const handler = lambda(route);
