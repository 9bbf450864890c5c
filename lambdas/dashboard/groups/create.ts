import { createGroup } from '#src/curation/groups/groups.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { NewGroup } from '#src/records/groups/input.ts';
import { CuratedGroup, shownGroup } from '#src/responses/groups/groups.ts';

export const route = defineRoute({
  id: 'groups.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/groups',
  summary: 'Create a group, such as a department',
  description:
    'Without an `id`, the group gets one made from its name. Give one if the request may be sent twice: the second is ' +
    'answered 409. An id never changes, and stays in use when its group is deleted. `parent_id` is short for one of ' +
    '`parents` at any time.',
  auth: member('workspace_admin'),
  body: NewGroup,
  responses: { 201: CuratedGroup },
  problems: ['conflict'],
  grants: ['groups:curate', 'lists:groups', 'lists:group-members'],
  async handle({ body, caller, now, requestId }) {
    const record = await createGroup(body, changeContext({ caller, now, requestId }));
    return { status: 201, body: await shownGroup(record, now) };
  },
});

export const handler = lambda(route);
