import * as z from 'zod';
import { personForEditing } from '#src/formats/editing/documents.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import {
  CuratedPerson,
  categoryParameter,
  listPeople,
  peopleEnvelope,
  peopleParameters,
} from '#src/responses/curated-people/list.ts';
import {
  csvEditMediaType,
  editableInOrder,
  editDescription,
  exportListForEditing,
} from '#src/responses/outputs/edit-export.ts';
import type { FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { optional } from '#src/responses/query.ts';

const sorts = ['name', 'last_fetched_at'] as const;

export const route = defineRoute({
  id: 'people.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people',
  summary: 'Search all people, also by category',
  description: `The people of \`/api/researchers\`. ${editDescription}`,
  internal: true,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      ...peopleParameters,
      page: optional(peopleParameters.page),
      perPage: optional(peopleParameters.perPage),
      q: optional(peopleParameters.q),
      sort: optional(query.sortBy(sorts)),
      dir: optional(peopleParameters.dir),
      active_only: optional(peopleParameters.active_only),
      category_id: categoryParameter,
      format: formatQuery.formatForEditing,
      offset: formatQuery.offset,
    }),
  ),
  responses: {
    200: z
      .object({
        people: z.array(CuratedPerson),
        ...peopleEnvelope,
        sort: z.enum(sorts),
        category_id: z.string().nullable(),
      })
      .meta({ id: 'CuratedPersonList' }),
  },
  mediaTypes: [csvEditMediaType],
  problems: [],
  grants: ['people:read', 'lists:people', 'lists:publications', 'rollout:count'],
  async handle(input) {
    const {
      query: { format, offset, ...asked },
      given,
      now,
    } = input;
    const search = await localeSearch('people', input);
    if (format === 'csv-edit') {
      const exported = { list: 'people', path: '/api/people', given } as const;
      const find: FindRows<{ orcid: string }> = async ({ per_page, ...paging }) => {
        const found = await listPeople({ ...asked, ...paging, perPage: per_page, locale: search.locale }, now);
        return { rows: found.people, total: found.envelope.total };
      };
      return exportListForEditing(
        exported,
        { page: asked.page, per_page: asked.perPage, offset },
        find,
        async (rows) => {
          const ids = rows.map(({ orcid }) => orcid);
          return editableInOrder(
            ids,
            new Map((await getPeople(ids)).map((person) => [person.orcid, person])),
            personForEditing,
          );
        },
      );
    }
    const { people, envelope } = await listPeople({ ...asked, locale: search.locale }, now);
    const { sort, category_id } = asked;
    return { status: 200, body: { people, ...envelope, sort, category_id }, headers: search.headers };
  },
});

export const handler = lambda(route);
