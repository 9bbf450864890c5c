import { existingGroup } from '#src/curation/groups/groups.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { CuratedGroup, GroupParams, groupTag, shownGroup } from '#src/responses/groups/groups.ts';

export const route = defineRoute({
  id: 'groups.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/groups/{id}',
  summary: 'Get a group',
  auth: member('steward'),
  params: GroupParams,
  responses: { 200: CuratedGroup },
  problems: ['not_found'],
  grants: ['groups:read', 'lists:group-members'],
  async handle({ params: { id }, caller, now }) {
    const group = await shownGroup(await existingGroup(id), caller, now);
    return {
      status: 200,
      body: group,
      headers: { etag: groupTag(group) },
    };
  },
});

export const handler = lambda(route);
