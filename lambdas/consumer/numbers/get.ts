import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { valueFilters } from '#src/http/publication-query.ts';
import { defineRoute } from '#src/http/route.ts';
import { namesFilter } from '#src/http/values-filter.ts';
import { groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';
import { outputGrants } from '#src/responses/outputs/outputs.ts';
import { publicFilters } from '#src/responses/owner-filters.ts';
import { optional } from '#src/responses/query.ts';
import {
  mostDimensions,
  NumberDimensions,
  PublicNumbers,
  publicNumbers,
} from '#src/responses/reports/public-numbers.ts';

export const route = defineRoute({
  id: 'numbers.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/numbers',
  summary: 'Count public publications and works by year, type, open access and group',
  description:
    'Distinct outputs, for charts on web sites. `total` is their number, which counts add up to, unless they are by ' +
    '`group`: an output can belong to several public groups, and counts for those above. With `group_id`, these groups and ' +
    'all below them are counted. Works are counted as `GET /v1/publications` with `include=works` lists them.',
  auth: { kind: 'none' },
  query: z.object({
    by: optional(namesFilter(NumberDimensions, 'What to count by, at most three. Default: `year`.', mostDimensions)),
    publication_year_from: valueFilters.publication_year_from,
    publication_year_to: valueFilters.publication_year_to,
    output_type: publicFilters.output_type,
    open_access_status: publicFilters.open_access_status,
    orcid: publicFilters.orcid,
    ...groupFilters,
  }),
  responses: { 200: PublicNumbers },
  problems: [],
  grants: ['lists:publications', 'lists:people', 'journals:read', ...outputGrants, ...groupFilterGrants],
  seldomReads: ['lists:people', ...groupFilterReads],
  async handle({ query, now }) {
    return { status: 200, body: await publicNumbers(query, now) };
  },
});

export const handler = lambda(route);
