import { type FaultCode, type ReadingLimits, UnreadableFile } from './entries/remarks.ts';

/** A row of a table, before its columns are known. */
export interface TableRow {
  /** From 1: of a text its first line, of a spreadsheet its row. */
  line: number;
  cells: string[];
  /** As written; of a spreadsheet its cells. */
  original: string;
  /** Why it is no row, if it is none. */
  fault?: { code: FaultCode; detail?: string };
  /** The position behind it, to tell how much is read. */
  end: number;
}

/** The separators that are tried, in this order. */
export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** `sep=;`, which Excel and LibreOffice take for the separator of the lines below. */
const separatorLine = /^sep=(.)\n/i;

/** The most rows above the names of columns, such as the title of a table. */
export const rowsAbove = 10;

/**
 * The separator that a first line names, or with which most of the header's names are known. The header is the first of so
 * many rows.
 */
export function separatorOf(
  text: string,
  knownNames: (header: readonly string[]) => number,
  rows = rowsAbove + 1,
): Separator {
  const named = separatorLine.exec(text)?.[1];
  const isOne = (sign: string | undefined): sign is Separator => separators.some((each) => each === sign);
  if (isOne(named)) return named;
  const start = headerStart(text);
  let [best, known, cells]: [Separator, number, number] = [',', -1, 0];
  for (const separator of separators) {
    let [count, width, at] = [0, 0, start];
    for (let row = 0; row < rows && at < text.length; row++) {
      const { cells: header, end } = rowAt(text, at, separator, 100_000);
      count = Math.max(count, knownNames(header));
      if (row === 0) width = header.length;
      at = end;
    }
    if (count > known || (count === known && width > cells)) [best, known, cells] = [separator, count, width];
  }
  return best;
}

const headerStart = (text: string): number => {
  const named = separatorLine.exec(text)?.[0].length ?? 0;
  return named + (/^\s*/.exec(text.slice(named, named + 10_000))?.[0].length ?? 0);
};

/**
 * The rows of a text in CSV (RFC 4180), or with another separator; the first with several cells, or known names, is the header. A quotation mark that is not
 * closed, or has text behind it, makes its line a fault, and the next line is read as if nothing had been.
 */
export function* cutDelimited(
  text: string,
  separator: Separator,
  limits: ReadingLimits,
  knownNames: (cells: readonly string[]) => number = () => 1,
): Generator<TableRow> {
  const start = headerStart(text);
  let line = text.slice(0, start).split('\n').length;
  let width: number | undefined;
  let [rows, hasHeader] = [0, false];
  for (let at = start; at < text.length; ) {
    const { cells, end, fault } = rowAt(text, at, separator, limits.entryCharacters);
    const original = text.slice(at, end);
    const row: TableRow = { line, cells, original, end, ...(fault && { fault }) };
    if (cells.length > limits.columns) throw new UnreadableFile('too-many-columns', `${line}: ${cells.length}`);
    rows += 1;
    const names = hasHeader || rows > rowsAbove + 1 ? 0 : knownNames(cells);
    hasHeader ||= names > 1 || (names === 1 && width === undefined);
    // A title above the header says nothing about the width of the table.
    if (names > 1) width = lastFilled(cells);
    else if (width === undefined)
      width = !hasHeader && rows <= rowsAbove && lastFilled(cells) < 2 ? undefined : lastFilled(cells);
    else if (!fault && lastFilled(cells) > width)
      row.fault = { code: 'cells', detail: `${lastFilled(cells)} > ${width}` };
    // Spreadsheets leave out empty cells at the end, but not the last filled column of a whole row.
    else if (!fault && cells.length === 1 && width > 2) row.fault = { code: 'cells', detail: `1 < ${width}` };
    if (fault || cells.some((cell) => cell.trim() !== '')) yield row;
    for (let next = text.indexOf('\n', at); next >= 0 && next < end; next = text.indexOf('\n', next + 1)) line += 1;
    at = end;
  }
}

const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

interface CutRow {
  cells: string[];
  end: number;
  fault?: { code: FaultCode; detail?: string };
}

function rowAt(text: string, start: number, separator: string, maxCharacters: number): CutRow {
  const cells: string[] = [];
  let at = start;
  const lineEnd = () => {
    const next = text.indexOf('\n', start);
    return next < 0 ? text.length : next + 1;
  };
  /** Only the line where it begins is lost. */
  const broken = (code: FaultCode): CutRow => {
    const end = lineEnd();
    return {
      cells: text
        .slice(start, Math.min(end, start + maxCharacters))
        .trim()
        .split(separator),
      end,
      fault: { code },
    };
  };
  for (;;) {
    if (text[at] === '"') {
      const cell = quotedAt(text, at, start + maxCharacters);
      if (cell === undefined) return broken('open-quote');
      const next = text[cell.end];
      if (next !== undefined && next !== separator && next !== '\n') return broken('text-after-quote');
      cells.push(cell.text);
      at = cell.end;
    } else {
      const end = bareEnd(text, at, separator);
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at - start > maxCharacters)
      return { cells: [], end: lineEnd(), fault: { code: 'too-long', detail: String(at - start) } };
    if (text[at] !== separator) return { cells, end: Math.min(at + 1, text.length) };
    at += 1;
  }
}

function bareEnd(text: string, start: number, separator: string): number {
  for (let at = start; at < text.length; at++) if (text[at] === separator || text[at] === '\n') return at;
  return text.length;
}

/** A cell in quotation marks. Undefined if they are not closed within the limit. */
function quotedAt(text: string, start: number, limit: number): { text: string; end: number } | undefined {
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0 || quote > limit) return undefined;
    if (text[quote + 1] !== '"') {
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    from = quote + 2;
  }
}
