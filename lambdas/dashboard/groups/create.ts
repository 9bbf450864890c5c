import * as z from 'zod';
import { createGroup } from '#src/curation/groups/groups.ts';
import { namingBy } from '#src/curation/groups/stewards.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
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
  query: z.object({ language: query.mailLanguage }),
  body: NewGroup,
  responses: { 201: CuratedGroup },
  problems: ['conflict', 'rate_limited', 'upstream_unavailable'],
  grants: [
    'groups:curate',
    'stewards:name',
    'directory:add',
    'setting:invitation-limit',
    'lists:groups',
    'lists:group-members',
  ],
  async handle({ body, query: { language }, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const record = await createGroup(body, context, namingBy(caller, language, context));
    return { status: 201, body: await shownGroup(record, caller, now) };
  },
});

export const handler = lambda(route);
