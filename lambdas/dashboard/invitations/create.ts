import * as z from 'zod';
import { ensureAccount } from '../../../src/accounts/account.ts';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress } from '../../../src/domain/access/email-address.ts';
import { invitationLifetimeMs } from '../../../src/domain/access/user.ts';
import { WorkspaceRole } from '../../../src/domain/access/workspace.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { invite } from '../../../src/storage/access/members.ts';
import { DashboardInvitation } from '../../../src/views/members.ts';

export const route = defineRoute({
  id: 'invitations.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/workspace/invitations',
  summary: 'Invite a person to the workspace',
  description:
    'They become a member when they sign in and accept the invitation (`POST /api/invitations/accept`) within 14 days. ' +
    'If there is no user with this address, one is created, and the user pool of the deployment, if there is one, mails ' +
    'an initial password. Existing users get no mail. A new invitation replaces an earlier one.',
  auth: member('workspace_admin'),
  body: z.strictObject({ email: EmailAddress, role: WorkspaceRole }),
  responses: { 201: z.object({ invitation: DashboardInvitation }) },
  problems: ['conflict', 'upstream_unavailable'],
  grants: ['invitations:create', 'users:create', 'directory:add', 'activity:append', 'audit:append'],
  async handle({ body: { email, role }, caller, now, requestId }) {
    const { workspace } = caller;
    const by = changeContext({ caller, now, requestId });
    const times = { created_at: now.getTime(), expires_at: now.getTime() + invitationLifetimeMs };
    // Also completes a user whose creation was interrupted.
    await ensureAccount(email, by);
    const invitation = { email, workspace, role, invited_by: by.actor, ...times };
    const outcome = await invite(invitation, by);
    if (outcome === 'is_member') throw new Problem('conflict', 'This user is already a member of the workspace');
    if (outcome === 'no_user') throw new Problem('conflict', 'This user is being deleted');
    return { status: 201, body: { invitation } };
  },
});

export const handler = lambda(route);
