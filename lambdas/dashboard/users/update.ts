import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { operator } from '#src/identity/callers/operator-auth.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { UserRecord } from '#src/identity/domain/user.ts';
import { updateUser } from '#src/identity/store/users.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'users.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/cli/users',
  summary: 'Grant or revoke the superadmin role of a user',
  description: 'Without `is_superadmin`, only `updated_at` changes. Takes effect with the next request of the user.',
  auth: operator,
  body: z.strictObject({ email: EmailAddress, is_superadmin: z.boolean().optional() }),
  responses: { 200: z.object({ user: UserRecord }) },
  problems: ['not_found', 'conflict'],
  grants: ['users:read', 'users:update', 'user-list:put', 'revocations:put', 'audit:put'],
  async handle({ body: { email, is_superadmin }, caller, now, requestId }) {
    const changes = is_superadmin === undefined ? {} : { is_superadmin };
    const known = await updateUser(email, changes, changeContext({ caller, now, requestId }));
    if (!known) throw new Problem('not_found', 'There is no user with this e-mail address');
    if (known.state === 'deleting') throw new Problem('conflict', 'This user is being deleted');
    return { status: 200, body: { user: known.user } };
  },
});

export const handler = lambda(route);
