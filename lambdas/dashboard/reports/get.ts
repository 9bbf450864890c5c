import { reportReader, seenReport } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { Report, ReportParams, reportBody } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/reports/{id}',
  summary: 'Get a saved report',
  auth: member('steward'),
  params: ReportParams,
  responses: { 200: Report },
  problems: ['not_found'],
  grants: ['reports:read', ...readerGrants],
  async handle(input) {
    const reader = await reportReader(input);
    return { status: 200, ...reportBody(await seenReport(input.params.id, reader), reader) };
  },
});

export const handler = lambda(route);
