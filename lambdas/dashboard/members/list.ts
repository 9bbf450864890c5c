import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { listMembers } from '../../../src/storage/access/members.ts';
import { InvitationShown, MemberShown } from '../../../src/views/members.ts';

export const route = defineRoute({
  id: 'members.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/workspace/members',
  summary: 'List who belongs to the workspace and who is invited',
  description: 'Both in the order of their addresses; without invitations that have expired.',
  auth: member('workspace_admin'),
  responses: { 200: z.object({ members: z.array(MemberShown), invitations: z.array(InvitationShown) }) },
  problems: [],
  grants: ['table:read'],
  async handle({ caller: { workspace }, now }) {
    return { status: 200, body: await listMembers(workspace, now) };
  },
});

export const handler = lambda(route);
