import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { issueApiKey } from '#src/identity/credentials/issue-api-key.ts';
import { ApiKeySettings, defaultRateLimitPerMinute } from '#src/identity/domain/api-key.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { issuesApiKey, NewApiKey, nameOf } from '#src/responses/identity/api-keys.ts';
import { invalidField } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'api-keys.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/api-keys',
  summary: 'Create an API key',
  description: 'The response contains the secret, which cannot be read again. The key can be used immediately.',
  auth: member('superadmin'),
  body: z.strictObject({
    ...ApiKeySettings.shape,
    rate_limit_per_minute: ApiKeySettings.shape.rate_limit_per_minute.default(defaultRateLimitPerMinute),
    expires_at: z
      .int()
      .nullable()
      .default(null)
      .meta({ description: 'Milliseconds since the epoch; null if it does not expire' }),
  }),
  responses: { 201: NewApiKey },
  problems: ['upstream_unavailable'],
  ...issuesApiKey,
  async handle({ body, caller, now, requestId }) {
    if (body.expires_at !== null && body.expires_at <= now.getTime()) {
      throw invalidField('body', 'expires_at', 'must be in the future');
    }
    const issued = await issueApiKey(body, nameOf(caller), changeContext({ caller, now, requestId }));
    return { status: 201, body: issued };
  },
});

export const handler = lambda(route);
