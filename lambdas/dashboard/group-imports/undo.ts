import * as z from 'zod';
import { undoImport } from '#src/curation/groups/import.ts';
import { memberContext } from '#src/curation/groups/members.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';

export const route = defineRoute({
  id: 'group-imports.undo',
  api: 'dashboard',
  method: 'POST',
  path: '/api/groups/imports/{id}/undo',
  summary: 'Undo an import of memberships',
  description:
    'Everybody has the memberships of before, except people whom somebody has changed since. Possible for 90 days. ' +
    'Repeating it does what is left.',
  auth: memberOrSteward('workspace_admin'),
  params: z.object({ id: z.string().meta({ description: 'The `import_id`' }) }),
  responses: {
    200: z
      .object({
        restored: z.int().meta({ description: 'The people who have their earlier memberships again' }),
        left: z.array(z.string()).meta({ description: 'The people who were changed since, and stay as they are' }),
      })
      .meta({ id: 'GroupImportUndo' }),
  },
  problems: ['not_found', 'conflict'],
  grants: [
    'group-members:curate',
    'stewards:limit',
    'group-imports:write',
    'group-imports:query',
    'group-imports:delete',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, caller, now, requestId }) {
    return { status: 200, body: await undoImport(id, memberContext({ caller, now, requestId })) };
  },
});

export const handler = lambda(route);
