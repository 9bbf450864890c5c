import * as z from 'zod';
import { session } from '../../../src/auth/session-auth.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';

export const route = defineRoute({
  id: 'me.get',
  api: 'dashboard',
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in',
  description:
    'The verified e-mail address; null where the token names none, or that of a user who is bound to another token.',
  auth: session,
  responses: { 200: z.object({ email: z.string().nullable() }) },
  problems: [],
  grants: [],
  async handle({ caller: { email } }) {
    return { status: 200, body: { email } };
  },
});

export const handler = lambda(route);
