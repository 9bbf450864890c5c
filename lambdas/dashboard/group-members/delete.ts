import * as z from 'zod';
import { memberContext, removeMembership } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { GroupMemberParams } from '#src/responses/groups/members.ts';

export const route = defineRoute({
  id: 'group-members.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/groups/{id}/members/{memberId}',
  summary: 'Remove a membership that was made by mistake',
  description:
    'Outputs of all times leave the group, unless others keep them. Of somebody who has left, set `ends_at` instead. ' +
    'Without memberships, nothing is kept of somebody who has no ORCID iD.',
  auth: memberOrSteward('workspace_admin'),
  params: GroupMemberParams,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found', 'conflict'],
  grants: ['group-members:curate', 'stewards:limit'],
  async handle({ params: { id, memberId }, caller, now, requestId }) {
    await removeMembership(id, memberId, memberContext({ caller, now, requestId }));
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
