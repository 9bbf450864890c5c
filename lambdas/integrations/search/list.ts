import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { listedPeople } from '#src/lists/changes/people-changes.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { peopleByAnyName } from '#src/lists/people.ts';
import { publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import {
  echoGroups,
  groupConditions,
  groupEcho,
  groupFilterGrants,
  groupFilterReads,
  groupFilters,
  requireGroupScope,
} from '#src/responses/group-query.ts';
import { PersonItem, PublicationEntry, personItem, publicationEntry } from '#src/responses/integrations/items.ts';
import { combinedMatch, resultsEnvelope, searchParameters } from '#src/responses/search/results.ts';

export const route = defineRoute({
  id: 'search.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/search',
  summary: 'Search publications and people, with their texts in all languages',
  description:
    'Publications, most recently fetched first, and people by name. Without the scope `people.read`, ' +
    '`people` is empty and `total_people` is 0. Filters by group are for publications.',
  auth: installation('publications.read'),
  query: z.object({ ...searchParameters, ...groupFilters, locale: query.searchLocale }),
  responses: {
    200: z
      .object({
        ...resultsEnvelope,
        ...groupEcho,
        publications: z.array(PublicationEntry),
        people: z.array(PersonItem),
      })
      .meta({ id: 'SearchResults' }),
  },
  problems: [],
  grants: ['lists:publications', 'lists:people', 'rollout:count', ...groupFilterGrants],
  seldomReads: groupFilterReads,
  async handle(input) {
    const { q, limit, locale: _, ...filters } = input.query;
    requireGroupScope(filters, input.caller);
    const { locale, headers } = await localeSearch('search', input);
    const asked = { q, locale, page: 1, per_page: limit };
    const stalenessMs = publicStalenessMs();
    const ofPublications = { kind: 'publication', audience: 'public', stalenessMs } as const;
    const conditions = await groupConditions(filters, ofPublications, input.now);
    const found = await publications.find(
      { ...asked, sort: 'last_fetched_at', dir: 'desc', where: ['public'], ...conditions },
      stalenessMs,
    );
    const people = input.caller.scopes.includes('people.read')
      ? await peopleByAnyName.find(
          { ...asked, sort: 'name', dir: 'asc', where: [], ids: await listedPeople(0, stalenessMs) },
          stalenessMs,
        )
      : { rows: [], total: 0 };
    return {
      status: 200,
      body: {
        q,
        limit,
        ...echoGroups(filters),
        ...combinedMatch(locale, [found, people]),
        total_publications: found.total,
        total_people: people.total,
        publications: found.rows.map(publicationEntry),
        people: people.rows.map(personItem),
      },
      headers,
    };
  },
});

export const handler = lambda(route);
