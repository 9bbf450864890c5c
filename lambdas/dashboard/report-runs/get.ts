import { reportReader, seenRun } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { ReportRunView, RunParams, runView } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'report-runs.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/report-runs/{runId}',
  summary: 'Get a run of a report: its progress, its definition and its counts',
  auth: member('steward'),
  params: RunParams,
  responses: { 200: ReportRunView },
  problems: ['not_found'],
  grants: ['reports:read', 'report-runs:read', ...readerGrants],
  async handle(input) {
    const { run } = await seenRun(input.params.runId, await reportReader(input));
    return { status: 200, body: await runView(run) };
  },
});

export const handler = lambda(route);
