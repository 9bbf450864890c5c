import { readBibtex } from './bibtex/read-bibtex.ts';
import type { ColumnMapping } from './column-profiles.ts';
import { knownColumns, type ReadColumn, readHeader } from './columns.ts';
import { readCslJson } from './csl-json.ts';
import { cutDelimited, rowsAbove, type Separator, separatorOf, type TableRow } from './delimited.ts';
import { decodeFile, type FileEncoding, hasMojibake } from './entries/file-text.ts';
import {
  beginningOf,
  type FileEntry,
  type Positioned,
  type ReadingLimits,
  readingLimits,
  remark,
  UnreadableFile,
} from './entries/remarks.ts';
import { readRis } from './ris.ts';
import { requireHeader, tableReader } from './table.ts';
import { readWorkbook, type SheetName } from './xlsx/workbook.ts';

export const fileFormats = ['bibtex', 'ris', 'csl-json', 'csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Given values are not guessed. */
export interface ReadingOptions {
  format?: FileFormat | undefined;
  encoding?: FileEncoding | undefined;
  separator?: Separator | undefined;
  mapping?: ColumnMapping | undefined;
  sheet?: string | undefined;
  limits?: Partial<ReadingLimits> | undefined;
}

/** One column of a table, and the field that it fills. */
export interface MappedColumn extends ReadColumn {
  /** The first value in it, at most 100 characters. */
  example?: string;
}

/** How a file is read: what was guessed, or given. */
export interface FileReport {
  format: FileFormat;
  encoding?: FileEncoding;
  separator?: Separator;
  /** Of tables: the program whose columns they are, and the field of each column. */
  profile?: string;
  columns?: MappedColumn[];
  sheets?: SheetName[];
  sheet?: string;
}

export type FileEvent =
  | { kind: 'file'; report: FileReport }
  /** `progress` is the part of the file that is read, from 0 to 1. */
  | { kind: 'entry'; entry: FileEntry; progress: number };

/**
 * Reads a file of references step by step: first how it is read, then each entry with its faults, in order. Throws
 * `UnreadableFile` for a file that is refused as a whole; entries before that have been given. The first step takes
 * longest: it decodes the file, and cuts BibTeX.
 */
export function* readBibliography(bytes: Uint8Array, options: ReadingOptions = {}): Generator<FileEvent, void> {
  const limits: ReadingLimits = { ...readingLimits, ...options.limits };
  if (bytes.length === 0) throw new UnreadableFile('empty');
  if (bytes.length > limits.bytes) throw new UnreadableFile('too-large', `${bytes.length} > ${limits.bytes}`);
  let entries = 0;
  for (const step of eventsOf(bytes, options, limits)) {
    if (step.kind === 'entry') {
      entries += 1;
      // Its texts are repaired where they can be, as those of sources are.
      if (hasMojibake(step.entry.original)) step.entry.faults.push(remark('mojibake'));
    }
    if (entries > limits.entries) throw new UnreadableFile('too-many-entries', String(limits.entries));
    yield step;
  }
  if (entries === 0) throw new UnreadableFile('no-entries');
}

function* eventsOf(bytes: Uint8Array, options: ReadingOptions, limits: ReadingLimits): Generator<FileEvent, void> {
  if (options.format === 'xlsx' || (options.format === undefined && isPacked(bytes))) {
    yield* sheetEvents(bytes, options, limits);
    return;
  }
  const { text, encoding } = decodeFile(bytes, options.encoding);
  const format = options.format ?? formatOf(text);
  if (format === undefined) throw new UnreadableFile('format-unknown', text.trim().slice(0, 100));
  if (format === 'csv') {
    const known = (header: readonly string[]) => knownColumns(header, options.mapping);
    const separator = options.separator ?? separatorOf(text, known);
    yield* tableEvents(
      cutDelimited(text, separator, limits, known),
      { format, encoding, separator },
      text.length,
      options.mapping,
    );
    return;
  }
  yield { kind: 'file', report: { format, encoding } };
  for (const { entry, end } of readers[format](text, limits)) {
    yield { kind: 'entry', entry, progress: Math.min(1, end / text.length) };
  }
}

const readers = { bibtex: readBibtex, ris: readRis, 'csl-json': readCslJson } satisfies Partial<
  Record<FileFormat, (text: string, limits: ReadingLimits) => Generator<Positioned>>
>;

function* sheetEvents(bytes: Uint8Array, options: ReadingOptions, limits: ReadingLimits): Generator<FileEvent, void> {
  const { sheets, sheet, rows } = readWorkbook(bytes, limits, options.sheet);
  const table = rows.map(({ number, cells }): TableRow => {
    const original = cells.join(' | ');
    const isLong = original.length > limits.entryCharacters;
    return { line: number, cells, original, end: number, ...(isLong && { fault: { code: 'too-long' } }) };
  });
  yield* tableEvents(table, { format: 'xlsx', sheets, sheet }, rows.at(-1)?.number ?? 1, options.mapping);
}

function* tableEvents(
  table: Iterable<TableRow>,
  report: FileReport,
  length: number,
  mapping: ColumnMapping | undefined,
): Generator<FileEvent, void> {
  const rows = table[Symbol.iterator]();
  const beginning = taken(rows, rowsAbove + 1 + exampleRows);
  const [head, ...first] = beginning.slice(headerAt(beginning, mapping));
  if (head === undefined) return;
  const header = readHeader(head.cells, mapping);
  // Before the header may be refused, so that its columns can be mapped.
  yield {
    kind: 'file',
    report: { ...report, profile: header.profile, columns: withExamples(header.columns, first.slice(0, exampleRows)) },
  };
  requireHeader(header);
  const read = tableReader(header);
  const events = (row: TableRow): FileEvent => ({
    kind: 'entry',
    entry: read(row),
    progress: Math.min(1, row.end / length),
  });
  for (const row of first) yield events(row);
  for (let next = rows.next(); !next.done; next = rows.next()) yield events(next.value);
}

const exampleRows = 5;

/**
 * The place of the row with the names of columns: the first one, unless it is a title above them. If no names are known, the
 * first row with several cells, so that they can be mapped.
 */
function headerAt(rows: readonly TableRow[], mapping: ColumnMapping | undefined): number {
  const fieldsOf = ({ cells }: TableRow) => readHeader(cells, mapping).columns.flatMap(({ field }) => field ?? []);
  const isHeader = (row: TableRow) => fieldsOf(row).some((field) => field === 'title' || field === 'doi');
  const candidates = rows.slice(0, rowsAbove + 1).map((row) => (row.fault ? { ...row, cells: [] } : row));
  const [first] = candidates;
  if (first === undefined || isHeader(first)) return 0;
  const known = candidates.findIndex((row) => isHeader(row) && fieldsOf(row).length > 1);
  if (known > 0) return known;
  return Math.max(
    0,
    candidates.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1),
  );
}

