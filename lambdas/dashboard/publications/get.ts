import * as z from 'zod';
import { mayEdit, publicationAsOutput } from '#src/curation/groups/reach.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import {
  DashboardPublication,
  PublicationParams,
  publicationDetail,
} from '#src/responses/curation/publication-detail.ts';
import { peopleOfMatches } from '#src/responses/curation/publication-matches.ts';
import { authorsOffset } from '#src/responses/publications.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'publications.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications/{id+}',
  summary: 'Get a publication with its sources, edits and researchers',
  description: 'Includes hidden and deleted publications. The ETag can be sent in If-Match to change this version.',
  auth: member('steward'),
  params: PublicationParams,
  query: z.object({ authors_offset: authorsOffset }),
  responses: { 200: DashboardPublication },
  problems: ['not_found'],
  grants: [
    'publications:read',
    'people:read',
    'setting:institution',
    'stewards:reach',
    'group-members:read',
    'publication-groups:read',
    'setting:groups',
  ],
  async handle({ params: { id }, query: { authors_offset }, caller, now }) {
    const record = await findPublication(id);
    if (!record) throw new Problem('not_found', 'There is no publication with this DOI');
    const people = await getPeople(peopleOfMatches(record));
    const isEditable = await mayEdit(caller, publicationAsOutput(record), now);
    const detail = publicationDetail(record, people, isEditable, authors_offset);
    return { status: 200, body: detail, headers: { etag: versionTag(record, detail) } };
  },
});

export const handler = lambda(route);
