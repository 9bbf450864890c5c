import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { ensureAccount } from '#src/identity/accounts/account.ts';
import { enforceInvitationLimit } from '#src/identity/accounts/request-limits.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { invitationLifetimeMs } from '#src/identity/domain/user.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { invite } from '#src/identity/store/members.ts';
import { DashboardInvitation } from '#src/responses/identity/members.ts';
import { Problem } from '#src/runtime/errors.ts';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

export const route = defineRoute({
  id: 'invitations.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/workspace/invitations',
  summary: 'Invite a person to the workspace',
  description:
    'They become a member when they sign in and accept the invitation (`POST /api/invitations/accept`) within 14 days. ' +
    'If there is no user with this address, one is created, and the user pool of the deployment, if there is one, mails ' +
    'a link to set a password, with the workspace and who invites them. Existing users get no mail. A new invitation ' +
    'replaces an earlier one. Each caller may invite a number of times per day (UTC), which the deployment sets (default 20); every call counts.',
  auth: member('workspace_admin'),
  query: z.object({ language: query.mailLanguage }),
  body: z.strictObject({ email: EmailAddress, role: WorkspaceRole }),
  responses: { 201: z.object({ invitation: DashboardInvitation }) },
  problems: ['conflict', 'rate_limited', 'upstream_unavailable'],
  grants: [
    'memberships:put',
    'memberships:check',
    'users:put',
    'users:update',
    'users:delete',
    'directory:add',
    'usage:update',
    'setting:invitation-limit',
    'activity:put',
    'audit:put',
  ],
  async handle({ body: { email, role }, query: { language }, caller, now, requestId }) {
    const { workspace } = caller;
    const context = changeContext({ caller, now, requestId });
    const times = { created_at: now.getTime(), expires_at: now.getTime() + invitationLifetimeMs };
    await enforceInvitationLimit(caller.subject, now);
    // Also completes a user whose creation was interrupted.
    await ensureAccount(email, context, {
      workspace,
      ...(caller.email && { inviter: caller.email }),
      ...(language && { language }),
    });
    const invitation = { email, workspace, role, invited_by: context.actor, ...times };
    const outcome = await invite(invitation, context);
    if (outcome === 'is_member') throw new Problem('conflict', 'This user is already a member of the workspace');
    if (outcome === 'no_user') throw new Problem('conflict', 'This user is being deleted');
    return { status: 201, body: { invitation } };
  },
});

export const handler = lambda(route);
