import * as z from 'zod';
import { intakeOf } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { answeredIntake, DashboardIntake } from '#src/responses/intakes/intakes.ts';

export const route = defineRoute({
  id: 'intakes.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/intakes/{id}',
  summary: 'Get an intake and how far it is',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  responses: { 200: DashboardIntake },
  problems: ['not_found'],
  grants: ['intakes:read'],
  async handle({ params: { id }, caller }) {
    const intake = await intakeOf(id, caller);
    return { status: 200, body: await answeredIntake(intake) };
  },
});

export const handler = lambda(route);
