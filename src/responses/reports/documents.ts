import * as z from 'zod';
import { documentDays, type StoredDocument } from '#src/curation/report-documents/store/stored-documents.ts';
import { type DocumentFormat, documentFormats, documentForms } from '#src/formats/documents/document-formats.ts';
import type { FileResult } from '#src/http/route.ts';
import { slugWords } from '#src/vocabulary/text/slug.ts';

const time = z.int().meta({ description: 'Milliseconds since the epoch' });

/** How far a document is that is made by a job. */
export const ReportDocumentState = z
  .object({
    format: z.enum(documentFormats),
    state: z.enum(['waiting', 'making', 'ready', 'failed']),
    requested_at: time,
    total: z.int().meta({ description: 'The outputs of the run' }),
    done: z.int().meta({ description: 'Of these, those that are written' }),
    bytes: z.int(),
    ends_at: time.nullable().meta({ description: `When it is deleted: ${documentDays} days after it was made` }),
  })
  .meta({ id: 'ReportDocumentState' });

export const documentState = ({
  format,
  state,
  requested_at,
  total,
  done,
  bytes,
  ends_at,
}: StoredDocument): z.input<typeof ReportDocumentState> => ({
  format,
  state,
  requested_at,
  total,
  done,
  bytes,
  ends_at,
});

/** The most bytes of a response: Lambda's limit, in base64. */
export const mostDocumentBytes = 3_600_000;

export const documentMediaTypes: readonly string[] = [
  ...new Set(documentFormats.map((format) => documentForms[format].mediaType)),
];

/** The answer with a document, or with a part of one. */
export function documentFile(
  format: DocumentFormat,
  name: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): FileResult {
  const { mediaType, ending } = documentForms[format];
  return {
    status: 200,
    bytes,
    mediaType,
    headers: {
      'content-disposition': `attachment; filename="${slugWords(name, 60) || 'report'}${ending}"`,
      ...headers,
    },
  };
}
