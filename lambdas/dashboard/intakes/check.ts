import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DashboardIntake } from '#src/responses/intakes/intakes.ts';
import { answerStep } from '#src/responses/intakes/steps.ts';

export const route = defineRoute({
  id: 'intakes.check',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes/{id}/check',
  summary: 'Check the rows of an intake',
  description:
    'Finds out what each row is, in the background: `state` is `checking` until then. Possible once all rows have come, and again ' +
    'later: rows that have an outcome stay as they are.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  responses: { 202: DashboardIntake },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:update', 'open-intakes:put', 'queue:intakes'],
  handle: answerStep('check'),
});

export const handler = lambda(route);
