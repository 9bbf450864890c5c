import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { namesFilter } from '#src/http/values-filter.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { listedPeople, peopleChanges } from '#src/lists/changes/people-changes.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { peopleByAnyName } from '#src/lists/people.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { PersonItem, personItem } from '#src/responses/integrations/items.ts';
import { listEnvelope, listPage, listParameters } from '#src/responses/integrations/list.ts';
import { optional } from '#src/responses/query.ts';

const listing = { name: 'people', source: peopleByAnyName, log: peopleChanges } as const;

export const route = defineRoute({
  id: 'people.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/people',
  summary: 'Search people with public publications, with their names in all languages',
  description: 'Sorted by name.',
  auth: installation('people.read'),
  query: z.object({
    ...listParameters,
    q: optional(query.searchText(`${query.inAnyLanguage('the name')} or the ORCID iD`)),
    include: namesFilter(['orcid'], 'What items have in addition.'),
    locale: query.searchLocale,
  }),
  responses: { 200: z.object({ people: z.array(PersonItem), ...listEnvelope }).meta({ id: 'PersonList' }) },
  problems: [],
  grants: ['lists:people', 'lists:publications', 'rollout:count'],
  async handle(input) {
    const {
      query: { updated_since, cursor, page, per_page, q, include },
      given,
    } = input;
    const search = await localeSearch('people', input);
    const ids = await listedPeople(updated_since ?? 0, publicStalenessMs());
    const asked = { q, locale: search.locale, sort: 'name', dir: 'asc', where: [] } as const;
    const { rows, envelope, headers } = await listPage(listing, { asked, ids, page, per_page, cursor, given });
    const hasOrcid = include?.includes('orcid');
    const people = rows.map((row) => ({ ...(hasOrcid && { orcid: row.orcid }), ...personItem(row) }));
    const body = { people, ...envelope, q };
    return { status: 200, body, headers: { ...headers, ...search.headers } };
  },
});

export const handler = lambda(route);
