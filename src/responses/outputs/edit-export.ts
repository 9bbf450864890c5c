import * as z from 'zod';
import { type EditableRecord, editRow } from '#src/formats/editing/cells.ts';
import { csvEditHead, csvEditLine } from '#src/formats/editing/csv-edit.ts';
import { maxBodyBytes, textBytes } from '#src/http/fitted-body.ts';
import type { TextResult } from '#src/http/route.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { type ExportPart, type ExportRequest, exportPart, type FindRows, nextPart } from './export.ts';

export const csvEditMediaType = 'text/csv';

/** The number of records of one request. */
export const maxEditIds = 1_000;

/** The offset of a part in the records of one request. */
export const editOffset = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number below 1,000')
  .transform(Number)
  .optional()
  .meta({ description: 'The number of records to skip', openapi: { type: 'integer', minimum: 0, maximum: 999 } });

/** The rows of a list for editing, as many as an export has. */
export const editDescription =
  '`csv-edit` is edited in a spreadsheet and comes back as an intake of the kind `edits`: ' +
  `at most ${maxEditIds} rows and about 5 MB, and \`Link\` has the URL of the next part.`;

export interface EditExport {
  list: EditedList;
  /** Of the route, for the link to the next part. */
  path: string;
  given: Readonly<Record<string, string>>;
}

/** A record to be edited; undefined if it is gone. */
export type Editable = EditableRecord | undefined;

/** The rows of a page or a part of a list: see `exportRowsForEditing`. */
export async function exportListForEditing<Row>(
  exported: EditExport,
  query: ExportRequest['query'],
  find: FindRows<Row>,
  read: (rows: readonly Row[]) => Promise<readonly Editable[]>,
): Promise<TextResult> {
  const { given } = exported;
  return exportRowsForEditing(exported, await exportPart({ query, given }, find), read);
}

/** The headers of a file for editing, with the link to what follows. */
export const editHeaders = (
  { list, path, given }: EditExport,
  format: 'csv-edit' | 'xlsx-edit',
  next: Record<string, string> | undefined,
  page?: ExportPart<unknown>['page'],
) => ({
  'content-disposition': `attachment; filename="${list}-edit.${format === 'xlsx-edit' ? 'xlsx' : 'csv'}"`,
  'x-export-limit': String(maxEditIds),
  ...nextPart(path, { ...given, format }, next, page),
});

/** Rows as CSV for editing, as many as fit, with a link to what follows. */
export async function exportRowsForEditing<Row>(
  exported: EditExport,
  { rows, next, page }: ExportPart<Row>,
  read: (rows: readonly Row[]) => Promise<readonly Editable[]>,
): Promise<TextResult> {
  const { list } = exported;
  const headersOf = (taken: number) => editHeaders(exported, 'csv-edit', next(taken), page);
  const parts = [csvEditHead(list)];
  let [bytes, taken] = [textBytes(parts.join('')), 0];
  for (const batch of batches(rows)) {
    for (const row of editRowsOf(list, await read(batch))) {
      const line = row ? csvEditLine(row) : '';
      bytes += textBytes(line);
      if (bytes > maxBodyBytes && parts.length > 1) {
        return { status: 200, text: parts.join(''), mediaType: csvEditMediaType, headers: headersOf(taken) };
      }
      if (row) parts.push(line);
      taken += 1;
    }
  }
  return { status: 200, text: parts.join(''), mediaType: csvEditMediaType, headers: headersOf(taken) };
}

export const editRowsOf = (list: EditedList, records: readonly Editable[]) =>
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
