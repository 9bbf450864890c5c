import * as z from 'zod';
import { memberContext } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { OutputGroups, ShownOutputGroups, shownOutputGroups } from '#src/responses/groups/outputs.ts';

export const route = defineRoute({
  id: 'work-groups.update',
  api: 'dashboard',
  method: 'PUT',
  path: '/api/work-groups/{id}',
  summary: 'Set the groups that a work also belongs to, and those that it does not',
  description:
    'Replaces both lists. They follow it when it is merged into another record, and return when that is undone. Repeating ' +
    'it changes nothing.',
  auth: memberOrSteward('workspace_admin'),
  params: z.object({ id: z.string().meta({ description: 'The id of the work' }) }),
  body: OutputGroups,
  responses: { 200: ShownOutputGroups },
  problems: ['not_found', 'conflict'],
  grants: [
    'works:read',
    'work-groups:write',
    'work-groups:check',
    'groups:read',
    'groups:check',
    'stewards:limit',
    'audit:put',
  ],
  async handle({ params: { id }, body, caller, now, requestId }) {
    const context = memberContext({ caller, now, requestId });
    return { status: 200, body: shownOutputGroups(await setGroupsByHand({ kind: 'work', id }, body, context)) };
  },
});

export const handler = lambda(route);
