import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { Problem } from '#src/runtime/errors.ts';
import { contentLanguage, inLocale, negotiateLocale } from '#src/vocabulary/locale.ts';

const ProjectDetail = z
  .object({
    id: z.string(),
    programme: z.string(),
    title: z.string(),
    abstract: z.string().nullable(),
    start_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    end_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    member_orcids: z.array(z.string()),
    coordinator_orcids: z.array(z.string()),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Further data that the institution publishes' }),
  })
  .meta({ id: 'ProjectDetail' });

export const route = defineRoute({
  id: 'projects.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/projects/{id}',
  summary: 'Get a public project by id',
  auth: { kind: 'none' },
  params: z.object({ id: z.string().meta({ description: 'The id of the project' }) }),
  query: z.object({ locale: query.locale }),
  responses: { 200: ProjectDetail },
  problems: ['not_found'],
  grants: ['projects:read'],
  async handle({ params, query: { locale }, acceptLanguage }) {
    const project = await getProject(params.id);
    // Hidden, deleted and unknown projects get one and the same response.
    if (!project || !isPublic(project)) throw new Problem('not_found', 'There is no public project with this id');
    const { id, programme, title, abstract, start_date, end_date, member_orcids, coordinator_orcids, data } = project;
    const texts = [programme, title, abstract];
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: {
        id,
        programme: inLocale(programme, language) ?? '',
        title: inLocale(title, language) ?? '',
        abstract: inLocale(abstract, language),
        start_date,
        end_date,
        member_orcids,
        coordinator_orcids,
        data,
      },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
