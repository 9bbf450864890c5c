import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { categoryCounts } from '#src/lists/researchers.ts';

export const route = defineRoute({
  id: 'people.categories',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people/categories',
  summary: 'List the categories of people',
  description: 'In alphabetical order, each with its number of people.',
  internal: true,
  auth: member('steward'),
  responses: {
    200: z.object({ categories: z.array(z.object({ category_id: z.string(), people: z.int() })) }),
  },
  problems: [],
  grants: ['lists:people'],
  async handle() {
    return { status: 200, body: { categories: await categoryCounts() } };
  },
});

export const handler = lambda(route);
