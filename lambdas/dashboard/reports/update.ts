import { changeReport, reportReader } from '#src/curation/reports/reports.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { reportQuestion } from '#src/responses/reports/question.ts';
import { Report, ReportParams, ReportPatch, reportBody } from '#src/responses/reports/views.ts';

export const route = defineRoute({
  id: 'reports.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/reports/{id}',
  summary: 'Change a saved report, or share it',
  description:
    'Missing fields stay as they are; a definition replaces the one before. Only who has made a report may change it, and ' +
    'administrators a shared one, or one of somebody who has left the workspace. With If-Match, it is changed only in the version named: `"<version>"`. Runs keep the ' +
    'definition that they were made with.',
  auth: member('steward'),
  params: ReportParams,
  body: ReportPatch,
  ifMatch: true,
  responses: { 200: Report },
  problems: ['not_found', 'conflict'],
  grants: ['reports:query', 'reports:read', 'reports:put', 'erasures:read', 'rollout:count', ...readerGrants],
  async handle(input) {
    const { body, caller, now } = input;
    const reader = await reportReader(input);
    const { definition, shared, take_over: takesOver } = body;
    if (definition) await reportQuestion(definition, { workspace: caller.workspace, now, lastRunMs: null });
    const fields = { ...(definition && { definition }), ...(shared !== undefined && { shared }), takesOver };
    const changed = await changeReport(input.params.id, fields, reader, requireVersion(input.ifMatch));
    return { status: 200, ...reportBody(changed, reader) };
  },
});

export const handler = lambda(route);
