import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { publicationChangesWith } from '#src/lists/changes/output-changes.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { publicationSorts, publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import {
  copiedGroups,
  echoGroups,
  groupConditions,
  groupEcho,
  groupFilterGrants,
  groupFilterReads,
  groupFilters,
  requireGroupScope,
} from '#src/responses/group-query.ts';
import {
  completedPublications,
  includeParameters,
  requireIncludedScopes,
} from '#src/responses/integrations/included.ts';
import { citedPublicationItem, PublicationEntry, publicationEntry } from '#src/responses/integrations/items.ts';
import { listPage, sortableEnvelope, sortableParameters } from '#src/responses/integrations/list.ts';
import { journalCondition } from '#src/responses/journals.ts';
import { echoPublicFilters, ownConditions, ownedOutputs, publicFilters } from '#src/responses/owner-filters.ts';
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
    ...groupFilters,
    ...includeParameters,
    locale: query.searchLocale,
  }),
  responses: {
    200: z
      .object({
        publications: z.array(PublicationEntry),
        ...sortableEnvelope(publicationSorts),
        ...publicFiltersEcho,
        ...groupEcho,
      })
      .meta({ id: 'PublicationList' }),
  },
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'works:read',
    'projects:read',
    'journals:read',
    'rollout:count',
    ...groupFilterGrants,
  ],
  seldomReads: groupFilterReads,
  async handle(input) {
    const { query: filters, given, now, caller } = input;
    const { page, per_page, q, sort, dir, updated_since, cursor, include, style } = filters;
    requireIncludedScopes(filters, caller);
    requireGroupScope(filters, caller);
    const order = { q, sort, dir };
    const { equals, atLeast, where, ...exceptions } = ownConditions(filters);
    const [{ owners, ofProject }, ofJournal, { groups }] = await Promise.all([
      ownedOutputs(filters, now),
      journalCondition(filters.journal),
      groupConditions(filters, { kind: 'publication', audience: 'public', stalenessMs: publicStalenessMs() }, now),
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
    const { rows, envelope, headers } = await listPage(
      { ...listing, log: publicationChangesWith(include, copiedGroups(filters, now)) },
      {
        asked,
        ...(ofProject && { ids: ofProject.publications }),
        ...(groups && { groups }),
        equals: { ...(owners && { orcid: owners }), ...ofJournal },
        page,
        per_page,
        cursor,
        given,
      },
    );
    const body = {
      publications: await completedPublications(
        rows.map(include?.includes('citation') ? citedPublicationItem : publicationEntry),
        rows,
        { include, style, now },
        people,
      ),
      ...{ page, per_page, ...order },
      ...echoPublicFilters(filters),
      ...echoGroups(filters),
      ...envelope,
    };
    return { status: 200, body, headers: { ...headers, ...search.headers } };
  },
});

export const handler = lambda(route);
