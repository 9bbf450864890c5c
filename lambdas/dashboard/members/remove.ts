import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress } from '../../../src/domain/access/email-address.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { removeMember } from '../../../src/storage/access/members.ts';
import { memberChangeContext, memberProblem } from '../../../src/views/members.ts';

export const route = defineRoute({
  id: 'members.remove',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/workspace/members/{email}',
  summary: 'Remove a member from the workspace',
  description:
    'Takes effect with their next request. The user and their other memberships remain. Only a superadmin can remove ' +
    'the last administrator.',
  auth: member('workspace_admin'),
  params: z.object({ email: EmailAddress }),
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found', 'conflict'],
  grants: ['members:write', 'activity:append'],
  async handle({ params: { email }, caller, now, requestId }) {
    const outcome = await removeMember(caller.workspace, email, memberChangeContext({ caller, now, requestId }));
    if (outcome !== 'removed') throw memberProblem(outcome);
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
