import { createHash } from 'node:crypto';
import * as z from 'zod';
import { documentDays, type StoredDocument } from '#src/curation/report-documents/store/stored-documents.ts';
import { type DocumentFormat, documentFormats, documentForms } from '#src/formats/documents/document-formats.ts';
import { documentStylesheet } from '#src/formats/documents/document-stylesheet.ts';
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

/** Nothing is loaded or run, and the styles are those of the document. */
function documentPolicy(): string {
  const styles = createHash('sha256').update(documentStylesheet).digest('base64');
  return `default-src 'none'; style-src 'sha256-${styles}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The answer with a document, or with a part of one. Browsers show a page, so that it can be printed. */
export function documentFile(
  format: DocumentFormat,
  name: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): FileResult {
  const { mediaType, ending } = documentForms[format];
  const isPage = format === 'html';
  const file = `${slugWords(name, 60) || 'report'}${ending}`;
  return {
    ...{ status: 200, bytes, mediaType },
    headers: {
      ...(isPage && { 'content-security-policy': documentPolicy() }),
      'content-disposition': `${isPage ? 'inline' : 'attachment'}; filename="${file}"`,
      ...headers,
    },
  };
}
