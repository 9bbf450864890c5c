import * as z from 'zod';
import { type EditableRecord, editRow } from '#src/formats/editing/cells.ts';
import { csvEditHead, csvEditLine } from '#src/formats/editing/csv-edit.ts';
import { writeXlsxEdit } from '#src/formats/editing/xlsx-edit.ts';
import { maxBodyBytes, textBytes } from '#src/http/fitted-body.ts';
import { publicAddress } from '#src/http/links.ts';
import type { FileResult, TextResult } from '#src/http/route.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { type ExportPart, type ExportRequest, exportPart, type FindRows, nextPart } from './export.ts';
import { type EditFormat, editFormats } from './export-query.ts';

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

/** The rows of a list for editing, as many as an export has. */
export const editDescription =
  '`csv-edit` and `xlsx-edit` are edited in a spreadsheet and come back as an intake of the kind `edits`. ' +
  `They have at most ${maxEditIds} rows; of \`xlsx-edit\`, each part is a file of its own.`;

interface EditExport {
  format: EditFormat;
  list: EditedList;
  /** Of the route, for the link to the next part. */
  path: string;
  given: Readonly<Record<string, string>>;
}

/** A record to be edited; undefined if it is gone. */
export type Editable = EditableRecord | undefined;

/** Records that a request names, from an offset on: see `exportRowsForEditing`. */
export const exportForEditing = (
  { offset, ...exported }: EditExport & { offset: number },
  records: readonly EditableRecord[],
): Promise<TextResult | FileResult> =>
  exportRowsForEditing(
    exported,
    {
      rows: records.slice(offset),
      next: (taken) => (offset + taken < records.length ? { offset: String(offset + taken) } : undefined),
    },
    (rows) => Promise.resolve(rows),
  );

/** The rows of a page or a part of a list: see `exportRowsForEditing`. */
export async function exportListForEditing<Row>(
  exported: EditExport,
  query: ExportRequest['query'],
  find: FindRows<Row>,
  read: (rows: readonly Row[]) => Promise<readonly Editable[]>,
): Promise<TextResult | FileResult> {
  const { given } = exported;
  return exportRowsForEditing(exported, await exportPart({ query, given }, find), read);
}

/**
 * Rows as a file for editing, with a link to what follows: CSV as many as fit, and XLSX all of them. Throws `invalid_query` if
 * these do not fit into one response.
 */
async function exportRowsForEditing<Row>(
  { format, list, path, given }: EditExport,
  { rows, next }: ExportPart<Row>,
  read: (rows: readonly Row[]) => Promise<readonly Editable[]>,
): Promise<TextResult | FileResult> {
  const headersOf = (taken: number) => ({
    'content-disposition': `attachment; filename="${list}-edit.${format === 'xlsx-edit' ? 'xlsx' : 'csv'}"`,
    'x-export-limit': String(maxEditIds),
    ...nextPart(path, { ...given, format }, next(taken)),
  });
  if (format === 'xlsx-edit') {
    const registry = publicAddress('');
    const cells: string[][] = [];
    for (const batch of batches(rows)) for (const row of rowsOf(list, await read(batch))) if (row) cells.push(row);
    const bytes = writeXlsxEdit({ list, registry }, cells);
    if (bytes.length > maxFileBytes) {
      throw invalidField('query', 'format', 'makes too large a file of so many: ask for fewer, or for csv-edit');
    }
    return { status: 200, bytes, mediaType: xlsx, headers: headersOf(rows.length) };
  }
  const parts = [csvEditHead(list)];
  let [bytes, taken] = [textBytes(parts.join('')), 0];
  for (const batch of batches(rows)) {
    for (const row of rowsOf(list, await read(batch))) {
      const line = row ? csvEditLine(row) : '';
      bytes += textBytes(line);
      if (bytes > maxBodyBytes && parts.length > 1) {
        return { status: 200, text: parts.join(''), mediaType: 'text/csv', headers: headersOf(taken) };
      }
      if (row) parts.push(line);
      taken += 1;
    }
  }
  return { status: 200, text: parts.join(''), mediaType: 'text/csv', headers: headersOf(taken) };
}

const rowsOf = (list: EditedList, records: readonly Editable[]) =>
  records.map((record) => record && editRow(list, record));

/** Whole records are read, of which not many fit into the memory at once. */
const rowsPerRead = 100;

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerRead) yield rows.slice(start, start + rowsPerRead);
}

/** Records to be edited, in the order of their ids, whether or not they are hidden or deleted, as their pages show them. */
export const editableInOrder = <Stored>(
  ids: readonly string[],
  stored: ReadonlyMap<string, Stored>,
  forEditing: (record: Stored) => EditableRecord,
): Editable[] =>
  ids.map((id) => {
    const record = stored.get(id);
    return record === undefined ? undefined : forEditing(record);
  });
