import { unknownPerson } from '#src/curation/people.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { CuratedValues } from '#src/records/people/input.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import { PersonParams, ShownValues } from '#src/responses/curated-people/changes.ts';

export const route = defineRoute({
  id: 'people.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/people/{orcid}',
  summary: 'Set the photo, type and categories of a person',
  description: 'Missing fields stay as they are. A category exists as long as it has people.',
  internal: true,
  auth: member('workspace_member'),
  params: PersonParams,
  body: CuratedValues,
  responses: { 200: ShownValues },
  problems: ['not_found'],
  grants: ['people:write', 'audit:put'],
  async handle({ params: { orcid }, body, caller, now, requestId }) {
    const changed = await changePerson(orcid, body, changeContext({ caller, now, requestId }));
    if (!changed) throw unknownPerson();
    return { status: 200, body: { success: true, ...changed } };
  },
});

export const handler = lambda(route);
