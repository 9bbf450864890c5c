import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress } from '../../../src/domain/access/email-address.ts';
import { WorkspaceRole } from '../../../src/domain/access/workspace.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeRole } from '../../../src/storage/access/members.ts';
import { DashboardMember, memberChangeContext, memberProblem } from '../../../src/views/members.ts';

export const route = defineRoute({
  id: 'members.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/workspace/members/{email}',
  summary: 'Change the role of a member of the workspace',
  description: 'Takes effect with their next request. Only a superadmin can change the role of the last administrator.',
  auth: member('workspace_admin'),
  params: z.object({ email: EmailAddress }),
  body: z.strictObject({ role: WorkspaceRole }),
  responses: { 200: z.object({ member: DashboardMember }) },
  problems: ['not_found', 'conflict'],
  grants: ['members:write', 'activity:append'],
  async handle({ params: { email }, body: { role }, caller, now, requestId }) {
    const changed = await changeRole(caller.workspace, email, role, memberChangeContext({ caller, now, requestId }));
    if (typeof changed === 'string') throw memberProblem(changed);
    return { status: 200, body: { member: changed } };
  },
});

export const handler = lambda(route);
