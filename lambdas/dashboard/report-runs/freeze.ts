import { freezeRun, reportReader } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { ReportRunSummary, RunParams, runSummary } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'report-runs.freeze',
  api: 'dashboard',
  method: 'POST',
  path: '/api/report-runs/{runId}/freeze',
  summary: 'Keep a finished run until its report is deleted',
  description: 'Nothing changes a frozen run but the erasure of a person, whose names leave it, too.',
  auth: member('steward'),
  params: RunParams,
  responses: { 200: ReportRunSummary },
  problems: ['not_found', 'conflict'],
  grants: [
    'reports:read',
    'report-runs:read',
    'report-runs:query',
    'report-runs:put',
    'report-runs:update',
    ...readerGrants,
  ],
  async handle(input) {
    return { status: 200, body: runSummary(await freezeRun(input.params.runId, await reportReader(input))) };
  },
});

export const handler = lambda(route);
