import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeContext } from '../../../src/identity/callers/actor.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import {
  AffiliationResult,
  affiliationDescription,
  NewAffiliation,
  PersonParams,
  startAffiliation,
} from '../../../src/views/curated-people/changes.ts';

export const route = defineRoute({
  id: 'people.affiliation',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/people/{orcid}/affiliation',
  summary: 'Start a new affiliation period of a person',
  description: affiliationDescription,
  internal: true,
  auth: member('workspace_member'),
  params: PersonParams,
  body: NewAffiliation,
  responses: { 200: AffiliationResult },
  problems: ['not_found'],
  grants: ['people:write', 'affiliations:query', 'affiliations:update', 'audit:put'],
  async handle({ params: { orcid }, body, caller, now, requestId }) {
    return { status: 200, body: await startAffiliation(orcid, body, changeContext({ caller, now, requestId })) };
  },
});

export const handler = lambda(route);
