import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { session } from '#src/identity/sessions/session-auth.ts';

export const route = defineRoute({
  id: 'me.get',
  api: 'dashboard',
  method: 'GET',
  path: '/me',
  summary: 'Get the signed-in user',
  description:
    'The verified e-mail address. Null if the token contains none, or if its user is bound to a different identity.',
  auth: session,
  responses: { 200: z.object({ email: z.string().nullable() }) },
  problems: [],
  grants: [],
  async handle({ caller: { email } }) {
    return { status: 200, body: { email } };
  },
});

export const handler = lambda(route);
