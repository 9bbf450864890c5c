import * as z from 'zod';
import { intakeOf } from '#src/curation/intakes/intakes.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { findIntakeRows } from '#src/records/intakes/store/rows.ts';
import { intakeReport, reportLink, rowsPerReport } from '#src/responses/intakes/report.ts';

export const route = defineRoute({
  id: 'intakes.report',
  api: 'dashboard',
  method: 'GET',
  path: '/api/intakes/{id}/report',
  summary: 'Download what became of each row of an intake, as CSV',
  description:
    'Up to 1,000 rows. If there are more, `X-Export-Truncated` is true, and `Link` has the address of the next part, which ' +
    'has no header line.',
  auth: member('workspace_member'),
  params: z.object({ id: z.string() }),
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'must be from the `Link` of an answer')
      .transform(Number)
      .optional()
      .meta({ description: 'Where to continue', openapi: { type: 'string', minLength: 1 } }),
  }),
  responses: { 200: z.object({}) },
  mediaTypes: ['text/csv'],
  problems: ['not_found'],
  grants: ['intakes:read', 'intakes:query'],
  timeoutSeconds: 29,
  async handle({ params: { id }, query: { cursor }, caller }) {
    const intake = await intakeOf(id, caller);
    const page = { after: cursor, limit: rowsPerReport };
    const { rows, next } = await findIntakeRows(id, { class: null, outcome: null }, page);
    const text = intakeReport(intake, rows, { isFirst: cursor === undefined });
    return { status: 200, text, mediaType: 'text/csv', headers: reportLink(intake, next) };
  },
});

export const handler = lambda(route);
