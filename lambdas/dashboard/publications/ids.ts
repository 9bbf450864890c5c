import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { curatedFilters, curatedSearch } from '#src/responses/curated-outputs/publication-search.ts';
import { groupFilterGrants, groupFilterReads } from '#src/responses/group-query.ts';

/** A response has room for this many of the longest DOIs. */
const idsPerPage = 2_500;

export const route = defineRoute({
  id: 'publications.ids',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications/ids',
  summary: 'List the ids of all publications of a search',
  description:
    'The publications that `GET /api/publications` finds with the same search text and filters, by title and ' +
    `${idsPerPage} on a page, for a change of all of them.`,
  auth: member('steward'),
  query: z.object({ page: query.page, ...curatedFilters }),
  responses: {
    200: z
      .object({ ids: z.array(z.string()).meta({ description: 'DOIs' }), ...pageEnvelope })
      .meta({ id: 'CuratedPublicationIds' }),
  },
  problems: [],
  grants: [
    'lists:curated-publications',
    'lists:people',
    'journals:read',
    'setting:institution',
    'rollout:count',
    ...groupFilterGrants,
  ],
  // For a search in everything, and for a group.
  seldomReads: ['lists:people', ...groupFilterReads],
  async handle(input) {
    const { locale } = await localeSearch('publications', input);
    const { find } = await curatedSearch(input.query, locale, input.now);
    // By title, which a change to many publications rarely touches while the pages are read.
    const paging = { page: input.query.page, per_page: idsPerPage };
    const { rows, total, pages } = await find({ ...paging, sort: 'title', dir: 'asc' });
    return { status: 200, body: { ids: rows.map(({ doi }) => doi), ...paging, total, pages } };
  },
});

export const handler = lambda(route);
