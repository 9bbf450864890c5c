import * as z from 'zod';
import { ApiKeySettings, defaultPerMinute } from '../../../src/domain/api-key.ts';
import { audit, issued, NewApiKey, nameOf } from '../../../src/http/api-key-admin.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { Problem } from '../../../src/http/problems.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/http/session-auth.ts';

export const route = defineRoute({
  id: 'api-keys.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/api-keys',
  summary: 'Make an API key',
  description: 'The answer holds the secret, which nobody can read again. The key may be used at once.',
  auth: member('superadmin'),
  body: z.strictObject({
    ...ApiKeySettings.shape,
    rate_limit_per_minute: ApiKeySettings.shape.rate_limit_per_minute.default(defaultPerMinute),
    expires_at: z.int().nullable().default(null).meta({ description: 'Milliseconds since the epoch; null for never' }),
  }),
  responses: { 201: NewApiKey },
  problems: ['upstream_unavailable'],
  grants: ['table:write', 'secret:api-key-pepper', 'gateway-keys'],
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    if (body.expires_at !== null && body.expires_at <= now.getTime()) {
      const message = 'must be in the future';
      throw new Problem('invalid_body', `The body is not valid: expires_at ${message}`, {
        details: { issues: [{ path: 'expires_at', message }] },
      });
    }
    const made = await issued(body, nameOf(caller), now);
    audit('create', { caller, requestId }, undefined, made.key);
    return { status: 201, body: made };
  },
});

export const handler = lambda(route);
