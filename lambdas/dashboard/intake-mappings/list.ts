import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { mappingsOf } from '#src/records/intakes/store/mappings.ts';
import { DashboardIntakeMapping } from '#src/responses/intakes/mappings.ts';

export const route = defineRoute({
  id: 'intake-mappings.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/intake-mappings',
  summary: 'List how the workspace reads the columns of files',
  auth: member('workspace_member'),
  responses: { 200: z.object({ mappings: z.array(DashboardIntakeMapping) }).meta({ id: 'IntakeMappings' }) },
  problems: [],
  grants: ['intake-mappings:query'],
  async handle({ caller: { workspace } }) {
    return { status: 200, body: { mappings: await mappingsOf(workspace) } };
  },
});

export const handler = lambda(route);
