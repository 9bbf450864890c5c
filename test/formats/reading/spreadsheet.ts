import { strToU8, zipSync } from 'fflate';

/** A column's letters: `AB` for 27. */
export const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Rows of text cells as XML. */
export const sheetXml = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells, at) => {
      const written = cells.map(
        (cell, index) => `<c r="${column(index)}${at + 1}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
      );
      return `<row r="${at + 1}">${written.join('')}</row>`;
    })
    .join('');

interface Spreadsheet {
  /** Rows as XML. */
  rows: string;
  /** Shared texts as XML. */
  strings?: string;
  /** Before the first element of the sheet. */
  head?: string;
  /** Of the names of all elements: `x:`. */
  prefix?: string;
  is1904?: boolean;
  /** Whether a hidden sheet is before the other one. */
  hidden?: boolean;
  /** The format of style 1: a code, or the number of a built-in one. */
  format?: string | number;
}

/** The bytes of a small XLSX file. Style 1 shows a date. */
export function aSpreadsheet({
  rows,
  strings = '',
  head = '',
  prefix = '',
  is1904 = false,
  hidden = false,
  format = 'dd/mm/yyyy;@',
}: Spreadsheet): Uint8Array<ArrayBuffer> {
  const xml = (text: string) => strToU8(text.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`));
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${main}/${type}" Target="${target}"/>`;
  const isBuiltIn = typeof format === 'number';
  const code = String(format).replaceAll('"', '&quot;');
  const formats = isBuiltIn ? '' : `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts>`;
  const sheets = `${hidden ? '<sheet name="Keys" sheetId="2" state="hidden" r:id="rId2"/>' : ''}<sheet name="Data" sheetId="1" r:id="rId1"/>`;
  return zipSync({
    'xl/workbook.xml': xml(`<workbook><workbookPr date1904="${Number(is1904)}"/><sheets>${sheets}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', '/xl/worksheets/sheet2.xml')}${relation(3, 'sharedStrings', 'sharedStrings.xml')}${relation(4, 'styles', 'styles.xml')}</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `${head}${new TextDecoder().decode(xml(`<worksheet><sheetData>${rows}</sheetData></worksheet>`))}`,
    ),
    'xl/worksheets/sheet2.xml': xml('<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'),
    'xl/sharedStrings.xml': xml(`<sst>${strings}</sst>`),
    'xl/styles.xml': xml(
      `<styleSheet>${formats}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${isBuiltIn ? format : 170}"/></cellXfs></styleSheet>`,
    ),
  }) as Uint8Array<ArrayBuffer>;
}
