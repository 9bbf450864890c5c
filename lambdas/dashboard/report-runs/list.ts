import * as z from 'zod';
import { reportReader, seenReport } from '#src/curation/reports/reports.ts';
import { getRuns } from '#src/curation/reports/store.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { ReportParams, ReportRunSummary, runSummary } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'report-runs.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/reports/{id}/runs',
  summary: 'List the runs of a report, the newest first',
  auth: member('steward'),
  params: ReportParams,
  responses: { 200: z.object({ runs: z.array(ReportRunSummary) }).meta({ id: 'ReportRunList' }) },
  problems: ['not_found'],
  grants: ['reports:read', 'report-runs:query', ...readerGrants],
  async handle(input) {
    const { report } = await seenReport(input.params.id, await reportReader(input));
    return { status: 200, body: { runs: (await getRuns(report.id)).map(runSummary) } };
  },
});

export const handler = lambda(route);