const maxExample = 100;

function taken<T>(items: Iterator<T>, count: number): T[] {
  const found: T[] = [];
  while (found.length < count) {
    const { done, value } = items.next();
    if (done) break;
    found.push(value);
  }
  return found;
}

/** Columns with a value that they have in one of the first rows. */
const withExamples = (columns: readonly ReadColumn[], rows: readonly TableRow[]): MappedColumn[] =>
  columns.map((column, at) => {
    const example = rows.map(({ cells }) => cells[at]?.trim()).find(Boolean);
    return { ...column, ...(example !== undefined && { example: beginningOf(example, maxExample) }) };
  });

/** Spreadsheets of today are ZIP files, and those of before Microsoft's compound files. */
const isPacked = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

/**
 * The format of a text by its beginning: a table if its first line has names of columns, because its cells may hold anything.
 * A web page is none, whatever its name.
 */
function formatOf(text: string): Exclude<FileFormat, 'xlsx'> | undefined {
  const start = text.slice(0, 20_000);
  if (/^\s*(?:<!doctype html|<html)/i.test(start)) return undefined;
  if (/^\s*[[{]\s*[{"[\]}]/.test(start)) return 'csl-json';
  if (isTable(start, 1)) return 'csv';
  if (/^[ \t\u00a0]{0,4}TY[ \t\u00a0]{1,3}-/im.test(start)) return 'ris';
  if (/(?:^|[\s}%])@[ \t]*[A-Za-z][\w-]*\s*[{(]/.test(text.slice(0, 200_000))) return 'bibtex';
  if (isTable(start, rowsAbove + 1)) return 'csv';
  const line = start.trimStart().split('\n', 1)[0] ?? '';
  return /[,;\t|]/.test(line) ? 'csv' : undefined;
}

/** Whether one of the first rows has names of columns. A single name counts in the first one only. */
function isTable(start: string, rows: number): boolean {
  let known = 0;
  const count = (header: readonly string[]) => {
    const { columns } = readHeader(header);
    const fields = columns.map(({ field }) => field);
    if (fields.includes('title') || fields.includes('doi'))
      known = Math.max(known, header.length === 1 && rows === 1 ? 2 : fields.filter(Boolean).length);
    return fields.length;
  };
  separatorOf(start, count, rows);
  return known > 1;
}
