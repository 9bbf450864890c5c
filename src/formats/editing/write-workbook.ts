import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface SheetColumn {
  /** In characters. */
  width: number;
  isHidden?: boolean;
  /** Grey columns are only to be read. */
  isGrey?: boolean;
}

export interface Sheet {
  /** At most 31 characters, none of `[]/\:*?`. */
  name: string;
  columns: readonly SheetColumn[];
  /** Texts, in the form of `sheetText`. The first row has the headings. */
  rows: readonly (readonly string[])[];
  isHidden?: boolean;
  frozenRows?: number;
  frozenColumns?: number;
}

/**
 * A spreadsheet file (XLSX, ECMA-376) of texts only: every cell, also an empty one, has the format `@`, in which programs
 * leave what is typed as it is. Texts that are there twice are written once.
 */
export function writeWorkbook(sheets: readonly Sheet[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (path: string, parts: Iterable<string>) => {
    const file = new ZipDeflate(path, { level: 6 });
    // ZIP files have the time of each part, which would make two files of the same rows differ.
    file.mtime = '1980-01-01T00:00:00';
    zip.add(file);
    for (const part of joined(parts)) file.push(strToU8(part));
    file.push(new Uint8Array(0), true);
  };
  const texts = new Map<string, number>();
  add('[Content_Types].xml', [contentTypes(sheets)]);
  add('_rels/.rels', [relationships([['officeDocument', 'xl/workbook.xml']])]);
  add('xl/workbook.xml', [workbookPart(sheets)]);
  add('xl/_rels/workbook.xml.rels', [
    relationships([
      ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ]);
  add('xl/styles.xml', [styles]);
  for (const [at, sheet] of sheets.entries()) add(`xl/worksheets/sheet${at + 1}.xml`, sheetPart(sheet, at, texts));
  add('xl/sharedStrings.xml', textsPart(texts));
  zip.end();
  return concatenated(chunks);
}

/** Long texts of many short ones, because each is packed for itself. */
function* joined(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

function concatenated(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: readonly Sheet[]): string =>
  `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ['sharedStrings.xml', 'sharedStrings'],
    ...sheets.map((_, at) => [`worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ]
    .map(([path, kind]) => `<Override PartName="/xl/${path}" ContentType="${type}.${kind}+xml"/>`)
    .join('')}</Types>`;

const relationships = (targets: readonly [type: string, path: string][]): string =>
  `${head}<Relationships xmlns="${packages}/relationships">${targets
    .map(([kind, path], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${path}"/>`)
    .join('')}</Relationships>`;

const workbookPart = (sheets: readonly Sheet[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets
    .map(
      ({ name, isHidden }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets></workbook>`;

/** Styles of cells by number: text, text on grey, and both as headings. Format 49 is `@`. */
const styleOf = (isGrey: boolean, isHeading: boolean) => 1 + Number(isGrey) + 2 * Number(isHeading);

const xf = (font: number, fill: number) =>
  `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top"/></xf>`;

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE4E4E4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${xf(0, 0)}${xf(0, 2)}${xf(1, 0)}${xf(1, 2)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function* sheetPart(
  { columns, rows, frozenRows = 0, frozenColumns = 0 }: Sheet,
  sheetIndex: number,
  texts: Map<string, number>,
): Generator<string> {
  const names = columns.map((_, at) => columnName(at));
  const pane =
    frozenRows + frozenColumns > 0
      ? `<pane xSplit="${frozenColumns}" ySplit="${frozenRows}" topLeftCell="${columnName(frozenColumns)}${frozenRows + 1}" activePane="bottomRight" state="frozen"/>`
      : '';
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView${sheetIndex === 0 ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><cols>`;
  // The style of a column is that of its empty cells.
  for (const [at, { width, isHidden, isGrey = false }] of columns.entries()) {
    yield `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styleOf(isGrey, false)}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`;
  }
  yield '</cols><sheetData>';
  for (const [index, cells] of rows.entries()) {
    let row = `<row r="${index + 1}">`;
    for (const [at, text] of cells.entries()) {
      if (text === '') continue;
      const style = styleOf(columns[at]?.isGrey === true, index === 0);
      const number = texts.get(text) ?? texts.size;
      if (number === texts.size) texts.set(text, number);
      row += `<c r="${names[at] ?? columnName(at)}${index + 1}" s="${style}" t="s"><v>${number}</v></c>`;
    }
    yield `${row}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function* textsPart(texts: ReadonlyMap<string, number>): Generator<string> {
  yield `${head}<sst xmlns="${main}" uniqueCount="${texts.size}">`;
  for (const text of texts.keys()) yield `<si><t xml:space="preserve">${escaped(text)}</t></si>`;
  yield '</sst>';
}

/** Programs read `_x0020_` in a text as a blank, and `_x005F_` as an underscore. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** `A` for 0, `AB` for 27. */
const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);
