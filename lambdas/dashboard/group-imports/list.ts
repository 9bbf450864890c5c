import * as z from 'zod';
import { earlierImports } from '#src/curation/groups/import.ts';
import { memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { importModes } from '#src/records/groups/import.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

const importsRead = 50;
const mostNamed = 5;

export const route = defineRoute({
  id: 'group-imports.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/groups/imports',
  summary: 'List the imports of memberships that can be undone',
  description:
    'Those of the last 90 days, newest first; of a steward those that are only about their groups. An answer may have few, or ' +
    'none, and yet a `next_cursor`.',
  auth: memberOrSteward('workspace_admin'),
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{15}#[A-Za-z0-9_-]{1,64}$/, 'must be the `next_cursor` of an answer')
      .optional()
      .meta({
        description: 'Where to continue: the `next_cursor` of an answer',
        openapi: { type: 'string', minLength: 1 },
      }),
  }),
  responses: {
    200: z
      .object({
        imports: z.array(
          z
            .object({
              id: z.string().meta({ description: 'The `import_id`' }),
              mode: z.enum(importModes),
              groups: z
                .array(z.object({ id: z.string(), name: LocalizedText.nullable() }))
                .meta({ description: `The first ${mostNamed} groups` }),
              group_count: z.int(),
              actor: z.string().nullable().meta({ description: 'Who began it. Null for stewards unless it was they' }),
              created_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
              undone_at: z.int().nullable(),
              undo_pending: z
                .boolean()
                .meta({ description: 'Whether an undo has begun and not come to its end: repeat it for the rest' }),
            })
            .meta({ id: 'EarlierGroupImport' }),
        ),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'GroupImportList' }),
  },
  problems: [],
  grants: ['group-import-list:query', 'group-imports:read', 'stewards:limit', 'groups:read'],
  async handle({ query: { cursor }, caller, now, requestId }) {
    const context = memberContext({ caller, now, requestId });
    const { imports: found, next } = await earlierImports({ after: cursor, limit: importsRead }, context);
    const named = await getGroups([...new Set(found.flatMap(({ group_ids }) => group_ids.slice(0, mostNamed)))]);
    const imports = found.map(({ group_ids, version: _, ...shown }) => {
      const groups = group_ids.slice(0, mostNamed).map((each) => ({ id: each, name: named.get(each)?.name ?? null }));
      return { ...shown, groups, group_count: group_ids.length };
    });
    return { status: 200, body: { imports, next_cursor: next ?? null } };
  },
});

export const handler = lambda(route);
