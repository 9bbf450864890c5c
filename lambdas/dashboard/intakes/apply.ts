import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DashboardIntake } from '#src/responses/intakes/intakes.ts';
import { answerStep } from '#src/responses/intakes/steps.ts';

export const route = defineRoute({
  id: 'intakes.apply',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes/{id}/apply',
  summary: 'Apply the decisions about an intake',
  description:
    'In the background: `state` is `applying` until then. Rows without a decision stay as they are: decide them and apply again. ' +
    'After a stop, it goes on.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  responses: { 202: DashboardIntake },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:update', 'open-intakes:put', 'queue:intakes'],
  handle: answerStep('apply'),
});

export const handler = lambda(route);
