import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { startsAffiliation } from '#src/responses/curated-people/changes.ts';

export const route = defineRoute({
  id: 'people.affiliation',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/people/{orcid}/affiliation',
  summary: 'Start a new affiliation period of a person',
  internal: true,
  auth: member('workspace_member'),
  ...startsAffiliation,
});

export const handler = lambda(route);
