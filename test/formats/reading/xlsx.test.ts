import { describe, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { readingLimits } from '#src/formats/reading/entries/remarks.ts';
import { readWorkbook } from '#src/formats/reading/xlsx/workbook.ts';
import { readAll, summary } from './read.ts';
import { aSpreadsheet, column, sheetXml } from './spreadsheet.ts';

test('texts, numbers, dates, results of formulas, gaps and hidden sheets', () => {
  const strings =
    '<si><t>Title</t></si><si><r><t>Töp</t></r><r><t xml:space="preserve">fe &amp; _x0041_ </t></r><rPh><t>no</t></rPh></si>';
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Date</t></is></c><c r="C1" t="str"><f>1</f><v>Volume</v></c><c r="D1" t="inlineStr"><is><t>ISBN</t></is></c></row>' +
    '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>44140</v></c><c r="C3"><f>6*2</f><v>12</v></c><c r="D3"><v>9783161484100</v></c></row>' +
    '<row r="4"><c r="A4" t="inlineStr"><is><t>&#x20BB7;</t></is></c><c r="C4" t="e"><v>#N/A</v></c></row>' +
    '<row><c t="inlineStr"><is><t>Kilns</t></is></c><c><v>2020</v></c></row>';
  const read = readAll(aSpreadsheet({ rows, strings, hidden: true }));
  expect(read.report).toMatchObject({
    format: 'xlsx',
    sheet: 'Data',
    sheets: [
      { name: 'Keys', isHidden: true },
      { name: 'Data', isHidden: false },
    ],
  });
  expect(summary(read)).toEqual(['3 - Töpfe & A', '4 - 𠮷', '5 - Kilns']);
  expect(read.entries.map(({ row }) => [row?.publication_date, row?.data.volume, row?.data.isbn])).toEqual([
    ['2020-11-05', '12', ['9783161484100']],
    [null, undefined, undefined],
    ['2020', undefined, undefined],
  ]);
});

test('names of elements with a prefix, and days counted from 1904', () => {
  const rows =
    '<row><c t="inlineStr"><is><t>Title</t></is></c><c t="inlineStr"><is><t>Date</t></is></c></row>' +
    '<row><c t="inlineStr"><is><t>Pots</t></is></c><c s="1"><v>42678</v></c></row>';
  const { entries } = readAll(aSpreadsheet({ rows, prefix: 'x:', is1904: true }));
  expect(entries.map(({ row }) => [row?.title, row?.publication_date])).toEqual([['Pots', '2020-11-05']]);
});

test('read-excel-file reads the same cells', async () => {
  const cells = [
    ['Title', 'Year', 'x'],
    ['Töpfe & <Krüge>', '2020', 'a\nb'],
    ['𠮷 “glaze”', '', '_x0009_'],
  ];
  const file = aSpreadsheet({ rows: sheetXml(cells) });
  const theirs = (await readSheet(file.buffer, 1, { trim: false })).map((row) => row.map((cell) => cell ?? ''));
  const ours = readWorkbook(file, readingLimits).rows.map((row) => row.cells);
  expect(ours).toEqual(theirs);
});

describe('rows above the names of columns', () => {
  const table = [
    ['Titel', 'Autor/innen', 'Jahr'],
    ['Töpfe', 'Kiln, Ann', '2020'],
  ];
  test.each([
    ['a title', [['Publikationen'], ['Stand', '1.10.2024'], ...table], '4 - Töpfe'],
    ['an empty row with borders', [['', '', ''], ...table], '3 - Töpfe'],
    ['none', table, '2 - Töpfe'],
  ])('%s: they are no entries', (_, rows, entry) => {
    const read = readAll(aSpreadsheet({ rows: sheetXml(rows) }));
    expect(summary(read)).toEqual([entry]);
    expect(read.entries[0]?.row?.data.authors).toMatchObject([{ name: 'Ann Kiln' }]);
  });

  test('of names that nobody knows, so that they can be mapped', () => {
    const rows = [['Publikationen'], ['Werk', 'Wer'], ['Töpfe', 'Kiln, Ann']];
    const file = aSpreadsheet({ rows: sheetXml(rows) });
    expect(readAll(file).report).toMatchObject({
      columns: [
        { name: 'Werk', field: null, example: 'Töpfe' },
        { name: 'Wer', field: null, example: 'Kiln, Ann' },
      ],
    });
    expect(summary(readAll(file, { mapping: { Werk: 'title', Wer: 'authors' } }))).toEqual(['3 - Töpfe']);
  });
});

test.each([
  'Autor/in',
  'Autor*innen',
  'AutorInnen',
  'Autor_innen',
  'Autoren/-innen',
  'Autorinnen und Autoren',
  'Verfasser(innen)',
])('authors in a column “%s” are read', (name) => {
  const { entries } = readAll(`Titel;${name};Jahr\nTöpfe;Kiln, Ann;2020\n`);
  expect(entries[0]?.row?.data.authors).toMatchObject([{ name: 'Ann Kiln' }]);
});

test('another sheet can be given', () => {
  const file = aSpreadsheet({ rows: sheetXml([['Title'], ['Pots']]), hidden: true });
  expect(readAll(file, { sheet: 'Keys' }).refusal).toMatch(/^header-unknown/);
});

describe('refuses', () => {
  const sheet = sheetXml([['Title'], ['Pots']]);
  test.each([
    ['old files of Excel', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0), 'spreadsheet-format: xls'],
    ['OpenDocument', zipSync({ 'content.xml': new Uint8Array(3) }), 'spreadsheet-format: ods'],
    ['another archive', zipSync({ 'a.txt': new Uint8Array(3) }), 'spreadsheet-format: zip'],
    ['half a file', aSpreadsheet({ rows: sheet }).slice(0, 400), 'spreadsheet-damaged: zip'],
    [
      'entities',
      aSpreadsheet({ rows: sheet, head: '<!DOCTYPE x [<!ENTITY a "b">]>' }),
      'xml-entities: xl/worksheets/sheet1.xml',
    ],
  ])('%s', (_, file, refusal) => expect(readAll(file).refusal).toBe(refusal));

  test('a web page under the name of a spreadsheet', () => {
    expect(readAll('<html><table><tr><td>Title</td></tr></table></html>', { format: 'xlsx' }).refusal).toBe(
      'spreadsheet-format: text',
    );
  });

  test('a file that unpacks to too much, by its directory or in truth', () => {
    const file = aSpreadsheet({ rows: sheetXml([['Title'], ['x'.repeat(50_000)]]) });
    expect(readAll(file, { limits: { unpackedBytes: 40_000 } }).refusal).toMatch(/^unpacks-too-large: \d+$/);
    const said = new DataView(file.buffer);
    // The sizes in the directory are made small.
    for (let at = 0; at < file.length - 46; at++)
      if (said.getUint32(at, true) === 0x02014b50) said.setUint32(at + 24, 10, true);
    expect(readAll(file, { limits: { unpackedBytes: 40_000 } }).refusal).toMatch(/^unpacks-too-large: \d+$/);
    expect(readAll(file).entries).toHaveLength(1);
  });

  test('a cell far to the right, and too many rows', () => {
    const far = `<row r="1"><c r="A1" t="inlineStr"><is><t>Title</t></is></c><c r="${column(1_500)}1" t="inlineStr"><is><t>x</t></is></c></row>`;
    expect(readAll(aSpreadsheet({ rows: far })).refusal).toBe('too-many-columns: 1: 1501');
    const rows = sheetXml([['Title'], ['A'], ['B'], ['C']]);
    expect(readAll(aSpreadsheet({ rows }), { limits: { entries: 2 } }).refusal).toBe('too-many-entries: 2');
  });

  test('nothing for empty cells far below and to the right', () => {
    const rows = `${sheetXml([['Title'], ['Pots']])}<row r="1048576"><c r="XFD1048576" s="1"/></row>`;
    expect(summary(readAll(aSpreadsheet({ rows })))).toEqual(['2 - Pots']);
  });
});

describe('a number is a date by its format', () => {
  const read = (format: string | number) =>
    readWorkbook(aSpreadsheet({ rows: '<row><c s="1"><v>43952.5</v></c></row>', format }), readingLimits).rows[0]
      ?.cells;

  test.each([
    '[$-407]d. mmmm yyyy',
    '[$-F800]dddd\\, mmmm dd\\, yyyy',
    '[$-409]d\\-mmm\\-yy;@',
    '[$-411]ggge"年"m"月"d"日";@',
    'yyyy\\-mm\\-dd hh:mm:ss.000',
    '[$-407]T. MMMM JJJJ',
    22,
    31,
    57,
    71,
  ])('%s', (format) => expect(read(format)).toEqual(['2020-05-01']));

  test.each(['0.00', '[$-407]#,##0.00', '0" d"', '#,##0.00\\ [$€-407]', '0.0\\m', 'General', 2, 44, 49])(
    '%s shows none',
    (format) => expect(read(format)).toEqual(['43952.5']),
  );
});
