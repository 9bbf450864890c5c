import * as z from 'zod';
import { groupForEditing } from '#src/formats/editing/documents.ts';
import { lambda } from '#src/http/lambda.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { groupSorts, groups } from '#src/lists/groups/groups.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { CuratedGroup, curatedGroup, memberCounts } from '#src/responses/groups/groups.ts';
import {
  csvEditMediaType,
  editableInOrder,
  editDescription,
  exportListForEditing,
} from '#src/responses/outputs/edit-export.ts';
import type { FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';

/** A tree is drawn of all groups. */
const mostPerPage = 5_000;

const GroupList = z
  .object({
    groups: z.array(
      CuratedGroup.omit({ version: true, stewards: true, steward_count: true }).meta({ id: 'GroupItem' }),
    ),
    ...searchEnvelope,
    sort: z.enum(groupSorts),
    dir: z.enum(['asc', 'desc']),
    q: z.string(),
  })
  .meta({ id: 'GroupList' });

export const route = defineRoute({
  id: 'groups.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/groups',
  summary: 'List the groups, such as departments, including hidden ones',
  description: `The list includes every write made before the request. ${editDescription}`,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.withDefault(
        query.decimalInteger(1, mostPerPage),
        '100',
        { type: 'integer', minimum: 1, maximum: mostPerPage, default: 100 },
        'The number of groups per page.',
      ),
      q: query.searchText('a name in any language, a printed name, the external id or the id'),
      sort: query.sortBy(groupSorts),
      dir: query.withDefault(
        z.enum(['asc', 'desc']),
        'asc',
        { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
        'The sort direction.',
      ),
      format: formatQuery.formatForEditing,
      offset: formatQuery.offset,
    }),
  ),
  responses: { 200: GroupList },
  mediaTypes: [csvEditMediaType],
  problems: [],
  grants: ['groups:read', 'lists:groups', 'lists:group-members'],
  async handle({ query: { perPage: per_page, format, offset, ...asked }, given, now }) {
    const find = (paging: Parameters<FindRows>[0]) =>
      groups.find({ ...asked, ...paging, equals: { deleted: 'false' }, where: [] }, 0);
    if (format === 'csv-edit') {
      const exported = { list: 'groups', path: '/api/groups', given } as const;
      return exportListForEditing(exported, { page: asked.page, per_page, offset }, find, async (rows) => {
        const ids = rows.map(({ id }) => id);
        return editableInOrder(ids, await getGroups(ids), groupForEditing);
      });
    }
    const { rows, ...page } = await find({ page: asked.page, per_page });
    const counts = await memberCounts(now);
    return {
      status: 200,
      body: { ...asked, groups: rows.map((row) => curatedGroup(row, counts(row), now)), ...page },
    };
  },
});

export const handler = lambda(route);
