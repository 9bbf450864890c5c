import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { resetter } from '#src/identity/sessions/session-auth.ts';
import { findResetScope } from '#src/operations/site-tools/reset-scope.ts';
import { resetScope } from '#src/responses/site-tools.ts';

export const route = defineRoute({
  id: 'site-tools.reset-scope',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/reset-data',
  summary: 'Get who is affected by a reset of the data',
  description:
    'Lists whose data `POST /api/site-tools/reset-data` deletes, to show before its confirmation phrase is ' + 'typed.',
  internal: true,
  auth: resetter,
  responses: { 200: z.object(resetScope) },
  problems: [],
  grants: ['setting:reset', 'users:query', 'users:list', 'memberships:list', 'installations:list', 'activity:query'],
  timeoutSeconds: 29,
  async handle({ now }) {
    return { status: 200, body: await findResetScope(now) };
  },
});

export const handler = lambda(route);
