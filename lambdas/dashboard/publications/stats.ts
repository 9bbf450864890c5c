import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { publicationStatistics } from '../../../src/lists/publication-statistics.ts';

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
  responses: { 200: PublicationStatistics },
  problems: [],
  grants: ['lists:curated-publications'],
  async handle() {
    return { status: 200, body: await publicationStatistics() };
  },
});

export const handler = lambda(route);
