import * as z from 'zod';
import { stopIntake } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { answeredIntake, DashboardIntake, intakeUser } from '#src/responses/intakes/intakes.ts';

export const route = defineRoute({
  id: 'intakes.stop',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes/{id}/stop',
  summary: 'Stop applying an intake',
  description:
    'It stops within seconds. What is stored stays; applying again does the rest, and an undo takes it back.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  responses: { 202: DashboardIntake },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:update', 'open-intakes:delete'],
  async handle({ params: { id }, caller, now, requestId }) {
    const intake = await stopIntake(id, intakeUser({ caller, now, requestId }));
    return { status: 202, body: await answeredIntake(intake) };
  },
});

export const handler = lambda(route);
