import * as z from 'zod';
import { unknownPerson } from '#src/curation/people.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { EditedValues } from '#src/records/people/input.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import { PersonParams } from '#src/responses/curated-people/changes.ts';

export const route = defineRoute({
  id: 'researchers.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/researchers/{orcid}',
  summary: 'Edit the name and biography of a researcher',
  description:
    'Edits take precedence over ORCID and survive ingestions. A value that is already shown changes nothing, ' +
    "and ORCID's own value ends the edit. A missing biography stays; null clears it. The slug and names in " +
    'languages other than English stay. Publications are not matched again.',
  auth: member('workspace_member'),
  params: PersonParams,
  body: EditedValues,
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found'],
  grants: ['people:write', 'audit:put'],
  async handle({ params: { orcid }, body, caller, now, requestId }) {
    const changed = await changePerson(orcid, body, changeContext({ caller, now, requestId }));
    if (!changed) throw unknownPerson();
    return { status: 200, body: { success: true } };
  },
});

export const handler = lambda(route);
