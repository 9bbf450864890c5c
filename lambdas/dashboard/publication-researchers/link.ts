import * as z from 'zod';
import { linkResearcher } from '#src/curation/link-person.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import { answerMatches, PublicationMatches } from '#src/responses/curation/publication-matches.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'publication-researchers.link',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publication-researchers/{id+}',
  summary: 'Link a person to a publication',
  description:
    'The person must be in the registry, and is matched to the authors like other researchers. It takes back an earlier ' +
    '`DELETE`. Linking them again changes nothing. A deleted publication must be restored first (400).',
  auth: member('workspace_member'),
  params: PublicationParams,
  body: z.strictObject({ orcid: OrcidId }),
  ifMatch: true,
  responses: { 200: PublicationMatches },
  problems: ['not_found', 'conflict'],
  grants: ['publications:store', 'journals:state', 'people:read', 'people:check', 'activity:put'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body: { orcid }, caller, now, ifMatch }) {
    return answerMatches(await linkResearcher(id, orcid, curatorOf({ caller, now }), requireVersion(ifMatch)));
  },
});

export const handler = lambda(route);
