import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { removeMapping } from '#src/records/intakes/store/mappings.ts';
import { IntakeMappingId } from '#src/responses/intakes/mappings.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

export const route = defineRoute({
  id: 'intake-mappings.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/intake-mappings/{id}',
  summary: 'Delete how columns of files are read',
  description: 'One that is gone already is no error.',
  auth: member('workspace_member'),
  params: z.object({ id: IntakeMappingId }),
  responses: { 200: z.object({ deleted: z.boolean() }) },
  problems: [],
  grants: ['intake-mappings:write', 'intake-mappings:delete'],
  async handle({ params: { id }, caller: { workspace } }) {
    const outcome = await retryIfStale('The mappings of the workspace', async () => {
      const removed = await removeMapping(workspace, id);
      return removed === 'stale' ? stale : removed;
    });
    return { status: 200, body: { deleted: outcome === 'deleted' } };
  },
});

export const handler = lambda(route);
