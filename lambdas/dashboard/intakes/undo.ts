import * as z from 'zod';
import { beginStep } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readingsOf } from '#src/records/intakes/store/intakes.ts';
import { DashboardIntake, intakeUser, shownIntake } from '#src/responses/intakes/intakes.ts';

export const route = defineRoute({
  id: 'intakes.undo',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes/{id}/undo',
  summary: 'Undo an intake',
  description:
    'In the background: `state` is `undoing` until then. What somebody has touched since stays, and `undone` says which and why.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  responses: { 202: DashboardIntake },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:update', 'open-intakes:put', 'queue:intakes'],
  async handle({ params: { id }, caller, now, requestId }) {
    const intake = await beginStep(id, 'undo', intakeUser({ caller, now, requestId }));
    return { status: 202, body: shownIntake(intake, (await readingsOf([id])).get(id)) };
  },
});

export const handler = lambda(route);
