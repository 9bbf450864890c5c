import * as z from 'zod';
import { requireWithinFormat } from '#src/curation/report-documents/limits.ts';
import { getDocument, requestDocument } from '#src/curation/report-documents/store/stored-documents.ts';
import { reportReader, seenRun } from '#src/curation/reports/reports.ts';
import { documentFormats } from '#src/formats/documents/document-formats.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { documentState, ReportDocumentState } from '#src/responses/reports/documents.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { RunParams } from '#src/responses/reports/views.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'report-documents.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/report-runs/{runId}/document',
  summary: 'Have a document of a finished run made by a job',
  description:
    'Also again, once it is deleted or could not be made. The response has the state of one that is made already, or kept. ' +
    '`GET` has the progress, and then the document.',
  auth: member('steward'),
  params: RunParams,
  body: z.strictObject({ format: z.enum(documentFormats) }),
  responses: { 202: ReportDocumentState },
  problems: ['not_found', 'conflict'],
  grants: [
    'reports:read',
    'report-runs:read',
    'report-documents:read',
    'report-documents:put',
    'open-report-documents:put',
    ...readerGrants,
  ],
  async handle(input) {
    const { params, body, now } = input;
    const { run } = await seenRun(params.runId, await reportReader(input));
    if (run.state !== 'finished') throw new Problem('conflict', 'The run has not finished');
    const total = run.done - run.missing;
    requireWithinFormat(body.format, total);
    const stored = await getDocument(run.id, body.format);
    const isKept = stored?.state === 'ready' && (stored.ends_at ?? 0) > now.getTime();
    const isOpen = stored?.state === 'waiting' || stored?.state === 'making';
    if (stored && (isKept || isOpen)) return { status: 202, body: documentState(stored) };
    const wanted = { run_id: run.id, format: body.format, total };
    return { status: 202, body: documentState(await requestDocument(wanted, stored, now)) };
  },
});

export const handler = lambda(route);
