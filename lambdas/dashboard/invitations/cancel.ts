import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress } from '../../../src/domain/access/email-address.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { cancelInvitation } from '../../../src/storage/access/members.ts';

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
  grants: ['invitations:cancel', 'activity:append'],
  async handle({ params: { email }, caller, now, requestId }) {
    if (!(await cancelInvitation(caller.workspace, email, changeContext({ caller, now, requestId })))) {
      throw new Problem('not_found', 'There is no invitation for this e-mail address');
    }
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
