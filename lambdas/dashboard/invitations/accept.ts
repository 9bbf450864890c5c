import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { session } from '#src/identity/sessions/session-auth.ts';
import { acceptInvitation } from '#src/identity/store/members.ts';
import { Problem } from '#src/runtime/errors.ts';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

const OwnMembership = z
  .object({ workspace_id: z.string(), role: WorkspaceRole, created_at: z.int() })
  .meta({ id: 'OwnMembership' });

export const route = defineRoute({
  id: 'invitations.accept',
  api: 'dashboard',
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation to a workspace',
  description: 'The membership takes effect with the next request of the caller.',
  auth: session,
  body: z.strictObject({ workspace_id: z.string().min(1).max(200) }),
  responses: { 200: z.object({ membership: OwnMembership }) },
  problems: ['not_found'],
  grants: ['memberships:write', 'memberships:check', 'memberships:delete'],
  async handle({ body: { workspace_id }, caller: { email }, now }) {
    const membership = email === null ? undefined : await acceptInvitation(workspace_id, email, now);
    if (!membership) throw new Problem('not_found', 'You have no valid invitation to this workspace');
    const { role, created_at } = membership;
    return { status: 200, body: { membership: { workspace_id, role, created_at } } };
  },
});

export const handler = lambda(route);
