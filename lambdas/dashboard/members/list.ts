import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { listMembers } from '#src/identity/store/members.ts';
import { DashboardInvitation, DashboardMember } from '#src/responses/identity/members.ts';

export const route = defineRoute({
  id: 'members.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/workspace/members',
  summary: 'List the members and invitations of the workspace',
  description: 'Sorted by e-mail address. Expired invitations are not included.',
  auth: member('workspace_admin'),
  responses: { 200: z.object({ members: z.array(DashboardMember), invitations: z.array(DashboardInvitation) }) },
  problems: [],
  grants: ['memberships:list'],
  async handle({ caller: { workspace }, now }) {
    return { status: 200, body: await listMembers(workspace, now) };
  },
});

export const handler = lambda(route);
