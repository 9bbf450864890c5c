import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { cancelInvitation } from '#src/identity/store/members.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'invitations.cancel',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/workspace/invitations/{email}',
  summary: 'Cancel an invitation to the workspace',
  description: 'The invited person remains a user, but without access to the workspace.',
  auth: member('workspace_admin'),
  params: z.object({ email: EmailAddress }),
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found'],
  grants: ['memberships:read', 'memberships:delete', 'revocations:put', 'activity:put'],
  async handle({ params: { email }, caller, now, requestId }) {
    if (!(await cancelInvitation(caller.workspace, email, changeContext({ caller, now, requestId })))) {
      throw new Problem('not_found', 'There is no invitation for this e-mail address');
    }
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
