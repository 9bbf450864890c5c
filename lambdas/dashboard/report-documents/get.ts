import * as z from 'zod';
import { mostAtOnce, requireWithinFormat } from '#src/curation/report-documents/limits.ts';
import { openRun } from '#src/curation/report-documents/run-document.ts';
import {
  documentPartBytes,
  getDocument,
  readParts,
  requestDocument,
} from '#src/curation/report-documents/store/stored-documents.ts';
import { reportReader, seenRun } from '#src/curation/reports/reports.ts';
import { documentFormats } from '#src/formats/documents/document-formats.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import { lambda } from '#src/http/lambda.ts';
import { address } from '#src/http/links.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  documentFile,
  documentMediaTypes,
  documentState,
  mostDocumentBytes,
  ReportDocumentState,
} from '#src/responses/reports/documents.ts';
import { readerGrants } from '#src/responses/reports/grants.ts';
import { RunParams } from '#src/responses/reports/views.ts';
import { Problem } from '#src/runtime/errors.ts';

const partsInResponse = mostDocumentBytes / documentPartBytes;

export const route = defineRoute({
  id: 'report-documents.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/report-runs/{runId}/document',
  summary: 'Get a document of a finished run of a report',
  description:
    `Documents of at most ${mostAtOnce} outputs are made at once. Larger ones are made by a job: the response is a 202 with ` +
    'the progress until the document is ready. It can then be downloaded for seven days; after that the response is a 410, ' +
    'and `POST` makes it again. A response has at most about 3.6 MB: if there is more, `X-Export-Truncated` is true, and ' +
    '`Link` has the URL of the next part, whose bytes are to be put behind those before.',
  auth: member('steward'),
  params: RunParams,
  query: z.object({
    format: z.enum(documentFormats).meta({ openapi: { type: 'string', enum: [...documentFormats] } }),
    part: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1')
      .transform(Number)
      .optional()
      .meta({ description: 'The part, from 1', openapi: { type: 'integer', minimum: 1 } }),
  }),
  responses: { 200: z.object({}), 202: ReportDocumentState },
  mediaTypes: documentMediaTypes,
  problems: ['not_found', 'conflict', 'gone'],
  grants: [
    'reports:read',
    'report-runs:read',
    'report-documents:read',
    'report-documents:put',
    'open-report-documents:put',
    'lists:groups',
    'lists:group-members',
    'lists:group-outputs',
    'setting:institution',
    'setting:groups',
    ...readerGrants,
  ],
  memoryMb: 1769,
  timeoutSeconds: 29,
  async handle(input) {
    const { params, query, now } = input;
    const { format, part = 1 } = query;
    const { run } = await seenRun(params.runId, await reportReader(input));
    if (run.state !== 'finished') throw new Problem('conflict', 'The run has not finished');
    const total = run.done - run.missing;
    requireWithinFormat(format, total);
    const { name } = run.definition;
    const stored = await getDocument(run.id, format);
    if (!stored && total <= mostAtOnce) {
      const content = await openRun(run.id);
      if (!content) throw new Problem('not_found', 'There is no such run');
      const pieces: Uint8Array[] = [];
      for await (const piece of writeDocument(format, content)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      if (bytes.length <= mostDocumentBytes) return documentFile(format, name, bytes);
    }
    const document = stored ?? (await requestDocument({ run_id: run.id, format, total }, undefined, now));
    if (document.state === 'failed') throw new Problem('gone', 'The document could not be made. POST makes it again');
    if (document.state !== 'ready') {
      return { status: 202, body: documentState(document) };
    }
    const first = (part - 1) * partsInResponse;
    const end = Math.min(first + partsInResponse, document.parts);
    if (first >= document.parts) throw new Problem('not_found', 'The document has no such part');
    const isOver = document.ends_at !== null && document.ends_at <= now.getTime();
    const bytes = isOver ? undefined : await readParts(document, first, end);
    if (!bytes) throw new Problem('gone', 'The document is kept no longer. POST makes it again');
    const hasNext = end < document.parts;
    const next = address(`/api/report-runs/${run.id}/document`, { format, part: String(part + 1) });
    return documentFile(format, name, bytes, {
      'x-export-truncated': String(hasNext),
      ...(hasNext && { link: `<${next}>; rel="next"` }),
    });
  },
});

export const handler = lambda(route);
