import { type ReadingLimits, UnreadableFile } from '../entries/remarks.ts';
import { openParts } from './unpack.ts';
import { attribute, cellText, xmlTags, xmlText } from './xml.ts';

export interface SheetName {
  name: string;
  isHidden: boolean;
}

/** A spreadsheet with the cells of one sheet as texts. */
export interface Workbook {
  sheets: SheetName[];
  /** The name of the sheet that is read. */
  sheet: string;
  /**
   * Rows with a filled cell, with their number in the sheet. `failed` has the errors of cells by column, whose text is empty:
   * `#N/A` also stands for a formula without a result.
   */
  rows: { number: number; cells: string[]; failed?: Map<number, string> }[];
}

/**
 * Reads one sheet of an XLSX file (ECMA-376): the named one, else the first that is not hidden. Every cell becomes a text:
 * numbers as the file has them, dates as `YYYY-MM-DD`, of formulas the result.
 */
export function readWorkbook(bytes: Uint8Array, limits: ReadingLimits, wanted?: string): Workbook {
  requireXlsx(bytes);
  const parts = openParts(bytes, limits);
  const workbookPath = parts.paths.find((path) => /(?:^|\/)workbook\.xml$/i.test(path));
  const workbook = parts.read(workbookPath ?? '');
  if (workbookPath === undefined || workbook === undefined) {
    throw new UnreadableFile('spreadsheet-format', parts.paths.includes('content.xml') ? 'ods' : 'zip');
  }
  const folder = workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1);
  const targets = targetsOf(parts.read(`${folder}_rels/workbook.xml.rels`) ?? '');
  const { sheets, is1904 } = sheetsOf(workbook);
  const chosen = sheets.find(({ name, isHidden }) => (wanted === undefined ? !isHidden : name === wanted)) ?? sheets[0];
  const target = chosen && targets.get(chosen.relation);
  const sheet = target === undefined ? undefined : parts.read(pathOf(folder, target.path));
  if (!chosen || sheet === undefined) throw new UnreadableFile('spreadsheet-damaged', wanted ?? 'sheets');
  const of = (type: string): string => {
    const found = [...targets.values()].find((each) => each.type === type);
    return (found && parts.read(pathOf(folder, found.path))) ?? '';
  };
  const texts = sharedTexts(of('sharedStrings'));
  const dateStyles = dateStylesOf(of('styles'));
  return {
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    sheet: chosen.name,
    rows: rowsOf(sheet, { texts, dateStyles, is1904, limits }),
  };
}

/** Old Excel files, and web pages and CSV under the name of a spreadsheet, are told apart: saving them again helps. */
function requireXlsx(bytes: Uint8Array): void {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new UnreadableFile('spreadsheet-format', 'xls');
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new UnreadableFile('spreadsheet-format', 'text');
}

const pathOf = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : `${folder}${target}`.replace(/[^/]+\/\.\.\//g, '');

function targetsOf(relations: string): Map<string, { type: string; path: string }> {
  const found = new Map<string, { type: string; path: string }>();
  for (const { name, attributes } of xmlTags(relations)) {
    if (name !== 'Relationship') continue;
    const [id, type = '', path = ''] = ['Id', 'Type', 'Target'].map((each) => attribute(attributes, each));
    if (id !== undefined) found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path });
  }
  return found;
}

function sheetsOf(workbook: string): { sheets: (SheetName & { relation: string })[]; is1904: boolean } {
  const sheets: (SheetName & { relation: string })[] = [];
  let is1904 = false;
  for (const { name, attributes } of xmlTags(workbook)) {
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '');
    if (name !== 'sheet') continue;
    sheets.push({
      name: attribute(attributes, 'name') ?? '',
      isHidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
      relation: attribute(attributes, 'id') ?? '',
    });
  }
  return { sheets, is1904 };
}

/** The texts that cells share. Runs of one text are joined; readings of Asian names (`rPh`) are left out. */
function sharedTexts(part: string): string[] {
  const texts: string[] = [];
  let [text, isReading, isText] = ['', false, false];
  for (const { name, kind, before } of xmlTags(part)) {
    if (isText && kind === 'close' && name === 't') text += isReading ? '' : xmlText(before);
    isText = name === 't' && kind === 'open';
    if (name === 'rPh') isReading = kind === 'open';
    if (name !== 'si') continue;
    if (kind !== 'open') texts.push(cellText(text));
    text = '';
  }
  return texts;
}

