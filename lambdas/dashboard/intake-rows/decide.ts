import * as z from 'zod';
import { decideRows, rowsAtLines } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { intakeClasses, intakeDecisions, maxIntakeRows } from '#src/records/intakes/intake.ts';
import { entryFields } from '#src/records/intakes/row.ts';
import { intakeUser } from '#src/responses/intakes/intakes.ts';
import { invalidField } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'intake-rows.decide',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/intakes/{id}/rows',
  summary: 'Decide what is to become of rows of an intake',
  description:
    'Of those with these `indexes` or `lines`, or of all of a class that were not decided one by one. `apply`: a new one is fetched or ' +
    'added, also beside a likely duplicate; a known one gets its people and groups. `same`: it is the record that was found. ' +
    '`edit`: that, and the record gets these `fields` of the file, without `fields` all that are offered. `work`: one that has ' +
    'failed because no agency knows its DOI is added as a work that links to it. null: undecided. Rows that have failed and are named ' +
    'one by one wait again; others that have an outcome stay as they are.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    indexes: z
      .array(z.int().min(0).max(maxIntakeRows))
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'The places of the rows in the file, from 0. Entries can share a line' }),
    lines: z
      .array(z.int().min(1))
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'In place of `indexes`: lines of the file. All rows of a line are decided' }),
    class: z.enum(intakeClasses).optional(),
    decision: z.enum(intakeDecisions).nullable(),
    fields: z.array(z.enum(entryFields)).max(100).optional(),
  }),
  responses: { 200: z.object({ decided: z.int() }) },
  problems: ['not_found', 'conflict'],
  grants: ['intakes:read', 'intakes:query', 'intakes:update'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body, caller, now, requestId }) {
    const { indexes, lines, class: its, decision, fields } = body;
    const given = Object.entries({ indexes, lines, class: its }).filter(([, value]) => value !== undefined);
    const [first, second] = given.map(([name]) => name);
    if (first === undefined) throw invalidField('body', 'indexes', 'is required, or `lines` or `class`');
    if (second !== undefined) throw invalidField('body', second, `cannot be beside \`${first}\``);
    if (fields !== undefined && decision !== 'edit') throw invalidField('body', 'fields', 'is only for `edit`');
    const decided = { decision, fields: fields ?? null };
    const user = intakeUser({ caller, now, requestId });
    const which = its ? { class: its } : { indexes: indexes ?? (await rowsAtLines(id, lines ?? [], user)) };
    return { status: 200, body: { decided: await decideRows(id, which, decided, user) } };
  },
});

export const handler = lambda(route);
