import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { listMembers } from '../../../src/storage/access/members.ts';
import { DashboardInvitation, DashboardMember } from '../../../src/views/members.ts';

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
  grants: ['members:read'],
  async handle({ caller: { workspace }, now }) {
    return { status: 200, body: await listMembers(workspace, now) };
  },
});

export const handler = lambda(route);
