import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { cutDelimited } from '../reading/delimited.ts';
import { readingLimits } from '../reading/entries/remarks.ts';
import { withApostrophe, withoutApostrophe } from './cell-text.ts';
import { editColumns } from './columns.ts';

/** Of the versions of rows: publications have a field `version`. */
export const versionHeading = 'row_version';

/** The headings of a file for editing: the key and the version of each row come first. */
export const editHeadings = (list: EditedList): string[] => [
  'id',
  versionHeading,
  ...editColumns(list).map(({ field }) => field),
];

/**
 * The last heading of a CSV for editing. It tells people, and the reader, what the apostrophes are: CSV has no other place
 * for it. Its cells are empty.
 */
export const apostropheNote =
  'Publication Registry has put one apostrophe before cells that begin with = + - or @ and takes exactly that one off again';

const quotedLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

export const csvEditHead = (list: EditedList): string => `\ufeff${quotedLine([...editHeadings(list), apostropheNote])}`;

/** A row of `editRow` as a line. All cells are in quotation marks, which some programs take for texts then. */
export const csvEditLine = (row: readonly string[]): string => quotedLine([...row.map(withApostrophe), '']);

/**
 * The rows of the parts of an export, each of which is a whole file. A record is there once, although the list may have changed
 * between two parts, which puts it into both.
 */
export function rowsOfParts(list: EditedList, parts: readonly string[]): string[][] {
  const width = editHeadings(list).length;
  const rows = new Map<string, string[]>();
  for (const part of parts) {
    const text = part.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
    const [, ...cut] = cutDelimited(text, ',', readingLimits);
    for (const { cells } of cut) rows.set(cells[0] ?? '', cells.slice(0, width).map(withoutApostrophe));
  }
  return [...rows.values()];
}

/** The parts of an export as one file. */
export const csvEditOfParts = (list: EditedList, parts: readonly string[]): string =>
  csvEditHead(list) + rowsOfParts(list, parts).map(csvEditLine).join('');
