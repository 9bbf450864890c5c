import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { intakesOf, readingsOf } from '#src/records/intakes/store/intakes.ts';
import { DashboardIntake, shownIntake } from '#src/responses/intakes/intakes.ts';
import { optional } from '#src/responses/query.ts';

export const route = defineRoute({
  id: 'intakes.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/intakes',
  summary: 'List the intakes of the workspace, newest first',
  auth: member('workspace_member'),
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{15}#[0-9a-f-]{36}$/, 'must be the `next_cursor` of an answer')
      .optional()
      .meta({
        description: 'Where to continue: the `next_cursor` of an answer',
        openapi: { type: 'string', minLength: 1 },
      }),
    limit: optional(
      query.withDefault(
        query.decimalInteger(1, 100),
        '20',
        { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        'The number of intakes.',
      ),
    ),
  }),
  responses: {
    200: z.object({ intakes: z.array(DashboardIntake), next_cursor: z.string().nullable() }).meta({ id: 'Intakes' }),
  },
  problems: [],
  grants: ['intake-list:query', 'intakes:read'],
  async handle({ query: { cursor, limit }, caller: { workspace } }) {
    const { intakes, next } = await intakesOf(workspace, { after: cursor, limit });
    const readings = await readingsOf(intakes.map(({ id }) => id));
    const shown = intakes.map((intake) => shownIntake(intake, readings.get(intake.id)));
    return { status: 200, body: { intakes: shown, next_cursor: next ?? null } };
  },
});

export const handler = lambda(route);
