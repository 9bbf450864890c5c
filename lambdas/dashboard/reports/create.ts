import { addReport, reportReader } from '#src/curation/reports/reports.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { mostReports } from '#src/records/reports/report.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { reportQuestion } from '#src/responses/reports/question.ts';
import { Report, ReportFieldsInput, reportView } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/reports',
  summary: 'Save a report',
  description:
    `For the caller alone, or shared with the workspace. A person has at most ${mostReports.own} of their own in a ` +
    `workspace, and a workspace shares at most ${mostReports.shared}. Stewards name groups that they look after in ` +
    '`definition.filter.group_id`.',
  auth: member('steward'),
  body: ReportFieldsInput,
  responses: { 201: Report },
  problems: ['conflict'],
  grants: ['reports:query', 'reports:put', 'erasures:read', 'activity:put', 'rollout:count', ...readerGrants],
  async handle(input) {
    const { body, caller, now } = input;
    const reader = await reportReader(input);
    await reportQuestion(body.definition, { workspace: caller.workspace, now, lastRunMs: null });
    return { status: 201, body: reportView({ report: await addReport(body, reader), isLeft: false }, reader) };
  },
});

export const handler = lambda(route);
