import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { researcherSorts } from '#src/lists/researchers.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { CuratedPerson, listPeople, peopleEnvelope, peopleParameters } from '#src/responses/curated-people/list.ts';

export const route = defineRoute({
  id: 'researchers.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/researchers',
  summary: 'Search all researchers',
  description: 'All people in the registry, with the current affiliation and the numbers of publications.',
  auth: member('steward'),
  query: query.withPerPageAlias(z.object({ ...peopleParameters, sort: query.sortBy(researcherSorts) })),
  responses: {
    200: z
      .object({ researchers: z.array(CuratedPerson), ...peopleEnvelope, sort: z.enum(researcherSorts) })
      .meta({ id: 'ResearcherList' }),
  },
  problems: [],
  grants: ['lists:people', 'lists:publications', 'rollout:count'],
  async handle(input) {
    const { query: asked, now } = input;
    const search = await localeSearch('researchers', input);
    const { people, envelope } = await listPeople({ ...asked, locale: search.locale }, now);
    return { status: 200, body: { researchers: people, ...envelope, sort: asked.sort }, headers: search.headers };
  },
});

export const handler = lambda(route);
