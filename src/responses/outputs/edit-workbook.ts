import type { EditableRecord } from '#src/formats/editing/cells.ts';
import { writeXlsxEdit } from '#src/formats/editing/xlsx-edit.ts';
import { maxBodyBytes } from '#src/http/fitted-body.ts';
import { publicAddress } from '#src/http/links.ts';
import type { FileResult, TextResult } from '#src/http/route.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { csvEditMediaType, type EditExport, editHeaders, editRowsOf, exportRowsForEditing } from './edit-export.ts';
import { type EditFormat, editFormats } from './export-query.ts';

export const isEditFormat = (format: string): format is EditFormat => editFormats.some((each) => each === format);

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const editMediaTypes = [csvEditMediaType, xlsx];

/** The largest file: its bytes are a text in base64 in the response. */
const maxFileBytes = Math.floor((maxBodyBytes * 3) / 4);

/**
 * Records that a request names, from an offset on: CSV as many as fit, with a link to what follows, and XLSX all of them. Throws
 * `invalid_query` if these do not fit into one response. Lists have only CSV, so that they need not load what packs workbooks.
 */
export async function exportForEditing(
  { format, offset, ...exported }: EditExport & { format: EditFormat; offset: number },
  records: readonly EditableRecord[],
): Promise<TextResult | FileResult> {
  const rows = records.slice(offset);
  if (format === 'csv-edit') {
    const next = (taken: number) => (offset + taken < records.length ? { offset: String(offset + taken) } : undefined);
    return exportRowsForEditing(exported, { rows, next }, (some) => Promise.resolve(some));
  }
  const cells = editRowsOf(exported.list, rows).filter((row) => row !== undefined);
  const bytes = writeXlsxEdit({ list: exported.list, registry: publicAddress('') }, cells);
  if (bytes.length > maxFileBytes)
    throw invalidField('query', 'format', 'makes too large a file of so many: ask for fewer, or for csv-edit');
  return { status: 200, bytes, mediaType: xlsx, headers: editHeaders(exported, format, undefined) };
}
