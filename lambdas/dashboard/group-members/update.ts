import { changeMembership, memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { GroupMemberItem, GroupMemberParams, GroupMemberPatch, memberItem } from '#src/responses/groups/members.ts';

export const route = defineRoute({
  id: 'group-members.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/groups/{id}/members/{memberId}',
  summary: 'Change a membership, or give somebody who waits their ORCID iD',
  description:
    'The body is a JSON Merge Patch (RFC 7396): missing fields stay. With `orcid`, all memberships of somebody who waits ' +
    'become those of the person with this iD, and the membership gets another id.',
  auth: memberOrSteward('workspace_admin'),
  params: GroupMemberParams,
  body: GroupMemberPatch,
  bodyTypes: ['application/json', 'application/merge-patch+json'],
  responses: { 200: GroupMemberItem },
  problems: ['not_found', 'conflict'],
  grants: ['group-members:curate', 'stewards:limit'],
  async handle({ params: { id, memberId }, body, caller, now, requestId }) {
    const changed = await changeMembership(id, memberId, body, memberContext({ caller, now, requestId }));
    return { status: 200, body: await memberItem(changed) };
  },
});

export const handler = lambda(route);
