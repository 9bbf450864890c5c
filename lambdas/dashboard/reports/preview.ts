import * as z from 'zod';
import { reportReader, requireReportWithin } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import { countGrants } from '#src/responses/reports/grants.ts';
import { previewOf } from '#src/responses/reports/preview.ts';
import { reportQuestion } from '#src/responses/reports/question.ts';
import { ReportPreview } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.preview',
  api: 'dashboard',
  method: 'POST',
  path: '/api/reports/preview',
  summary: 'Show what a report counts and lists now, without saving it',
  description:
    'Includes every change that was made before. Each number has the parameters of the list of exactly its outputs. The ' +
    'filter of a definition has parameters of `GET /api/publications`, or for works alone of `GET /api/works`, and counts ' +
    'visible outputs unless it says otherwise. Stewards name groups that they look after in `filter.group_id`.',
  auth: member('steward'),
  body: z.strictObject({ definition: ReportDefinition }),
  responses: { 200: ReportPreview },
  problems: [],
  grants: countGrants,
  memoryMb: 1769,
  async handle(input) {
    const { body, caller, now } = input;
    await requireReportWithin(body.definition, await reportReader(input));
    const question = await reportQuestion(body.definition, { workspace: caller.workspace, now, lastRunMs: null });
    return { status: 200, body: await previewOf(question, now) };
  },
});

export const handler = lambda(route);
