import * as z from 'zod';
import { intakeOf } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { intakeClasses, intakeOutcomes } from '#src/records/intakes/intake.ts';
import { findIntakeRows } from '#src/records/intakes/store/rows.ts';
import { deletersOf, EditRowView, IntakeRowView, shownRow } from '#src/responses/intakes/rows.ts';
import { optional } from '#src/responses/query.ts';

export const route = defineRoute({
  id: 'intake-rows.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/intakes/{id}/rows',
  summary: 'List the rows of an intake, with what they are and what became of them',
  description:
    'In the order of the file. With a filter, an answer can have fewer rows than `limit` although there are more: continue ' +
    'until `next_cursor` is null.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  query: z.object({
    class: optional(query.oneOf(intakeClasses, 'Only rows of this class.')),
    outcome: optional(query.oneOf(intakeOutcomes, 'Only rows with this outcome.')),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'must be the `next_cursor` of an answer')
      .transform(Number)
      .optional()
      .meta({
        description: 'Where to continue: the `next_cursor` of an answer',
        openapi: { type: 'string', minLength: 1 },
      }),
    limit: optional(
      query.withDefault(
        query.decimalInteger(1, 100),
        '50',
        { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        'The number of rows.',
      ),
    ),
  }),
  responses: {
    200: z
      .object({ rows: z.array(z.union([IntakeRowView, EditRowView])), next_cursor: z.string().nullable() })
      .meta({ id: 'IntakeRows' }),
  },
  problems: ['not_found'],
  grants: ['intakes:read', 'intakes:query', 'activity:query'],
  timeoutSeconds: 29,
  async handle({ params: { id }, query: { cursor, limit, ...filter }, caller }) {
    const intake = await intakeOf(id, caller);
    const { rows, next } = await findIntakeRows(id, filter, { after: cursor, limit });
    const deleters = await deletersOf(intake, rows);
    const shown = rows.map((row) => shownRow(intake, row, deleters));
    return { status: 200, body: { rows: shown, next_cursor: next === undefined ? null : String(next) } };
  },
});

export const handler = lambda(route);
