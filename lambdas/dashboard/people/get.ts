import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { showsPerson } from '#src/responses/curated-people/detail.ts';

export const route = defineRoute({
  id: 'people.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people/{orcid}',
  summary: 'Get everything about a person by ORCID iD',
  internal: true,
  auth: member('steward'),
  ...showsPerson,
});

export const handler = lambda(route);
