import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { OrcidId } from '../../../src/domain/values/orcid-id.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { pageEnvelope } from '../../../src/http/page-envelope.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { curatedPublications } from '../../../src/lists/curated-publications.ts';
import { getPublicationsAndPeople } from '../../../src/storage/publications.ts';
import { OpenMatch, openMatch } from '../../../src/views/curation/publication-matches.ts';
import { echoOf, several } from '../../../src/views/curation/several-values.ts';

export const route = defineRoute({
  id: 'publication-matches.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publication-matches',
  summary: 'List the publications of which it is not clear which author a researcher is',
  description:
    'The queue of curators, the last fetched first, with hidden publications and without deleted ones. The response ' +
    'includes every change that was made before.',
  auth: member('workspace_member'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      orcid_id: several(OrcidId, { type: 'string' }, 'Only publications of researchers with this ORCID iD.'),
    }),
  ),
  responses: {
    200: z.object({ matches: z.array(OpenMatch), ...pageEnvelope, orcid_id: z.string().nullable() }),
  },
  problems: [],
  grants: ['lists:curated-publications', 'publications:read', 'people:read'],
  async handle({ query: { page, perPage, orcid_id } }) {
    const { rows, ...numbers } = await curatedPublications.find(
      {
        page,
        per_page: perPage,
        q: '',
        sort: 'last_fetched_at',
        dir: 'desc',
        equals: { has_open_match: 'true', status: 'active', orcid_id },
        where: [],
      },
      0,
    );
    const { publications, people } = await getPublicationsAndPeople(
      rows.map(({ doi }) => doi),
      rows.flatMap(({ orcids }) => orcids),
    );
    const known = [...people.values()];
    const matches = rows.flatMap(({ doi }) => {
      const record = publications.get(doi);
      return record ? [openMatch(record, known)] : [];
    });
    return { status: 200, body: { matches, ...numbers, orcid_id: echoOf(orcid_id) } };
  },
});

export const handler = lambda(route);
