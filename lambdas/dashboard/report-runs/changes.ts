import * as z from 'zod';
import { reportReader, seenRun } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { changesBetween } from '#src/responses/reports/changes.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { ReportChanges, RunParams } from '#src/responses/reports/views.ts';
import { invalidField } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'report-runs.changes',
  api: 'dashboard',
  method: 'GET',
  path: '/api/report-runs/{runId}/changes',
  summary: 'Compare a run of a report with an earlier one, field by field',
  auth: member('steward'),
  params: RunParams,
  query: z.object({
    since: RunParams.shape.runId.meta({
      description: 'The id of the earlier run, of this or another report',
      openapi: { type: 'string', minLength: 1 },
    }),
  }),
  responses: { 200: ReportChanges },
  problems: ['not_found', 'conflict'],
  grants: ['reports:read', 'report-runs:read', ...readerGrants],
  memoryMb: 1769,
  async handle(input) {
    const reader = await reportReader(input);
    const { run } = await seenRun(input.params.runId, reader);
    const { run: before } = await seenRun(input.query.since, reader);
    for (const each of [run, before])
      if (each.state !== 'finished')
        throw invalidField('query', 'since', 'can be compared only when both runs have finished');
    return { status: 200, body: await changesBetween(before, run) };
  },
});

export const handler = lambda(route);
