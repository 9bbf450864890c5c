import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { createAccount } from '#src/identity/accounts/account.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { operator } from '#src/identity/callers/operator-auth.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { UserRecord } from '#src/identity/domain/user.ts';
import { Problem } from '#src/runtime/errors.ts';
import { nameText } from '#src/vocabulary/name.ts';

export const route = defineRoute({
  id: 'users.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/cli/users',
  summary: 'Create a user of the dashboard',
  description:
    'The user pool of the deployment, if there is one, mails an initial password. After 502, the request can be repeated ' +
    'immediately; after 500 or 504, in 30 seconds. Repeating it completes the creation.',
  auth: operator,
  body: z.strictObject({
    email: EmailAddress,
    is_superadmin: z.boolean(),
    display_name: nameText(200).nullable().optional(),
  }),
  responses: { 201: z.object({ user: UserRecord }) },
  problems: ['conflict', 'upstream_unavailable'],
  grants: ['users:put', 'users:update', 'users:delete', 'directory:add', 'audit:put'],
  async handle({ body: { email, is_superadmin, display_name = null }, caller, now, requestId }) {
    const account = { email, display_name, is_superadmin };
    const user = await createAccount(account, changeContext({ caller, now, requestId }));
    if (user === 'exists') throw new Problem('conflict', 'A user with this e-mail address already exists');
    if (user === 'claimed') {
      throw new Problem(
        'conflict',
        'Another request is creating this user, or was interrupted. Try again in 30 seconds',
      );
    }
    return { status: 201, body: { user } };
  },
});

export const handler = lambda(route);
