import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { session } from '#src/identity/sessions/session-auth.ts';
import { invitationsOf } from '#src/identity/store/members.ts';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

const OwnInvitation = z
  .object({
    workspace_id: z.string(),
    role: WorkspaceRole,
    invited_by: z.string().nullable(),
    created_at: z.int(),
    expires_at: z.int(),
  })
  .meta({ id: 'OwnInvitation' });

export const route = defineRoute({
  id: 'invitations.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/invitations',
  summary: 'List the invitations of the caller',
  auth: session,
  responses: { 200: z.object({ invitations: z.array(OwnInvitation) }) },
  problems: [],
  grants: ['users:query'],
  async handle({ caller: { email }, now }) {
    const invitations = email === null ? [] : await invitationsOf(email, now);
    const shown = invitations.map(({ workspace, ...invitation }) => ({ workspace_id: workspace, ...invitation }));
    return { status: 200, body: { invitations: shown } };
  },
});

export const handler = lambda(route);