/** The numbers of the cell styles that show a number as a date. */
function dateStylesOf(styles: string): Set<number> {
  const formats = new Map<string, string>();
  const dates = new Set<number>();
  let [isCellStyle, index] = [false, 0];
  for (const { name, kind, attributes } of xmlTags(styles)) {
    if (name === 'numFmt')
      formats.set(attribute(attributes, 'numFmtId') ?? '', attribute(attributes, 'formatCode') ?? '');
    if (name === 'cellXfs') isCellStyle = kind === 'open';
    if (name !== 'xf' || kind === 'close' || !isCellStyle) continue;
    const id = attribute(attributes, 'numFmtId') ?? '0';
    if (isDateFormat(Number(id), formats.get(id))) dates.add(index);
    index += 1;
  }
  return dates;
}

/** Built in: of all languages, of Chinese, Japanese and Korean, and of Thai (ECMA-376, 18.8.30). Files have no code for these. */
const builtInDates: readonly [first: number, last: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([first, last]) => id >= first && id <= last);
  // Without quoted texts, fractions of seconds, and what is in brackets: colours, conditions, and languages such as `[$-407]`.
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\.|General|Standard|(?<=s)\.0+/gi, '');
  return /[dmyjt]/i.test(bare) && !/[0#?]/.test(bare.split(';')[0] ?? '');
}

interface SheetContext {
  texts: readonly string[];
  dateStyles: ReadonlySet<number>;
  is1904: boolean;
  limits: ReadingLimits;
}

/** Far below the last row that spreadsheets have: people format whole columns, and some programs write all of their cells. */
const lastRow = 1_048_576;

function rowsOf(sheet: string, context: SheetContext): Workbook['rows'] {
  const { limits } = context;
  const rows: Workbook['rows'] = [];
  let cells: string[] = [];
  let failed = new Map<number, string>();
  let [number, column, type, style, value, isText, isReading, isFormula] = [0, 0, '', 0, '', false, false, false];
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ number, cells, ...(failed.size > 0 && { failed }) });
    failed = new Map();
    if (rows.length > limits.entries + 1) throw new UnreadableFile('too-many-entries', String(limits.entries));
    cells = [];
    column = 0;
  };
  for (const { name, kind, attributes, before } of xmlTags(sheet)) {
    if (name === 'row') {
      if (kind === 'close') endRow();
      else {
        const written = Number(attribute(attributes, 'r') ?? number + 1);
        number = Number.isInteger(written) && written > number && written <= lastRow ? written : number + 1;
      }
    } else if (name === 'c') {
      if (kind === 'close') {
        const text = textOfCell(value, type, style, context);
        if (text === '' && column < limits.columns && (type === 'e' || isFormula)) {
          failed.set(column, type === 'e' ? xmlText(value) || '#N/A' : '#N/A');
        }
        if (text !== '') {
          // A column far to the right is a fault of the file, and would fill the memory with empty cells.
          if (column >= limits.columns) throw new UnreadableFile('too-many-columns', `${number}: ${column + 1}`);
          while (cells.length < column) cells.push('');
          cells[column] = text;
        }
        column += 1;
      } else {
        column = columnOf(attribute(attributes, 'r')) ?? column;
        type = attribute(attributes, 't') ?? 'n';
        style = Number(attribute(attributes, 's') ?? 0);
        [value, isFormula] = ['', false];
        if (kind === 'empty') column += 1;
      }
    } else if (name === 'rPh') isReading = kind === 'open';
    else if (name === 'f') isFormula = true;
    else if (name === 'v' || name === 't') {
      if (kind === 'close' && isText && !isReading) value += before;
      isText = kind === 'open';
    } else if (name === 'sheetData' && kind === 'close') break;
  }
  return rows;
}

/** The column of an address, from 0: 27 of `AB12`. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(address ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOfCell(written: string, type: string, style: number, { texts, dateStyles, is1904 }: SheetContext): string {
  if (type === 's') return texts[Number(written)] ?? '';
  if (type === 'inlineStr' || type === 'str') return cellText(xmlText(written));
  // An error of a formula is no value.
  if (type === 'e') return '';
  if (type === 'b') return written === '1' ? 'true' : 'false';
  if (type === 'd') return written.slice(0, 10);
  return dateStyles.has(style) ? dateOfSerial(Number(written), is1904, written) : xmlText(written);
}

/** Days since 1899-12-30, or 1904-01-01 in files of old Macs. */
function dateOfSerial(serial: number, is1904: boolean, written: string): string {
  if (!Number.isFinite(serial) || serial < 1 || serial > 2_958_465) return written;
  // Excel has a 29 February 1900 that never was.
  const days = is1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  return new Date(Math.floor(days) * 86_400_000 - 2_209_161_600_000).toISOString().slice(0, 10);
}
