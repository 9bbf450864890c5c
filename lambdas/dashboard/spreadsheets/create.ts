import * as z from 'zod';
import { groupForEditing, personForEditing, workForEditing } from '#src/formats/editing/documents.ts';
import { projectForEditing } from '#src/formats/editing/project-document.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { type Editable, editableInOrder, editOffset, maxEditIds } from '#src/responses/outputs/edit-export.ts';
import { editMediaTypes, exportForEditing } from '#src/responses/outputs/edit-workbook.ts';
import { editFormats } from '#src/responses/outputs/export-query.ts';
import { optional } from '#src/responses/query.ts';

const lists = ['works', 'people', 'projects', 'groups'] as const;
const path = '/api/spreadsheets';

export const route = defineRoute({
  id: 'spreadsheets.create',
  api: 'dashboard',
  method: 'POST',
  path,
  summary: `Export up to ${maxEditIds} works, people, projects or groups to be edited in a spreadsheet`,
  description:
    'Writes them in the order of their ids, once each; ids without a record are left out. The file comes back as an intake ' +
    'of the kind `edits`. `xlsx-edit` is whole. A response in `csv-edit` has at most about 5 MB: if there are more, ' +
    '`X-Export-Truncated` is true, and the same body goes to the URL in `Link`. For publications, see ' +
    '`POST /api/publications/export`.',
  auth: member('steward'),
  query: z.object({
    format: optional(
      query.withDefault(
        z.enum(editFormats),
        'csv-edit',
        { type: 'string', enum: [...editFormats], default: 'csv-edit' },
        'The format of the response.',
      ),
    ),
    offset: editOffset,
  }),
  body: z.strictObject({
    list: z.enum(lists),
    ids: z.array(z.string().max(200)).max(maxEditIds),
  }),
  responses: { 200: z.object({}) },
  mediaTypes: editMediaTypes,
  problems: [],
  grants: ['works:read', 'people:read', 'projects:read', 'groups:read'],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ query: { format, offset = 0 }, body: { list, ids }, given }) {
    const records = await recordsOf[list]([...new Set(ids)]);
    const found = records.flatMap((record) => record ?? []);
    return exportForEditing({ format, list, path, given, offset }, found);
  },
});

const recordsOf: Record<(typeof lists)[number], (ids: string[]) => Promise<Editable[]>> = {
  works: async (ids) => editableInOrder(ids, await getWorks(ids), workForEditing),
  people: async (ids) =>
    editableInOrder(ids, new Map((await getPeople(ids)).map((person) => [person.orcid, person])), personForEditing),
  projects: async (ids) => editableInOrder(ids, await getProjects(ids), projectForEditing),
  groups: async (ids) => {
    const groups = [...(await getGroups(ids))].filter(([, { deleted_at }]) => deleted_at === null);
    return editableInOrder(ids, new Map(groups), groupForEditing);
  },
};

export const handler = lambda(route);
