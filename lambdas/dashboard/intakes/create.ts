import * as z from 'zod';
import { createIntake } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { editedLists } from '#src/records/intakes/edited-lists.ts';
import { intakeKinds, maxIntakeRows, maxReadingBytes } from '#src/records/intakes/intake.ts';
import { DashboardIntake, intakeUser, shownIntake } from '#src/responses/intakes/intakes.ts';
import { invalidField } from '#src/runtime/errors.ts';

const utf8 = new TextEncoder();

export const route = defineRoute({
  id: 'intakes.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/intakes',
  summary: 'Begin to take in a file',
  description:
    'The client reads the file, and sends its rows with `POST /api/intakes/{id}/rows`. Then they are checked, decided, and ' +
    'applied. Nothing is stored of publications before that. An intake is kept for 90 days, and can be undone until then.',
  auth: member('workspace_member'),
  body: z.strictObject({
    kind: z.enum(intakeKinds),
    list: z.enum(editedLists).optional().meta({ description: 'Of `edits`: the list whose records the file has' }),
    name: z.string().trim().min(1).max(200).meta({ description: 'The name of the file' }),
    total: z.int().min(1).max(maxIntakeRows).meta({ description: 'The rows that will come' }),
    options: z
      .strictObject({
        link_names: z
          .boolean()
          .default(false)
          .meta({ description: 'Also link authors whose name fits exactly one person of the registry' }),
        group_id: z
          .string()
          .max(100)
          .nullable()
          .default(null)
          .meta({ description: 'Put every new output into this group' }),
        fetch: z
          .boolean()
          .default(true)
          .meta({ description: 'Fetch new DOIs from the sources; otherwise they stay as they are' }),
      })
      .prefault({}),
    reading: z
      .record(z.string(), z.unknown())
      .refine((reading) => utf8.encode(JSON.stringify(reading)).length <= maxReadingBytes, {
        error: `must have at most ${maxReadingBytes} bytes as JSON`,
      })
      .optional()
      .meta({ description: 'How the file was read, to be shown again' }),
  }),
  responses: { 201: DashboardIntake },
  problems: [],
  grants: ['intakes:put', 'intake-list:put', 'groups:read', 'activity:put'],
  async handle({ body, caller, now, requestId }) {
    const { list = null, reading, ...rest } = body;
    if (rest.kind === 'edits' && list === null) throw invalidField('body', 'list', 'is required for edits');
    if (rest.kind !== 'edits' && list !== null) throw invalidField('body', 'list', 'is only for edits');
    const intake = await createIntake({ ...rest, list, reading }, intakeUser({ caller, now, requestId }));
    return { status: 201, body: shownIntake(intake, reading) };
  },
});

export const handler = lambda(route);
