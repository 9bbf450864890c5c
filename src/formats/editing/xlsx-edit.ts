import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { editColumns } from './columns.ts';
import { editHeadings, rowsOfParts } from './csv-edit.ts';
import { type SheetColumn, writeWorkbook } from './write-workbook.ts';

/** The first cell of the hidden sheet, and the number of its form. */
export const stampName = 'publication-registry-edits';
export const stampVersion = '1';
export const keysSheet = 'Registry';

/** The stamp of a spreadsheet for editing. */
export interface EditStamp {
  list: EditedList;
  /** The address of the dashboard, so that the file of one registry is not taken by another. */
  registry: string;
}

/**
 * A spreadsheet for editing (XLSX) of rows of `editRow`. Its hidden sheet has the stamp in its first row, then the cells as
 * they are here, which tell an edit from what a program has damaged.
 */
export function writeXlsxEdit({ list, registry }: EditStamp, rows: readonly (readonly string[])[]): Uint8Array {
  const headings = editHeadings(list);
  const stamp = [stampName, stampVersion, list, String(rows.length), registry];
  return writeWorkbook([
    { name: list, columns: columnsOf(list), rows: [headings, ...rows], frozenRows: 1, frozenColumns: 1 },
    { name: keysSheet, columns: headings.map(() => ({ width: 12 })), rows: [stamp, headings, ...rows], isHidden: true },
  ]);
}

/**
 * The spreadsheet of the parts of an export in `csv-edit`, each of which is a whole file. The dashboard makes it of them, so
 * that it may have more rows than one response.
 */
export const xlsxEditOfParts = (stamp: EditStamp, parts: readonly string[]): Uint8Array =>
  writeXlsxEdit(stamp, rowsOfParts(stamp.list, parts));

/** The version is of no use to people, and what is only shown is grey. */
const columnsOf = (list: EditedList): SheetColumn[] => [
  { width: 28, isGrey: true },
  { width: 20, isGrey: true, isHidden: true },
  ...editColumns(list).map(({ field, kind }) => ({ width: wide.has(field) ? 48 : 18, isGrey: kind === 'shown' })),
];

const wide: ReadonlySet<string> = new Set([
  'title',
  'name',
  'authors',
  'abstract',
  'biography',
  'programme',
  'parents',
]);
