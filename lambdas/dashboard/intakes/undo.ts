import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DashboardIntake } from '#src/responses/intakes/intakes.ts';
import { answerStep } from '#src/responses/intakes/steps.ts';

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
  handle: answerStep('undo'),
});

export const handler = lambda(route);
