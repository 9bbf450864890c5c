import * as z from 'zod';
import { ensureAccount } from '../../../src/accounts/account.ts';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress, invitationLifeMs, WorkspaceRole } from '../../../src/domain/access/user.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { invite } from '../../../src/storage/access/members.ts';
import { InvitationShown } from '../../../src/views/members.ts';

export const route = defineRoute({
  id: 'invitations.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/workspace/invitations',
  summary: 'Invite somebody to the workspace',
  description:
    'They belong to it once they have signed in and accepted (`POST /api/invitations/accept`), within 14 days. Whoever ' +
    'is no user becomes one, and the user pool of the deployment, where it has one, mails them a first password; others ' +
    'get no mail. Inviting again replaces the invitation.',
  auth: member('workspace_admin'),
  body: z.strictObject({ email: EmailAddress, role: WorkspaceRole }),
  responses: { 201: z.object({ invitation: InvitationShown }) },
  problems: ['conflict', 'upstream_unavailable'],
  grants: ['table:write', 'users:directory'],
  async handle({ body: { email, role }, caller, now, requestId }) {
    const { workspace } = caller;
    const by = changeContext({ caller, now, requestId });
    const times = { created_at: now.getTime(), expires_at: now.getTime() + invitationLifeMs };
    // A user who is known already is no obstacle, one whom nobody has finished making is finished.
    await ensureAccount(email, by);
    const invitation = { email, workspace, role, invited_by: by.actor, ...times };
    const outcome = await invite(invitation, by);
    if (outcome === 'is_member') throw new Problem('conflict', 'They belong to the workspace already');
    if (outcome === 'no_user') throw new Problem('conflict', 'This user is being deleted');
    return { status: 201, body: { invitation } };
  },
});

export const handler = lambda(route);
