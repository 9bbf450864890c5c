import { describe, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { editRow } from '#src/formats/editing/cells.ts';
import { editColumns } from '#src/formats/editing/columns.ts';
import { csvEditHead, csvEditLine, csvEditOfParts, editHeadings } from '#src/formats/editing/csv-edit.ts';
import { type EditsReading, readEdits } from '#src/formats/editing/read-edits.ts';
import { keysSheet, writeXlsxEdit, xlsxEditOfParts } from '#src/formats/editing/xlsx-edit.ts';
import { UnreadableFile } from '#src/formats/reading/entries/remarks.ts';
import { aSpreadsheet, sheetXml } from '../reading/spreadsheet.ts';
import { withShownRows } from './edited-file.ts';

const registry = 'https://registry.example';
const headings = editHeadings('works');
const works = ['Kilns', 'Glazes', 'Öfen'].map((title, at) =>
  editRow('works', { id: `${at}`.repeat(32), document: { title, visible: true, data: { publisher: '=Clay' } } }),
);
const exported = writeXlsxEdit({ list: 'works', registry }, works);
const at = (field: string) => editColumns('works').findIndex((column) => column.field === field) + 2;
const edited = (rows: readonly (readonly string[])[]) => readEdits(withShownRows(exported, [headings, ...rows]));
const text = (content: string, options?: EditsReading) => readEdits(new TextEncoder().encode(content), options);
const csv = csvEditHead('works') + works.map(csvEditLine).join('');

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  return 'read';
}

test('rows in another order, columns left out, an empty cell, and a row that is gone', () => {
  const kept = ['title', 'id', 'row_version', 'publisher'].map((field) => headings.indexOf(field));
  const rows = [works[2], works[0]].map((row = []) => kept.map((place) => row[place] ?? ''));
  const changed = rows.map((row) => row.with(3, ''));
  const { report, rows: found } = readEdits(
    withShownRows(exported, [kept.map((place) => headings[place] ?? ''), ...changed]),
  );
  expect(report).toMatchObject({ list: 'works', exported: 3, missing: 1, fields: ['title', 'publisher'] });
  const cells = [{ field: 'publisher', from: '=Clay', to: '' }];
  expect(found).toEqual([
    { line: 2, id: '2'.repeat(32), version: works[2]?.[1], cells, faults: [] },
    { line: 3, id: '0'.repeat(32), version: works[0]?.[1], cells, faults: [] },
  ]);
});

test('rows whose id or version is not as exported are named', () => {
  const [first = [], second = [], third = []] = works;
  const { rows, report } = edited([
    first,
    first,
    second.with(0, 'work:99999999999999999999999999999999'),
    second.with(0, '1'.repeat(32)),
    third.with(1, first[1] ?? ''),
  ]);
  expect(rows.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    [],
    ['id-twice'],
    ['id-unknown'],
    ['id-unknown'],
    ['version-changed'],
  ]);
  expect(report.missing).toBe(1);
});

test('formulas: the result, and what has none is named', () => {
  const row = (works[0] ?? [])
    .with(at('title'), '<c><f>1+1</f><v>2</v></c>')
    .with(at('subtitle'), '<c><f>1+1</f></c>')
    .with(at('publisher'), '<c t="e"><v>#REF!</v></c>');
  expect(edited([row]).rows[0]?.cells).toEqual([
    { field: 'title', from: 'Kilns', to: '2' },
    { field: 'subtitle', from: '', to: '#N/A' },
    { field: 'publisher', from: '=Clay', to: '#REF!' },
  ]);
});

test('CSV with another separator, without the apostrophes, and with rows that are cut', () => {
  const semicolons = csv.replaceAll('","', '";"');
  expect(text(semicolons).report).toMatchObject({ separator: ';', list: 'works' });
  expect(text(semicolons).rows[0]?.cells).toContainEqual({ field: 'publisher', from: null, to: '=Clay' });
  const [head = '', ...lines] = csv.split('\r\n');
  const without = [head.slice(0, head.lastIndexOf(',')), ...lines.map((line) => line.slice(0, line.lastIndexOf(',')))];
  expect(text(without.join('\r\n')).rows[0]?.cells).toContainEqual({ field: 'publisher', from: null, to: "'=Clay" });
  const [line = ''] = lines;
  const cut = text(`${head}\r\n${line}\r\n${line.slice(0, line.lastIndexOf(',"","",""'))}\r\n`).rows;
  expect(cut.map(({ faults }) => faults.map(({ code }) => code))).toEqual([[], ['id-twice', 'row-cut']]);
});

