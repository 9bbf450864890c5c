import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { recordFilters } from '#src/http/publication-query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { publicationStatistics } from '#src/lists/publication-statistics.ts';
import { groupConditions, groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';

const PublicationStatistics = z
  .object({
    total_publications: z.int().meta({ description: 'Hidden ones included' }),
    edited_publications: z.int(),
    hidden_publications: z.int(),
    orcid_sources: z.int().meta({ description: 'The researchers who are linked to at least one publication' }),
  })
  .meta({ id: 'PublicationStatistics' });

export const route = defineRoute({
  id: 'publications.stats',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications/stats',
  summary: 'Count the publications that are not deleted',
  auth: member('workspace_member'),
  query: z.object({ exclude_subtype: recordFilters.exclude_subtype, ...groupFilters }),
  responses: { 200: PublicationStatistics },
  problems: [],
  grants: ['lists:curated-publications', ...groupFilterGrants],
  seldomReads: groupFilterReads,
  async handle({ query: { exclude_subtype, ...filters }, now }) {
    const { groups } = await groupConditions(
      filters,
      { kind: 'publication', audience: 'curators', stalenessMs: 0 },
      now,
    );
    return { status: 200, body: await publicationStatistics(exclude_subtype, groups) };
  },
});

export const handler = lambda(route);
