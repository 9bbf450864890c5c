import { changeGroup } from '#src/curation/groups/groups.ts';
import { requireVersion, versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { GroupPatch } from '#src/records/groups/input.ts';
import { CuratedGroup, GroupParams, shownGroup } from '#src/responses/groups/groups.ts';

export const route = defineRoute({
  id: 'groups.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/groups/{id}',
  summary: 'Change a group, move it, close it, or let another one take it over',
  description:
    'The body is a JSON Merge Patch (RFC 7396): missing fields stay, lists are replaced. `parent_id` is the only group ' +
    'that it belongs to from today on; what it belonged to before stays so. `parents` replaces all, with their periods. ' +
    'The answer is 409 if groups would belong to each other in a circle at any time; `details.groups` names them. ' +
    'With `If-Match`, it is 412 if the group has changed since.',
  auth: member('workspace_admin'),
  params: GroupParams,
  body: GroupPatch,
  bodyTypes: ['application/json', 'application/merge-patch+json'],
  ifMatch: true,
  responses: { 200: CuratedGroup },
  problems: ['not_found', 'conflict'],
  grants: ['groups:curate', 'lists:groups', 'lists:group-members'],
  async handle({ params: { id }, body, caller, now, requestId, ifMatch }) {
    const context = changeContext({ caller, now, requestId });
    const group = await shownGroup(await changeGroup(id, body, context, requireVersion(ifMatch)), now);
    return {
      status: 200,
      body: group,
      headers: { etag: versionTag(group, [group.member_count, group.waiting_count]) },
    };
  },
});

export const handler = lambda(route);
