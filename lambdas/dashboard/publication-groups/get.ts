import * as z from 'zod';
import { groupsByHand } from '#src/curation/groups/outputs.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ShownOutputGroups, shownOutputGroups } from '#src/responses/groups/outputs.ts';

export const route = defineRoute({
  id: 'publication-groups.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publication-groups/{id+}',
  summary: 'Get the groups that were added to a publication by hand, or excluded from it',
  auth: member('steward'),
  params: z.object({ id: z.string().meta({ description: 'Any DOI of the publication' }) }),
  responses: { 200: ShownOutputGroups },
  problems: ['not_found'],
  grants: ['publications:read', 'publication-groups:read'],
  async handle({ params: { id } }) {
    return { status: 200, body: shownOutputGroups(await groupsByHand({ kind: 'publication', id })) };
  },
});

export const handler = lambda(route);
