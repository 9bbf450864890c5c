import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { EmailAddress } from '../../../src/domain/access/user.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { cancelInvitation } from '../../../src/storage/access/members.ts';

export const route = defineRoute({
  id: 'invitations.cancel',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/workspace/invitations/{email}',
  summary: 'Take an invitation to the workspace back',
  description: 'The invited stays a user, who may do nothing here.',
  auth: member('workspace_admin'),
  params: z.object({ email: EmailAddress }),
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found'],
  grants: ['table:write'],
  async handle({ params: { email }, caller, now, requestId }) {
    if (!(await cancelInvitation(caller.workspace, email, changeContext({ caller, now, requestId })))) {
      throw new Problem('not_found', 'Nobody with this address is invited to the workspace');
    }
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
