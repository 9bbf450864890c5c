import * as z from 'zod';
import { reportReader, requestRun } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { countGrants } from '#src/responses/reports/grants.ts';
import { continueRun, runGrants } from '#src/responses/reports/run.ts';
import { ReportParams, ReportRunSummary, runSummary } from '#src/responses/reports/views.ts';
import { log } from '#src/runtime/log.ts';

/** A report of an institute is finished in this time; the rest is left to a job. */
const workForMs = 8_000;

export const route = defineRoute({
  id: 'report-runs.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/reports/{id}/runs',
  summary: 'Run a report: list and count its outputs as they are now, and keep the result',
  description:
    'The response has the progress after some seconds; a job goes on with what is left. Another run of the same report is ' +
    'a 409 until it has finished. A run is kept for 90 days, and longer if it is frozen.',
  auth: member('steward'),
  params: ReportParams,
  responses: {
    202: z.object({ run_id: z.string(), run: ReportRunSummary }).meta({ id: 'RequestedReportRun' }),
  },
  problems: ['not_found', 'conflict'],
  grants: [...countGrants, ...runGrants],
  memoryMb: 1769,
  async handle(input) {
    const run = await requestRun(input.params.id, await reportReader(input));
    const deadlineMs = Date.now() + workForMs;
    const after = await continueRun(run.id, input.now, deadlineMs).catch((error: unknown) => {
      log('warn', 'A run of a report is left to the job', { error });
      return undefined;
    });
    return { status: 202, body: { run_id: run.id, run: runSummary(after ?? run) } };
  },
});

export const handler = lambda(route);
