import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { operator } from '#src/identity/callers/operator-auth.ts';
import { UserRecord } from '#src/identity/domain/user.ts';
import { listUsers } from '#src/identity/store/users.ts';

export const route = defineRoute({
  id: 'users.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/cli/users',
  summary: 'List all users of the dashboard',
  description: 'Sorted by e-mail address.',
  auth: operator,
  responses: { 200: z.object({ users: z.array(UserRecord) }) },
  cache: 'none',
  problems: [],
  grants: ['users:list'],
  async handle() {
    return { status: 200, body: { users: await listUsers() } };
  },
});

export const handler = lambda(route);
