import * as z from 'zod';
import { earlierImports } from '#src/curation/groups/import.ts';
import { memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { importModes } from '#src/records/groups/import.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

const mostImports = 50;
const mostNamed = 5;

export const route = defineRoute({
  id: 'group-imports.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/groups/imports',
  summary: 'List the imports of memberships that can be undone',
  description: `The latest ${mostImports} of the last 90 days, newest first; of a steward those that are only about their groups.`,
  auth: memberOrSteward('workspace_admin'),
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
            })
            .meta({ id: 'EarlierGroupImport' }),
        ),
      })
      .meta({ id: 'GroupImportList' }),
  },
  problems: [],
  grants: ['group-import-list:query', 'group-imports:read', 'stewards:limit', 'groups:read'],
  async handle({ caller, now, requestId }) {
    const found = await earlierImports(mostImports, memberContext({ caller, now, requestId }));
    const named = await getGroups([...new Set(found.flatMap(({ group_ids }) => group_ids.slice(0, mostNamed)))]);
    const imports = found.map(({ id, mode, group_ids, actor, created_at, undone_at }) => {
      const groups = group_ids.slice(0, mostNamed).map((each) => ({ id: each, name: named.get(each)?.name ?? null }));
      return { id, mode, groups, group_count: group_ids.length, actor, created_at, undone_at };
    });
    return { status: 200, body: { imports } };
  },
});

export const handler = lambda(route);
