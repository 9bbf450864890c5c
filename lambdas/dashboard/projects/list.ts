import * as z from 'zod';
import { projectForEditing } from '#src/formats/editing/project-document.ts';
import { lambda } from '#src/http/lambda.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatedProjectSorts, curatedProjects, programmeKey } from '#src/lists/projects.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { CuratedProjectItem, curatedProjectItem } from '#src/responses/curation/projects.ts';
import {
  csvEditMediaType,
  editableInOrder,
  editDescription,
  exportListForEditing,
} from '#src/responses/outputs/edit-export.ts';
import type { FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';

const visibilities = ['all', 'visible', 'hidden'] as const;
const statuses = ['active', 'deleted', 'all'] as const;

/** A choice whose default is the first value. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  query.withDefault(z.enum(values), values[0], { type: 'string', enum: [...values], default: values[0] }, description);

const ProjectList = z
  .object({
    projects: z.array(CuratedProjectItem),
    ...searchEnvelope,
    sort: z.enum(curatedProjectSorts),
    dir: z.enum(['asc', 'desc']),
    q: z.string(),
    visibility: z.enum(visibilities),
    status: z.enum(statuses),
    programme: z.string().nullable(),
  })
  .meta({ id: 'ProjectList' });

export const route = defineRoute({
  id: 'projects.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/projects',
  summary: 'List the projects, including hidden and deleted ones',
  description: `The list includes every write made before the request. ${editDescription}`,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      q: query.searchText(`the id or ${query.inAnyLanguage('the title')}`),
      sort: query.sortBy(curatedProjectSorts),
      dir: query.direction,
      visibility: choice(visibilities, 'All projects, or only visible or hidden ones.'),
      status: choice(statuses, 'Projects that are not deleted, only deleted ones, or all.'),
      programme: query.filter(
        z.string().trim().max(1_000),
        { type: 'string', maxLength: 1_000 },
        'Only projects of this programme, by its full name in any language, ignoring case and accents.',
      ),
      locale: query.searchLocale,
      format: formatQuery.formatForEditing,
      offset: formatQuery.offset,
    }),
  ),
  responses: { 200: ProjectList },
  mediaTypes: [csvEditMediaType],
  problems: [],
  grants: ['projects:read', 'lists:projects', 'rollout:count'],
  async handle(input) {
    const { perPage: per_page, locale: _, format, offset, ...asked } = input.query;
    const search = await localeSearch('projects', input);
    const { visibility, status, programme, ...order } = asked;
    const equals = {
      visible: visibility === 'all' ? null : String(visibility === 'visible'),
      deleted: status === 'all' ? null : String(status === 'deleted'),
      programme: programme && programmeKey(programme),
    };
    const find = (paging: Parameters<FindRows>[0]) =>
      curatedProjects.find({ ...order, ...paging, locale: search.locale, equals, where: [] }, 0);
    if (format === 'csv-edit') {
      const exported = { list: 'projects', path: '/api/projects', given: input.given } as const;
      return exportListForEditing(exported, { page: asked.page, per_page, offset }, find, async (rows) => {
        const ids = rows.map(({ id }) => id);
        return editableInOrder(ids, await getProjects(ids), projectForEditing);
      });
    }
    const { rows, ...page } = await find({ page: asked.page, per_page });
    const body = { ...asked, projects: rows.map(curatedProjectItem), ...page };
    return { status: 200, body, headers: search.headers };
  },
});

export const handler = lambda(route);
