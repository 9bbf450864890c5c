import * as z from 'zod';
import { makeAccount } from '../../../src/accounts/account.ts';
import { operator } from '../../../src/auth/operator-auth.ts';
import { EmailAddress, UserRecord } from '../../../src/domain/access/user.ts';
import { nameText } from '../../../src/domain/values/name.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';

export const route = defineRoute({
  id: 'users.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/cli/users',
  summary: 'Make a user of the dashboard',
  description:
    'The user pool of the deployment, where it has one, mails them a first password. After a 502 or a 504 the same ' +
    'request finishes what was begun.',
  auth: operator,
  body: z.object({
    email: EmailAddress,
    is_superadmin: z.boolean(),
    display_name: nameText(200).nullable().optional(),
  }),
  responses: { 201: z.object({ user: UserRecord }) },
  problems: ['conflict', 'upstream_unavailable'],
  grants: ['table:write', 'users:directory'],
  async handle({ body: { email, is_superadmin, display_name = null }, now }) {
    const user = await makeAccount({ email, display_name, is_superadmin }, now);
    if (!user) throw new Problem('conflict', 'There is a user with this address already');
    return { status: 201, body: { user } };
  },
});

export const handler = lambda(route);
