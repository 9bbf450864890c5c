import * as z from 'zod';
import { removeReport, reportReader } from '#src/curation/reports/reports.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { ReportParams } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/reports/{id}',
  summary: 'Delete a saved report with all its runs, frozen ones, too',
  description:
    'Only who has made a report may delete it, and administrators a shared one, or one of somebody who has left the workspace.',
  auth: member('steward'),
  params: ReportParams,
  ifMatch: true,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  problems: ['not_found', 'conflict'],
  grants: [
    'reports:read',
    'reports:delete',
    'report-runs:query',
    'report-runs:batch',
    'report-documents:query',
    'report-documents:batch',
    ...readerGrants,
  ],
  async handle(input) {
    await removeReport(input.params.id, await reportReader(input), requireVersion(input.ifMatch));
    return { status: 200, body: { deleted: true } };
  },
});

export const handler = lambda(route);
