import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import {
  echoGroups,
  groupConditions,
  groupEcho,
  groupFilterGrants,
  groupFilterReads,
  groupFilters,
} from '#src/responses/group-query.ts';
import { PublicPerson } from '#src/responses/people.ts';
import { PublicationListItem, publicationItemFields, publicationItems } from '#src/responses/publications.ts';
import { combinedMatch, resultsEnvelope, searchParameters } from '#src/responses/search/results.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'search.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/search',
  summary: 'Search everything that is public',
  description:
    'Publications, most recently fetched first. `people` is always empty, because only installations may ' +
    'read people: they use the search of the Integrations API.',
  auth: { kind: 'none' },
  query: z.object({ ...searchParameters, ...groupFilters, locale: query.locale }),
  responses: {
    200: z
      .object({
        ...resultsEnvelope,
        ...groupEcho,
        publications: z.array(PublicationListItem),
        people: z.array(PublicPerson),
      })
      .meta({ id: 'SearchResults' }),
  },
  problems: [],
  grants: ['lists:publications', 'rollout:count', ...groupFilterGrants],
  seldomReads: groupFilterReads,
  async handle(input) {
    const {
      query: { q, limit, locale, ...filters },
      acceptLanguage,
      now,
    } = input;
    const search = await localeSearch('search', input);
    const ofPublications = { kind: 'publication', audience: 'public', stalenessMs: publicStalenessMs() } as const;
    const conditions = await groupConditions(filters, ofPublications, now);
    const order = { sort: 'last_fetched_at', dir: 'desc' } as const;
    const found = await publications.find(
      { q, locale: search.locale, ...order, page: 1, per_page: limit, where: ['public'], ...conditions },
      publicStalenessMs(),
      publicationItemFields,
    );
    const texts = found.rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: {
        q,
        limit,
        ...echoGroups(filters),
        ...combinedMatch(search.locale, [found]),
        total_publications: found.total,
        total_people: 0,
        publications: publicationItems(found.rows, language),
        people: [],
      },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
