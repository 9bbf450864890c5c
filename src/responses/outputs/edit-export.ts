import * as z from 'zod';
import { type EditableRecord, editRow } from '#src/formats/editing/cells.ts';
import { csvEditHead, csvEditLine } from '#src/formats/editing/csv-edit.ts';
import { writeXlsxEdit } from '#src/formats/editing/xlsx-edit.ts';
import { maxBodyBytes, textBytes } from '#src/http/fitted-body.ts';
import type { FileResult, TextResult } from '#src/http/route.ts';
import type { EditedList } from '#src/records/intakes/intake.ts';
import { env } from '#src/runtime/env.ts';
import { invalidField } from '#src/runtime/errors.ts';

/** Files that are edited in a spreadsheet and come back as an intake of the kind `edits`. */
export const editFormats = ['csv-edit', 'xlsx-edit'] as const;
export type EditFormat = (typeof editFormats)[number];
export const isEditFormat = (format: string): format is EditFormat => editFormats.some((each) => each === format);

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const editMediaTypes = ['text/csv', xlsx];

/** The number of records of one request. */
export const maxEditIds = 1_000;

/** The offset of a part in the records of one request. */
export const editOffset = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number below 1,000')
  .transform(Number)
  .optional()
  .meta({ description: 'The number of records to skip', openapi: { type: 'integer', minimum: 0, maximum: 999 } });

/** The largest file: its bytes are a text in base64 in the response. */
const maxFileBytes = Math.floor((maxBodyBytes * 3) / 4);

interface EditExport {
  format: EditFormat;
  list: EditedList;
  /** Of the route, for the link to the next part. */
  path: string;
  given: Readonly<Record<string, string>>;
  offset: number;
}

/**
 * Records as a file for editing: CSV as many as fit, with a link to the rest, and XLSX all of them. Throws `invalid_body` if
 * these do not fit into one response.
 */
export function exportForEditing(
  { format, list, path, given, offset }: EditExport,
  records: readonly EditableRecord[],
): TextResult | FileResult {
  const registry = env('PUBLIC_BASE_URL').replace(/\/$/, '');
  const rows = records.slice(offset);
  const headers = {
    'content-disposition': `attachment; filename="${list}-edit.${format === 'xlsx-edit' ? 'xlsx' : 'csv'}"`,
    'x-export-limit': String(maxEditIds),
  };
  if (format === 'xlsx-edit') {
    const bytes = writeXlsxEdit(
      { list, registry },
      rows.map((record) => editRow(list, record)),
    );
    if (bytes.length > maxFileBytes) {
      throw invalidField('body', 'ids', 'are too many for one file: ask for fewer, or for csv-edit, which has parts');
    }
    return { status: 200, bytes, mediaType: xlsx, headers: { ...headers, 'x-export-truncated': 'false' } };
  }
  const parts = [csvEditHead(list)];
  let [bytes, taken] = [textBytes(parts.join('')), 0];
  for (const record of rows) {
    const line = csvEditLine(editRow(list, record));
    bytes += textBytes(line);
    if (bytes > maxBodyBytes && taken > 0) break;
    parts.push(line);
    taken += 1;
  }
  const isCut = taken < rows.length;
  const next = new URLSearchParams({ ...given, format, offset: String(offset + taken) });
  return {
    status: 200,
    text: parts.join(''),
    mediaType: 'text/csv',
    headers: {
      ...headers,
      'x-export-truncated': String(isCut),
      ...(isCut && { link: `<${registry}${path}?${next}>; rel="next"` }),
    },
  };
}
