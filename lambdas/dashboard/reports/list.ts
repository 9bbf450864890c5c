import * as z from 'zod';
import { reportReader, reportsOf } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { Report, reportView } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/reports',
  summary: 'List saved reports: the own ones, and those that the workspace shares',
  description:
    'In the order in which they were made. Stewards see reports of groups that they look after, administrators ' +
    'also those of people who have left the workspace.',
  auth: member('steward'),
  responses: { 200: z.object({ reports: z.array(Report) }).meta({ id: 'ReportList' }) },
  problems: [],
  grants: ['reports:query', ...readerGrants],
  async handle(input) {
    const reader = await reportReader(input);
    const reports = await reportsOf(reader);
    return { status: 200, body: { reports: reports.map((seen) => reportView(seen, reader)) } };
  },
});

export const handler = lambda(route);
