import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { projectChanges } from '#src/lists/changes/record-changes.ts';
import { projectSorts, projects } from '#src/lists/projects.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { currencies } from '#src/records/projects/project.ts';
import { ProjectItem, projectItem } from '#src/responses/integrations/items.ts';
import { listPage, sortableEnvelope, sortableParameters } from '#src/responses/integrations/list.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const listing = { name: 'projects', source: projects, log: projectChanges } as const;

export const route = defineRoute({
  id: 'projects.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/projects',
  summary: 'Search public projects',
  auth: installation('projects.read'),
  query: z.object({
    ...sortableParameters(projectSorts, 'the programme, the title or the abstract'),
    funding_currency: query.oneOf(currencies, 'Only projects with funding in this currency.'),
    locale: query.locale,
  }),
  responses: {
    200: z
      .object({
        projects: z.array(ProjectItem),
        ...sortableEnvelope(projectSorts),
        funding_currency: z.enum(currencies).nullable(),
      })
      .meta({ id: 'ProjectList' }),
  },
  problems: [],
  grants: ['lists:projects', 'rollout:count'],
  memoryMb: 512,
  async handle(input) {
    const {
      query: { updated_since, cursor, locale, ...echo },
      acceptLanguage,
      given,
    } = input;
    const search = await localeSearch('projects', input);
    const { funding_currency, page, per_page, ...order } = echo;
    const asked = {
      ...order,
      locale: search.locale,
      equals: { funding_currency },
      atLeast: { changed: updated_since },
      where: ['public'],
    } as const;
    const { rows, envelope, headers } = await listPage(listing, { asked, page, per_page, cursor, given });
    const texts = rows.flatMap(({ programme, title, abstract }) => [programme, title, abstract]);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: { projects: rows.map((row) => projectItem(row, language)), ...echo, ...envelope },
      headers: { ...headers, 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
