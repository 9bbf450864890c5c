import * as z from 'zod';
import { deleteAccount } from '../../../src/accounts/account.ts';
import { changeContext } from '../../../src/auth/actor.ts';
import { operator } from '../../../src/auth/operator-auth.ts';
import { EmailAddress } from '../../../src/domain/access/email-address.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';

export const route = defineRoute({
  id: 'users.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/cli/users',
  summary: 'Delete a user and all their memberships',
  description:
    'Each removed membership is an activity event of its workspace. After 502 or 504, the user has lost all permissions; ' +
    'repeat the request to complete the deletion.',
  auth: operator,
  query: z.object({ email: EmailAddress }),
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found', 'upstream_unavailable'],
  grants: ['users:delete', 'directory:remove', 'activity:append', 'audit:append'],
  timeoutSeconds: 29,
  async handle({ query: { email }, caller, now, requestId }) {
    if (!(await deleteAccount(email, changeContext({ caller, now, requestId })))) {
      throw new Problem('not_found', 'There is no user with this e-mail address');
    }
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
