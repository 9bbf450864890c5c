import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { showsPerson } from '#src/responses/curated-people/detail.ts';

export const route = defineRoute({
  id: 'researchers.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/researchers/{orcid}',
  summary: 'Get everything about a researcher by ORCID iD',
  auth: member('steward'),
  ...showsPerson,
});

export const handler = lambda(route);
