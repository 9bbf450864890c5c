import * as z from 'zod';
import { endStewardships } from '#src/curation/groups/stewards.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { deleteAccount } from '#src/identity/accounts/account.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { operator } from '#src/identity/callers/operator-auth.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'users.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/cli/users',
  summary: 'Delete a user with all their memberships, also as a steward of groups',
  description:
    'Each removed membership is an activity event of its workspace. After 502 or 504, the user has lost all permissions; ' +
    'repeat the request to complete the deletion.',
  auth: operator,
  query: z.object({ email: EmailAddress }),
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found', 'upstream_unavailable'],
  grants: [
    'users:write',
    'users:query',
    'users:delete',
    'workspaces:delete',
    'saved-views:delete',
    'stewards:end',
    'ended-sessions:update',
    'directory:remove',
    'activity:put',
    'audit:put',
  ],
  timeoutSeconds: 29,
  async handle({ query: { email }, caller, now, requestId }) {
    if (!(await deleteAccount(email, changeContext({ caller, now, requestId }), endStewardships))) {
      throw new Problem('not_found', 'There is no user with this e-mail address');
    }
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
