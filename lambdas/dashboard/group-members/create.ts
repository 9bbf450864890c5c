import { addMember, memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';
import { GroupMemberItem, memberItem, NewGroupMember } from '#src/responses/groups/members.ts';

export const route = defineRoute({
  id: 'group-members.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/groups/{id}/members',
  summary: 'Add a person to a group, or somebody who has no ORCID iD yet',
  description:
    'With an `orcid`, the person must be in the registry. With only a `staff_id` and a `name`, they wait for an iD. With ' +
    'both, everything that waits with this staff id becomes theirs. A staff id with which somebody of another name waits is ' +
    'refused (409). Memberships of several groups may overlap; two of ' +
    'the same group may not (409).',
  auth: memberOrSteward('workspace_admin'),
  params: GroupParams,
  body: NewGroupMember,
  responses: { 201: GroupMemberItem },
  problems: ['not_found', 'conflict'],
  grants: ['group-members:curate', 'stewards:limit'],
  async handle({ params: { id }, body, caller, now, requestId }) {
    const added = await addMember(id, body, memberContext({ caller, now, requestId }));
    return { status: 201, body: await memberItem(added) };
  },
});

export const handler = lambda(route);
