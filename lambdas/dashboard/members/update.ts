import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { changeRole } from '#src/identity/store/members.ts';
import { changesMember, DashboardMember, memberChangeContext, memberProblem } from '#src/responses/identity/members.ts';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

export const route = defineRoute({
  id: 'members.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/workspace/members/{email}',
  summary: 'Change the role of a member of the workspace',
  description: 'Takes effect with their next request. Only a superadmin can change the role of the last administrator.',
  auth: member('workspace_admin'),
  ...changesMember,
  grants: [...changesMember.grants, 'memberships:write'],
  body: z.strictObject({ role: WorkspaceRole }),
  responses: { 200: z.object({ member: DashboardMember }) },
  async handle({ params: { email }, body: { role }, caller, now, requestId }) {
    const changed = await changeRole(caller.workspace, email, role, memberChangeContext({ caller, now, requestId }));
    if (typeof changed === 'string') throw memberProblem(changed);
    return { status: 200, body: { member: changed } };
  },
});

export const handler = lambda(route);
