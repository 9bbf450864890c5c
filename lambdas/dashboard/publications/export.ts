import * as z from 'zod';
import { publicationForEditing } from '#src/formats/editing/documents.ts';
import { formatNames, mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { shownPublication } from '#src/records/publications/publication.ts';
import { findPublications } from '#src/records/publications/store/publications.ts';
import { PublicationIds } from '#src/responses/curation/publication-changes.ts';
import { editMediaTypes, exportForEditing, isEditFormat } from '#src/responses/outputs/edit-workbook.ts';
import { exportRows } from '#src/responses/outputs/export.ts';
import { editFormats } from '#src/responses/outputs/export-query.ts';
import { optional } from '#src/responses/query.ts';

const allFormats = [...formatNames, ...editFormats] as const;
const path = '/api/publications/export';

export const route = defineRoute({
  id: 'publications.export',
  api: 'dashboard',
  method: 'POST',
  path,
  summary: 'Export up to 500 publications by their ids',
  description:
    'Writes them in the order of their ids, once each; ids without a publication are left out. A response has at most ' +
    'about 5 MB. If there are more, `X-Export-Truncated` is true: send the same body to the URL in `Link`. `csv-edit` and ' +
    '`xlsx-edit` are edited in a spreadsheet and come back as an intake of the kind `edits`; `xlsx-edit` is always whole.',
  auth: member('steward'),
  query: z.object({
    format: optional(
      query.withDefault(
        z.enum(allFormats),
        'csv',
        { type: 'string', enum: [...allFormats], default: 'csv' },
        'The format of the response.',
      ),
    ),
    offset: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number below 1,000')
      .transform(Number)
      .optional()
      .meta({
        description: 'The number of publications to skip',
        openapi: { type: 'integer', minimum: 0, maximum: 999 },
      }),
    locale: query.locale,
  }),
  body: z.strictObject({ ids: PublicationIds }),
  responses: { 200: z.object({}) },
  mediaTypes: [...new Set([...mediaTypes, ...editMediaTypes])],
  problems: [],
  grants: ['publications:read'],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ query: { format, offset = 0, locale }, body: { ids }, given, acceptLanguage }) {
    const records = new Map<string, PublicationRecord>();
    for (const record of await findPublications(ids)) if (record) records.set(record.doi, record);
    if (isEditFormat(format)) {
      const editing = { format, list: 'publications', path, given, offset } as const;
      return exportForEditing(editing, [...records.values()].map(publicationForEditing));
    }
    const rows = [...records.values()].map((record) => ({ record, title: shownPublication(record).title }));
    return exportRows(
      format,
      { path, name: 'publications' },
      { query: { locale }, given, acceptLanguage },
      {
        rows: rows.slice(offset),
        next: (taken) => (offset + taken < rows.length ? { offset: String(offset + taken) } : undefined),
      },
      async (batch, language) => batch.map(({ record }) => citationOf(record, language)),
    );
  },
});

export const handler = lambda(route);
