import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node';
import { withoutForbidden } from '#src/records/citations/markup.ts';
import { columnName, dimensionName, documentWord } from './document-texts.ts';
import { type CountsTable, columnsOfCounts, type ReportDocument, sumWord } from './report-document.ts';
import { columnsOf, type TableCell, tableRowOf } from './report-tables.ts';

/** The most UTF-16 units of a cell. LibreOffice cuts longer ones without a word. */
const maxCellLength = 32_767;

/** A workbook with a sheet for each section and one that says how was counted. */
export async function writeXlsx(document: ReportDocument): Promise<Uint8Array> {
  const { language, sections } = document;
  const sheets: Sheet<Uint8Array>[] = [];
  for (const section of sections) {
    sheets.push(
      section === 'counts'
        ? sheetOf(documentWord('counts', language), countsTables(document))
        : sheetOf(documentWord('list', language), await outputsTable(document)),
    );
  }
  sheets.push(sheetOf(documentWord('definitions', language), definitionsTable(document), 0));
  return await writeXlsxFile(sheets as Sheet<never>[]).toBuffer();
}

function sheetOf(name: string, rows: readonly (readonly TableCell[])[], headRows = 1): Sheet<Uint8Array> {
  return {
    // The length that Excel allows.
    sheet: name.slice(0, 31),
    data: rows.map((row, at) => row.map((cell) => writtenCell(cell, at < headRows))),
    columns: (rows[0] ?? []).map((_, at) => ({ width: widthOf(rows, at) })),
    stickyRowsCount: headRows,
  };
}

/** Texts are never formulas: each cell has its type. */
function writtenCell(cell: TableCell, isHead: boolean): Cell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  return { value: cellText(cell), type: String, ...(isHead && { fontWeight: 'bold' as const }) };
}

/** `_x0041_` in a text is the letter A to every reader. */
function cellText(text: string): string {
  const written = withoutForbidden(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  return written.length <= maxCellLength ? written : `${written.slice(0, maxCellLength - 1).toWellFormed()}…`;
}

const [minWidth, maxWidth, measuredRows] = [8, 60, 200];

/** In characters, by the first rows. */
function widthOf(rows: readonly (readonly TableCell[])[], column: number): number {
  const lengths = rows.slice(0, measuredRows).map((row) => String(row[column] ?? '').length);
  return Math.min(Math.max(minWidth, ...lengths) + 2, maxWidth);
}

/** The tables one below the other. */
const countsTables = ({ tables, language }: ReportDocument): TableCell[][] =>
  tables.flatMap((table, at) => [...(at === 0 ? [] : [[null]]), ...countsTable(table, language)]);

function countsTable({ dimensions, rows }: CountsTable, language: ReportDocument['language']): TableCell[][] {
  const columns = columnsOfCounts(rows);
  const head = [
    ...dimensions.map((dimension) => dimensionName(dimension, language)),
    ...columns.map(({ word }) => documentWord(word, language)),
  ];
  const cells = rows.map((row) => [
    ...dimensions.map((_, at) => row.labels[at] ?? (at === row.labels.length ? sumWord(row, language) : null)),
    ...columns.map(({ of }) => of(row)),
  ]);
  return [head, ...cells];
}

async function outputsTable(document: ReportDocument): Promise<TableCell[][]> {
  const rows: TableCell[][] = [columnsOf(document).map((column) => columnName(column, document.language))];
  for await (const item of document.items()) rows.push(tableRowOf(item, document));
  return rows;
}

const definitionsTable = ({ name, facts, definitions }: ReportDocument): TableCell[][] => [
  [name, null],
  ...[...facts, ...definitions].map(({ label, text }) => [label, text]),
];
