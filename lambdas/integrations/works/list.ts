import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as publicationQuery from '#src/http/publication-query.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { echoValues, echoYears, oneOrMore } from '#src/http/values-filter.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { workChangesWith } from '#src/lists/changes/output-changes.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { works as publicWorks, workSorts } from '#src/lists/works.ts';
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
import { completedWorks, includeParameters, requireIncludedScopes } from '#src/responses/integrations/included.ts';
import { citedWorkItem, WorkItem, workItem } from '#src/responses/integrations/items.ts';
import { listPage, sortableEnvelope, sortableParameters } from '#src/responses/integrations/list.ts';
import { yearsEcho } from '#src/responses/publications.ts';
import { workType } from '#src/responses/query.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const listing = { name: 'works', source: publicWorks } as const;

export const route = defineRoute({
  id: 'works.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/works',
  summary: 'Search public works without a DOI',
  auth: installation('works.read'),
  query: z.object({
    ...sortableParameters(workSorts, 'the title'),
    work_type: workType,
    publication_year: publicationQuery.valueFilters.publication_year,
    ...groupFilters,
    ...includeParameters,
    locale: query.locale,
  }),
  responses: {
    200: z
      .object({
        works: z.array(WorkItem),
        ...sortableEnvelope(workSorts),
        work_type: z.string().nullable(),
        ...yearsEcho,
        ...groupEcho,
      })
      .meta({ id: 'WorkList' }),
  },
  problems: [],
  grants: ['lists:works', 'lists:people', 'works:read', 'rollout:count', ...groupFilterGrants],
  seldomReads: groupFilterReads,
  memoryMb: 512,
  async handle(input) {
    const {
      query: { updated_since, cursor, locale, include, style, ...echo },
      acceptLanguage,
      given,
      now,
      caller,
    } = input;
    requireIncludedScopes({ include }, caller);
    requireGroupScope(echo, caller);
    const search = await localeSearch('works', input);
    const { work_type, publication_year, page, per_page, q, sort, dir } = echo;
    const order = { q, sort, dir };
    const ofWorks = { kind: 'work', audience: 'public', stalenessMs: publicStalenessMs() } as const;
    const { groups } = await groupConditions(echo, ofWorks, now);
    const asked = {
      ...order,
      locale: search.locale,
      equals: { work_type: oneOrMore(work_type), publication_year: oneOrMore(publication_year) },
      atLeast: { changed: updated_since },
      where: ['public'],
    } as const;
    // Copies of earlier releases go on from here without citations.
    const log = workChangesWith(include?.filter((name) => name !== 'citation') ?? null, copiedGroups(echo, now));
    const { rows, envelope, headers } = await listPage(
      { ...listing, log },
      { asked, ...(groups && { groups }), page, per_page, cursor, given },
    );
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const item = include?.includes('citation') ? citedWorkItem : workItem;
    const items = rows.map((row) => item(row, language));
    const works = await completedWorks(items, rows, { include, style, now }, people);
    return {
      status: 200,
      body: {
        works,
        ...order,
        work_type: work_type && String(echoValues(work_type)),
        ...echoYears(publication_year),
        ...echoGroups(echo),
        ...envelope,
      },
      headers: { ...headers, 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
