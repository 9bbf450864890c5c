import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { curatedPeople } from '#src/lists/people.ts';
import { curatedProjects } from '#src/lists/projects.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { foundElsewhere } from '#src/lists/search-everything.ts';
import { curatedWorks } from '#src/lists/works.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import { groupConditions, groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';
import { FoundInRegistry, foundItems } from '#src/responses/search/registry.ts';
import { searchParameters } from '#src/responses/search/results.ts';
import { identifierKey } from '#src/vocabulary/identifiers/identifiers.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'search.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/search',
  summary: 'Search publications, people, projects and works without a DOI at once',
  description:
    'Finds publications by title, author, DOI, journal, publisher, and by ORCID iD and every name of a linked person; people by ' +
    'every name and iD; projects by title and id; works by title, author and identifier. Nothing that is deleted. Filters by group are for publications and works.',
  auth: member('workspace_member'),
  query: z.object({
    q: searchParameters.q.meta({ description: 'The text, or an identifier in any notation.' }),
    limit: searchParameters.limit,
    ...groupFilters,
    locale: query.locale,
  }),
  responses: { 200: FoundInRegistry },
  problems: [],
  grants: [
    'lists:curated-publications',
    'lists:people',
    'lists:projects',
    'lists:works',
    'publications:read',
    'rollout:count',
    ...groupFilterGrants,
  ],
  seldomReads: groupFilterReads,
  async handle(input) {
    const { query: asked, acceptLanguage } = input;
    const { q, limit } = asked;
    const ofGroups = (kind: OutputName['kind']) =>
      groupConditions(asked, { kind, audience: 'curators', stalenessMs: 0 }, input.now);
    const [ofPublications, ofWorks] = await Promise.all([ofGroups('publication'), ofGroups('work')]);
    const { locale } = await localeSearch('search', input);
    const paging = { page: 1, per_page: limit, locale };
    const key = identifierKey(q.slice(0, 300));
    const identifier = key === undefined ? [] : [key];
    const sorted = { sort: 'title', dir: 'asc', where: [] } as const;
    const [publications, people, projects, works] = await Promise.all([
      foundElsewhere(q, locale).then((alsoFound) =>
        curatedPublications.find(
          {
            ...paging,
            q,
            alsoFound,
            sort: 'cited_by_count',
            dir: 'desc',
            equals: { status: 'active', versions: 'shown' },
            where: ['present'],
            ...ofPublications,
          },
          0,
        ),
      ),
      curatedPeople.find({ ...paging, q: parseOrcidId(q) ?? q, sort: 'name', dir: 'asc', where: [] }, 0),
      curatedProjects.find({ ...paging, q, ...sorted, equals: { deleted: 'false' } }, 0),
      curatedWorks.find(
        {
          ...paging,
          q,
          ...sorted,
          equals: { status: 'active' },
          ...ofWorks,
          alsoFound: { equals: { identifier }, ids: new Set() },
        },
        0,
      ),
    ]);
    const texts = publications.rows.map(({ title }) => title);
    const language = negotiateLocale(asked.locale, acceptLanguage, texts);
    return {
      status: 200,
      body: { q, limit, ...foundItems({ publications, people, projects, works }, language) },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
