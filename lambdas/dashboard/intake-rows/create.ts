import * as z from 'zod';
import { addIntakeRows, intakeOf } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { maxIntakeRows, maxRowsAtOnce } from '#src/records/intakes/intake.ts';
import { intakeUser } from '#src/responses/intakes/intakes.ts';
import { IntakeRowInput } from '#src/responses/intakes/rows.ts';
import { invalidRequest } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'intake-rows.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes/{id}/rows',
  summary: 'Send rows of an intake',
  description:
    'In any order, up to 100 at a time, until it is checked. The same rows again replace those before, so a request can be ' +
    'repeated. Rows that have the iD of a person who was erased are not stored.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    first: z
      .int()
      .min(0)
      .max(maxIntakeRows - 1)
      .meta({ description: 'The place of the first of these rows in the file, from 0' }),
    rows: z.array(IntakeRowInput).min(1).max(maxRowsAtOnce),
  }),
  responses: { 200: z.object({ received: z.int().meta({ description: 'All rows that have come so far' }) }) },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:update', 'intakes:put', 'erasures:read'],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, body: { first, rows }, caller, now, requestId }) {
    const user = intakeUser({ caller, now, requestId });
    const { kind } = await intakeOf(id, user);
    const isOther = (row: (typeof rows)[number]) => 'cells' in row !== (kind === 'edits');
    const others = rows.flatMap((row, at) =>
      isOther(row) ? [{ path: `rows.${at}`, message: `is no row of an intake of ${kind}` }] : [],
    );
    if (others.length > 0) throw invalidRequest('body', others);
    const sent = rows.map(({ line, ...content }) => ({ line, content }));
    return { status: 200, body: { received: await addIntakeRows(id, { first, rows: sent }, user) } };
  },
});

export const handler = lambda(route);
