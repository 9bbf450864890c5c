import * as z from 'zod';
import { changeGroup } from '#src/curation/groups/groups.ts';
import { namingBy } from '#src/curation/groups/stewards.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { GroupPatch } from '#src/records/groups/input.ts';
import { CuratedGroup, GroupParams, groupTag, shownGroup } from '#src/responses/groups/groups.ts';

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
  query: z.object({ language: query.mailLanguage }),
  body: GroupPatch,
  bodyTypes: ['application/json', 'application/merge-patch+json'],
  ifMatch: true,
  responses: { 200: CuratedGroup },
  problems: ['not_found', 'conflict', 'rate_limited', 'upstream_unavailable'],
  grants: [
    'groups:curate',
    'stewards:name',
    'directory:add',
    'setting:invitation-limit',
    'lists:groups',
    'lists:group-members',
  ],
  async handle({ params: { id }, query: { language }, body, caller, now, requestId, ifMatch }) {
    const context = changeContext({ caller, now, requestId });
    const naming = namingBy(caller, language, context);
    const changed = await changeGroup(id, body, context, requireVersion(ifMatch), naming);
    const group = await shownGroup(changed, caller, now);
    return {
      status: 200,
      body: group,
      headers: { etag: groupTag(group) },
    };
  },
});

export const handler = lambda(route);
