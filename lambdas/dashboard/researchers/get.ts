import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { PersonParams } from '../../../src/views/curated-people/changes.ts';
import { CuratedPersonDetail, personDetail } from '../../../src/views/curated-people/detail.ts';

export const route = defineRoute({
  id: 'researchers.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/researchers/{orcid}',
  summary: 'Get everything about a researcher by ORCID iD',
  description: 'With edits beside the values of ORCID, all affiliation periods, and the latest ingestion.',
  auth: member('workspace_member'),
  params: PersonParams,
  responses: { 200: CuratedPersonDetail },
  problems: ['not_found'],
  grants: ['lists:publications', 'people:read', 'affiliations:query', 'jobs:read'],
  async handle({ params: { orcid }, now }) {
    return { status: 200, body: await personDetail(orcid, now) };
  },
});

export const handler = lambda(route);