test('what is sent is short: a cell that is too long counts as cut, and an empty id is named', () => {
  const row = (works[0] ?? []).with(at('abstract'), 'x'.repeat(65_535));
  const [long, none] = edited([row, (works[1] ?? []).with(0, '')]).rows;
  expect(long?.cells.map(({ field, to }) => [field, to.length])).toEqual([['abstract', 32_767]]);
  expect([none?.id, none?.faults.map(({ code }) => code)]).toEqual(['-', ['id-unknown']]);
});

describe('refused as a whole', () => {
  const other = readEdits;
  test.each<[string, () => unknown, string]>([
    ['a table of anything', () => text('Title,DOI\nKilns,10.1/a\n'), 'no-edits: Title, DOI'],
    ['ids of nothing', () => text('id,row_version,title\n1,2,Kilns\n'), 'no-edits: id'],
    ['another spreadsheet', () => other(aSpreadsheet({ rows: sheetXml([['Title']]) })), `no-edits: ${keysSheet}`],
    ['OpenDocument', () => other(zipSync({ 'content.xml': new Uint8Array(3) })), 'spreadsheet-format: ods'],
    ['old Excel', () => other(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0)), 'spreadsheet-format: xls'],
    ['another registry', () => readEdits(exported, { registry: 'https://a.example' }), `other-registry: ${registry}`],
    ['a heading twice', () => text(csv.replace('"subtitle"', '"title"')), 'header-repeated: title'],
    ['a heading of its own', () => text(csv.replace('"subtitle"', '"Untertitel"')), 'header-unknown: Untertitel'],
    ['an open quotation mark', () => text(`${csv}"work:1,`), 'open-quote: 5'],
    ['the wrong encoding', () => text(csv.replaceAll('Öfen', 'Ã–fen, Ã¼ber Ã¤ltere')), 'mojibake'],
    ['nothing', () => readEdits(new Uint8Array(0)), 'empty'],
    ['only headings', () => text(csvEditHead('works')), 'no-entries'],
    ['too many rows', () => text(csv, { limits: { entries: 2 } }), 'too-many-entries: 2'],
    ['a web page', () => text('<html><table><tr><td>id</td></tr></table></html>'), 'no-edits'],
  ])('%s', (_, read, expected) => expect(refusal(read)).toMatch(expected));

  test('Latin-1, with the line', () => {
    const bytes = Uint8Array.from(Buffer.from(csv.slice(1), 'latin1'));
    expect(refusal(() => readEdits(bytes))).toMatch(/^encoding: 4: .*Öfen/);
    expect(readEdits(bytes, { encoding: 'windows-1252' }).rows).toHaveLength(3);
  });
});

test('the parts of an export become one file with each record once, as it is in the last part', () => {
  const row = (id: string, text = '=a "quoted"\nline') => [
    `work:${id}`,
    'v1',
    ...editHeadings('works')
      .slice(2)
      .map(() => text),
  ];
  const part = (...rows: string[][]) => csvEditHead('works') + rows.map(csvEditLine).join('');
  // Reading a response as text takes away the mark.
  const parts = [part(row('1'), row('2')), part(row('2', 'newer'), row('3')).replace('\ufeff', '')];
  const all = [row('1'), row('2', 'newer'), row('3')];
  expect(csvEditOfParts('works', parts)).toBe(part(...all));
  const stamp = { list: 'works', registry: 'https://registry.example' } as const;
  expect(xlsxEditOfParts(stamp, parts)).toEqual(writeXlsxEdit(stamp, all));
});

test.each(['csv', 'xlsx'])(
  'a row of %s that is too large for a request has a fault that names its longest cells',
  (kind) => {
    const headings = editHeadings('works');
    const rowOf = (id: string, text: string) => [
      `work:${id}`,
      'v1',
      ...headings.slice(2).map((field) => (['abstract', 'title', 'publisher'].includes(field) ? text : '')),
    ];
    const long = '窯'.repeat(32_000);
    const stamp = { list: 'works', registry: 'https://registry.example' } as const;
    const bytes =
      kind === 'csv'
        ? new TextEncoder().encode(
            csvEditHead('works') + csvEditLine(rowOf('1', long)) + csvEditLine(rowOf('2', 'short')),
          )
        : withShownRows(writeXlsxEdit(stamp, [rowOf('1', 'short'), rowOf('2', 'old')]), [
            headings,
            rowOf('1', long),
            rowOf('2', 'short'),
          ]);
    const [large, small] = readEdits(bytes).rows;
    expect(large).toMatchObject({ id: '1', cells: [], faults: [{ code: 'row-large' }] });
    expect(large?.faults[0]?.detail?.split(', ').sort()).toEqual(['abstract', 'publisher', 'title']);
    expect(small?.faults).toEqual([]);
    expect(small?.cells.map(({ field }) => field)).toContain('abstract');
  },
);
