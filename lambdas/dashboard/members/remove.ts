import * as z from 'zod';
import { endStewardships } from '#src/curation/groups/stewards.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { removeMember } from '#src/identity/store/members.ts';
import { changesMember, memberChangeContext, memberProblem } from '#src/responses/identity/members.ts';

export const route = defineRoute({
  id: 'members.remove',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/workspace/members/{email}',
  summary: 'Remove a member from the workspace',
  description:
    'Takes effect with their next request. Groups that an administrator of the workspace has made them a steward of have ' +
    'them no longer; this also removes somebody who is only a steward. The user and their other memberships remain; views ' +
    'that they saved for themselves do not. Only a superadmin can remove the last administrator.',
  auth: member('workspace_admin'),
  ...changesMember,
  grants: [...changesMember.grants, 'stewards:end', 'memberships:read', 'memberships:delete', 'saved-views:delete'],
  responses: { 200: z.object({ success: z.boolean() }) },
  async handle({ params: { email }, caller, now, requestId }) {
    const { workspace } = caller;
    const context = memberChangeContext({ caller, now, requestId });
    const outcome = await removeMember(workspace, email, context);
    if (outcome === 'last_admin') throw memberProblem(outcome);
    // Also of somebody who is no member any more: a repeated request ends what is left.
    const ended = await endStewardships(email, context, { workspace });
    if (outcome === 'no_member' && ended === 0) throw memberProblem(outcome);
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
