import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { maxMappingColumns, maxMappings, saveMapping } from '#src/records/intakes/store/mappings.ts';
import { DashboardIntakeMapping, IntakeMappingId } from '#src/responses/intakes/mappings.ts';
import { Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

export const route = defineRoute({
  id: 'intake-mappings.update',
  api: 'dashboard',
  method: 'PUT',
  path: '/api/intake-mappings/{id}',
  summary: 'Keep how the columns of files are read, for the workspace',
  description: `Replaces the one with this id, if there is one. A workspace has at most ${maxMappings}.`,
  auth: member('workspace_member'),
  params: z.object({ id: IntakeMappingId }),
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    columns: z
      .record(z.string().max(200), z.string().max(100))
      .refine((columns) => Object.keys(columns).length <= maxMappingColumns, {
        error: `must have at most ${maxMappingColumns} columns`,
      })
      .meta({ description: 'The field of each column by its heading; an empty text for columns that are not read' }),
  }),
  responses: { 200: DashboardIntakeMapping },
  problems: ['conflict'],
  grants: ['intake-mappings:write'],
  async handle({ params: { id }, body, caller: { workspace }, now }) {
    const mapping = { id, ...body, updated_at: now.getTime() };
    await retryIfStale('The mappings of the workspace', async () => {
      const saved = await saveMapping(workspace, mapping);
      if (saved === 'full') throw new Problem('conflict', `A workspace has at most ${maxMappings}. Delete one first`);
      return saved === 'stale' ? stale : saved;
    });
    return { status: 200, body: mapping };
  },
});

export const handler = lambda(route);
