import * as z from 'zod';
import { unlinkResearcher } from '#src/curation/link-person.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import { answerMatches, PublicationMatches } from '#src/responses/curation/publication-matches.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'publication-researchers.unlink',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/publication-researchers/{id+}',
  summary: 'Unlink a person from a publication',
  description:
    'Also somebody whose ORCID record lists it: sources do not link them again, as after `not_an_author`. `POST` takes it ' +
    'back. Unlinking them again changes nothing. A deleted publication must be restored first (400).',
  auth: member('workspace_member'),
  params: PublicationParams,
  query: z.object({ orcid: OrcidId }),
  ifMatch: true,
  responses: { 200: PublicationMatches },
  problems: ['invalid_body', 'not_found', 'conflict'],
  grants: ['publications:store', 'journals:state', 'people:read', 'activity:put'],
  timeoutSeconds: 29,
  async handle({ params: { id }, query: { orcid }, caller, now, ifMatch }) {
    return answerMatches(await unlinkResearcher(id, orcid, curatorOf({ caller, now }), requireVersion(ifMatch)));
  },
});

export const handler = lambda(route);
