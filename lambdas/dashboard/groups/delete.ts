import * as z from 'zod';
import { deleteGroup } from '#src/curation/groups/groups.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';

export const route = defineRoute({
  id: 'groups.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/groups/{id}',
  summary: 'Delete a group that was made by mistake',
  description:
    'Only if it is empty: nobody is or was a member, no group belongs or belonged to it, and it was added to no output. ' +
    'Otherwise the answer is 409: end it, by setting `ends_at`, so that numbers of earlier years stay as they are.',
  auth: member('workspace_admin'),
  params: GroupParams,
  ifMatch: true,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found', 'conflict'],
  grants: ['groups:curate', 'stewards:end', 'lists:groups', 'lists:group-members', 'lists:group-outputs'],
  async handle({ params: { id }, caller, now, requestId, ifMatch }) {
    await deleteGroup(id, changeContext({ caller, now, requestId }), requireVersion(ifMatch));
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
