import * as z from 'zod';
import { memberContext } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { OutputGroups, ShownOutputGroups, shownOutputGroups } from '#src/responses/groups/outputs.ts';

export const route = defineRoute({
  id: 'publication-groups.update',
  api: 'dashboard',
  method: 'PUT',
  path: '/api/publication-groups/{id+}',
  summary: 'Set the groups that a publication also belongs to, and those that it does not',
  description:
    'Replaces both lists. They follow it when it is merged into another record, and return when that is undone. Repeating ' +
    'it changes nothing.',
  auth: memberOrSteward('workspace_admin'),
  params: z.object({ id: z.string().meta({ description: 'Any DOI of the publication' }) }),
  body: OutputGroups,
  responses: { 200: ShownOutputGroups },
  problems: ['not_found', 'conflict'],
  grants: [
    'publications:read',
    'publication-groups:write',
    'publication-groups:check',
    'groups:read',
    'groups:check',
    'stewards:limit',
    'audit:put',
  ],
  async handle({ params: { id }, body, caller, now, requestId }) {
    const context = memberContext({ caller, now, requestId });
    return { status: 200, body: shownOutputGroups(await setGroupsByHand({ kind: 'publication', id }, body, context)) };
  },
});

export const handler = lambda(route);
