import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import {
  CuratedPerson,
  categoryParameter,
  listPeople,
  peopleEnvelope,
  peopleParameters,
} from '#src/responses/curated-people/list.ts';
import { optional } from '#src/responses/query.ts';

const sorts = ['name', 'last_fetched_at'] as const;

export const route = defineRoute({
  id: 'people.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people',
  summary: 'Search all people, also by category',
  description: 'The people of `/api/researchers`.',
  internal: true,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      ...peopleParameters,
      page: optional(peopleParameters.page),
      perPage: optional(peopleParameters.perPage),
      q: optional(peopleParameters.q),
      sort: optional(query.sortBy(sorts)),
      dir: optional(peopleParameters.dir),
      active_only: optional(peopleParameters.active_only),
      category_id: categoryParameter,
    }),
  ),
  responses: {
    200: z
      .object({
        people: z.array(CuratedPerson),
        ...peopleEnvelope,
        sort: z.enum(sorts),
        category_id: z.string().nullable(),
      })
      .meta({ id: 'CuratedPersonList' }),
  },
  problems: [],
  grants: ['lists:people', 'lists:publications', 'rollout:count'],
  async handle(input) {
    const { query: asked, now } = input;
    const search = await localeSearch('people', input);
    const { people, envelope } = await listPeople({ ...asked, locale: search.locale }, now);
    const { sort, category_id } = asked;
    return { status: 200, body: { people, ...envelope, sort, category_id }, headers: search.headers };
  },
});

export const handler = lambda(route);
