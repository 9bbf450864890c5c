import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { projectSorts, projects } from '#src/lists/projects.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { currencies, projectHref } from '#src/records/projects/project.ts';
import { env } from '#src/runtime/env.ts';
import { contentLanguage, inLocale, negotiateLocale } from '#src/vocabulary/locale.ts';

const ProjectListItem = z
  .object({
    id: z.string(),
    programme: z.string(),
    title: z.string(),
    abstract: z.string().nullable(),
    start_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    end_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    href: z.url().meta({ description: "The project's website, or its URL in this API if it has none" }),
  })
  .meta({ id: 'ProjectListItem' });

const ProjectList = z
  .object({
    projects: z.array(ProjectListItem),
    ...searchEnvelope,
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    funding_currency: z.string().nullable(),
  })
  .meta({ id: 'ProjectList' });

export const route = defineRoute({
  id: 'projects.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/projects',
  summary: 'Search public projects',
  auth: { kind: 'none' },
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    q: query.searchText('the programme, the title or the abstract'),
    sort: query.sortBy(projectSorts),
    dir: query.direction,
    funding_currency: query.oneOf(currencies, 'Only projects with funding in this currency.'),
    locale: query.locale,
  }),
  responses: { 200: ProjectList },
  problems: [],
  grants: ['lists:projects', 'rollout:count'],
  memoryMb: 512,
  async handle(input) {
    const { query: asked, acceptLanguage } = input;
    const { locale, ...echo } = asked;
    const search = await localeSearch('projects', input);
    const { funding_currency, ...paging } = echo;
    const { rows, ...page } = await projects.find(
      { ...paging, locale: search.locale, equals: { funding_currency }, where: ['public'] },
      publicStalenessMs(),
    );
    const texts = rows.flatMap(({ programme, title, abstract }) => [programme, title, abstract]);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const items = rows.map((row) => ({
      id: row.id,
      programme: inLocale(row.programme, language) ?? '',
      title: inLocale(row.title, language) ?? '',
      abstract: inLocale(row.abstract, language),
      start_date: row.start_date,
      end_date: row.end_date,
      href: projectHref(row, env('PUBLIC_BASE_URL')),
    }));
    return {
      status: 200,
      body: { projects: items, ...echo, ...page },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
