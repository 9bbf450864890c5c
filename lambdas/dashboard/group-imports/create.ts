import * as z from 'zod';
import { importMembers } from '#src/curation/groups/import.ts';
import { rowFaults, rowOutcomes } from '#src/curation/groups/import-rows.ts';
import { memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { importModes } from '#src/records/groups/import.ts';

const maxRows = 500;
const text = z.string().max(500);

const Row = z.strictObject({
  line: z.int().min(0).meta({ description: 'The line of the file, which the answer repeats' }),
  orcid: text.optional(),
  staff_id: text.optional().meta({ description: 'Without `orcid`: they wait until a row or somebody gives their iD' }),
  name: text.optional().meta({
    description: 'Compared with the name of the person who has the staff id or iD; kept only of those without an iD',
  }),
  group: text.meta({ description: 'The id, the external id or the name of a group' }),
  from: text.optional().meta({ description: 'The first day: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`' }),
  to: text
    .optional()
    .meta({ description: 'The last day, likewise, or `open` to remove it. Nothing leaves it as it is' }),
  role: z.string().max(100).optional(),
  primary: z.boolean().optional(),
});

export const route = defineRoute({
  id: 'group-imports.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/groups/import',
  summary: 'Import memberships of groups, up to 500 rows at a time',
  description:
    'Several requests with the same `import_id` are one import, which can be undone. A row that is wrong fails alone. ' +
    'With `replace`, people whose memberships of these groups came from imports and who are in none of the rows leave ' +
    'yesterday, when `is_last` is true. Few people at a time are written together: after a 503 or a broken connection, send the ' +
    'same request again. With `dry_run`, nothing is written, and the answer says what would happen now.',
  auth: memberOrSteward('workspace_admin'),
  body: z.strictObject({
    import_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, hyphens or underscores' }),
    mode: z.enum(importModes),
    rows: z.array(Row).max(maxRows),
    dry_run: z.boolean().optional(),
    is_last: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the import has no more rows. Default: if these are fewer than 500' }),
  }),
  responses: {
    200: z
      .object({
        import_id: z.string(),
        rows: z.array(
          z.object({
            line: z.int(),
            outcome: z.enum(rowOutcomes).meta({ description: '`waiting`: they were added and wait for an iD' }),
            message: z.string().nullable().meta({ description: 'Why the row failed, or what is to be looked at' }),
            code: z.enum(rowFaults).nullable().meta({
              description:
                'The reason, for programs. `name_differs`: the row is imported, but may be about somebody else',
            }),
            about: z.string().nullable().meta({ description: 'The cell or the record that `code` is about' }),
          }),
        ),
        left: z.int().meta({ description: 'The memberships that ended because no row names them' }),
      })
      .meta({ id: 'GroupImport' }),
  },
  problems: ['conflict'],
  grants: [
    'group-members:curate',
    'stewards:limit',
    'group-imports:write',
    'group-imports:check',
    'group-import-list:put',
    'group-imports:query',
    'lists:groups',
    'lists:group-members',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const { rows, dry_run = false, is_last = rows.length < maxRows } = body;
    const context = memberContext({ caller, now, requestId });
    const { results, left } = await importMembers({ ...body, dry_run, is_last }, context);
    return { status: 200, body: { import_id: body.import_id, rows: results, left } };
  },
});

export const handler = lambda(route);
