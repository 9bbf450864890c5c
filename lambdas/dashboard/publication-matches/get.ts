import * as z from 'zod';
import { versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import {
  PublicationMatches,
  peopleOfMatches,
  publicationMatches,
} from '#src/responses/curation/publication-matches.ts';
import { authorsOffset } from '#src/responses/publications.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'publication-matches.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publication-matches/{id+}',
  summary: 'Get which authors the researchers of a publication are, and why',
  description:
    "With the candidates of unmatched researchers, and curators' decisions. The ETag can be sent in If-Match " +
    'to decide about this version.',
  auth: member('steward'),
  params: PublicationParams,
  query: z.object({ authors_offset: authorsOffset }),
  responses: { 200: PublicationMatches },
  problems: ['not_found'],
  grants: ['publications:read', 'people:read'],
  async handle({ params: { id }, query: { authors_offset } }) {
    const record = await findPublication(id);
    if (!record) throw new Problem('not_found', 'There is no publication with this DOI');
    const people = await getPeople(peopleOfMatches(record));
    const matches = publicationMatches(record, people, authors_offset);
    return { status: 200, body: matches, headers: { etag: versionTag(record, matches) } };
  },
});

export const handler = lambda(route);
