import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { citedPublicationChanges } from '#src/lists/changes/cited-publications.ts';
import { publicationChanges } from '#src/lists/changes/record-changes.ts';
import { people } from '#src/lists/people.ts';
import { publicationSorts, publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { citationParameters, withCitations } from '#src/responses/citations.ts';
import { citedPublicationItem, PublicationEntry, publicationEntry } from '#src/responses/integrations/items.ts';
import { listPage, sortableEnvelope, sortableParameters } from '#src/responses/integrations/list.ts';
import { journalCondition } from '#src/responses/journals.ts';
import { conditionsOf, echoPublicFilters, ownConditions, publicFilters } from '#src/responses/owner-filters.ts';
import { publicFiltersEcho } from '#src/responses/publications.ts';

const listing = {
  name: 'publications',
  source: publications,
} as const;

export const route = defineRoute({
  id: 'publications.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/publications',
  summary: 'Search public publications, with their titles in all languages',
  auth: installation('publications.read'),
  query: z.object({
    ...sortableParameters(publicationSorts, 'the title'),
    ...publicFilters,
    ...citationParameters,
    locale: query.searchLocale,
  }),
  responses: {
    200: z
      .object({
        publications: z.array(PublicationEntry),
        ...sortableEnvelope(publicationSorts),
        ...publicFiltersEcho,
      })
      .meta({ id: 'PublicationList' }),
  },
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'projects:read',
    'journals:read',
    'rollout:count',
  ],
  async handle(input) {
    const { query: filters, given, now } = input;
    const { page, per_page, q, sort, dir, updated_since, cursor, include, style } = filters;
    const order = { q, sort, dir };
    const { equals, atLeast, where, ...exceptions } = ownConditions(filters);
    const [{ owners, ids }, ofJournal] = await Promise.all([
      conditionsOf(filters, now),
      journalCondition(filters.journal),
    ]);
    const search = await localeSearch('publications', input);
    const asked = {
      ...order,
      locale: search.locale,
      equals,
      ...exceptions,
      atLeast: { ...atLeast, public_change: updated_since },
      where,
    } as const;
    const log = include ? citedPublicationChanges : publicationChanges;
    const { rows, envelope, headers } = await listPage(
      { ...listing, log },
      {
        asked,
        ...(ids && { ids }),
        equals: { ...(owners && { orcid: owners }), ...ofJournal },
        page,
        per_page,
        cursor,
        given,
      },
    );
    const body = {
      publications: await withCitations(
        rows.map(include ? citedPublicationItem : publicationEntry),
        { include, style },
        people,
      ),
      ...{ page, per_page, ...order },
      ...echoPublicFilters(filters),
      ...envelope,
    };
    return { status: 200, body, headers: { ...headers, ...search.headers } };
  },
});

export const handler = lambda(route);
