import { type EditedList, editedLists } from '#src/records/intakes/edited-lists.ts';
import { cutDelimited, type Separator, separatorOf } from '../reading/delimited.ts';
import { decodeFile, type FileEncoding } from '../reading/entries/file-text.ts';
import {
  type FaultCode,
  type ReadingLimits,
  type Remark,
  readingLimits,
  remark,
  UnreadableFile,
} from '../reading/entries/remarks.ts';
import { readWorkbook } from '../reading/xlsx/workbook.ts';
import { leftOutHash, sheetText, withoutApostrophe } from './cell-text.ts';
import { editColumns, idOfCell } from './columns.ts';
import { apostropheNote, editHeadings, versionHeading } from './csv-edit.ts';
import { keysSheet, stampName, stampVersion } from './xlsx-edit.ts';

/** Why a row of a file for editing is not taken. */
export type EditRowFault = Remark<FaultCode | 'id-unknown' | 'id-twice' | 'version-changed' | 'row-cut' | 'row-large'>;

/** A row of a file for editing. Of XLSX `cells` has those that differ from what was exported, of CSV all that can be changed. */
export interface EditedRow {
  /** From 1: the first line in the text, or the row in the sheet. */
  line: number;
  /** The id of the record; as written if it is none. */
  id: string;
  version: string | null;
  /** `from` is the text as exported; null if the file does not have it. */
  cells: { field: string; from: string | null; to: string }[];
  faults: EditRowFault[];
}

export interface EditsReport {
  format: 'csv-edit' | 'xlsx-edit';
  list: EditedList;
  encoding?: FileEncoding;
  separator?: Separator;
  /** The fields that have a column. What has none stays as it is. */
  fields: string[];
  /** Of XLSX: the rows that were exported, those of them that the file has no longer, and the address that it says. */
  exported?: number;
  missing?: number;
  registry?: string;
}

export interface EditsReading {
  /** Given values are not guessed. */
  encoding?: FileEncoding | undefined;
  separator?: Separator | undefined;
  /** The address of the dashboard: a file of another one is refused. */
  registry?: string | undefined;
  limits?: Partial<ReadingLimits> | undefined;
}

/**
 * Reads a file that was exported for editing. Throws `UnreadableFile` for one that is refused as a whole: with `no-edits` if
 * it is none.
 */
export function readEdits(bytes: Uint8Array, options: EditsReading = {}): { report: EditsReport; rows: EditedRow[] } {
  const limits: ReadingLimits = { ...readingLimits, ...options.limits };
  if (bytes.length === 0) throw new UnreadableFile('empty');
  if (bytes.length > limits.bytes) throw new UnreadableFile('too-large', `${bytes.length} > ${limits.bytes}`);
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOldExcel = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  return isPacked || isOldExcel ? sheetEdits(bytes, options, limits) : textEdits(bytes, options, limits);
}

/** A table of edits below its header. */
interface EditTable {
  list: EditedList;
  /** The field of each column; undefined for those without a heading, and for the keys of rows. */
  fields: (string | undefined)[];
  idAt: number;
  versionAt: number;
}

/** The columns of a header. Refuses names that are there twice, and unknown ones: a renamed column would be left alone unseen. */
function readHeadings(headings: readonly string[], list: EditedList): EditTable {
  const names = headings.map(headingOf);
  const repeated = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (repeated !== undefined) throw new UnreadableFile('header-repeated', repeated);
  const known = new Set(editHeadings(list));
  const unknown = names.find((name) => name !== '' && !known.has(name) && !isNote(name));
  if (unknown !== undefined) throw new UnreadableFile('header-unknown', unknown);
  const fields = names.map((name) => (name === '' || isNote(name) || rowKeys.has(name) ? undefined : name));
  return { list, fields, idAt: names.indexOf('id'), versionAt: names.indexOf(versionHeading) };
}

/** LibreOffice, without its window, takes the byte-order mark for a sign before the quotation mark of the first heading. */
const headingOf = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

const rowKeys: ReadonlySet<string> = new Set(['id', versionHeading]);
const isNote = (heading: string) => heading === apostropheNote;
const isHeader = (headings: readonly string[]) => [...rowKeys].every((name) => headings.includes(name));

function textEdits(
  bytes: Uint8Array,
  { encoding, separator }: EditsReading,
  limits: ReadingLimits,
): { report: EditsReport; rows: EditedRow[] } {
  const file = decodeFile(bytes, encoding);
  const names = new Set(editedLists.flatMap(editHeadings));
  const sign = separator ?? separatorOf(file.text, (header) => header.filter((name) => names.has(name.trim())).length);
  const lines = cutDelimited(file.text, sign, limits);
  const header = lines.next();
  const headings = header.done ? [] : header.value.cells.map(headingOf);
  if (!isHeader(headings)) throw new UnreadableFile('no-edits', headings.join(', '));
  const body = [...lines];
  const open = body.find(({ fault }) => fault?.code === 'open-quote');
  // Anything may follow an open quotation mark.
  if (open) throw new UnreadableFile('open-quote', String(open.line));
  if (body.length === 0) throw new UnreadableFile('no-entries');
  if (body.length > limits.entries) throw new UnreadableFile('too-many-entries', String(limits.entries));
  const hasApostrophes = headings.some(isNote);
  const idAt = headings.indexOf('id');
  const list = body.flatMap(({ cells }) => idOfCell(cells[idAt] ?? '')?.list ?? [])[0];
  if (list === undefined) throw new UnreadableFile('no-edits', 'id');
  const table = readHeadings(headings, list);
  const editable = new Set(editColumns(list).flatMap(({ field, kind }) => (kind === 'shown' ? [] : [field])));
  const last = table.fields.findLastIndex((field) => field !== undefined);
  const keys = new Map<string, number>();
  const rows = body.map(({ line, cells, fault }): EditedRow => {
    const row = keysOf(table, line, cells, keys);
    if (fault) row.faults.push(remark(fault.code, fault.detail));
    else if (cells.length <= last) row.faults.push(remark('row-cut', `${cells.length} < ${last + 1}`));
    if (row.faults.length > 0) return row;
    const found = table.fields.flatMap((field, at) => {
      if (field === undefined || !editable.has(field)) return [];
      const written = cells[at] ?? '';
      const to = foundText(hasApostrophes ? withoutApostrophe(written) : written);
      return leftOutHash(to) === undefined ? [{ field, from: null, to }] : [];
    });
    return sendable({ ...row, cells: found });
  });
  const report = { list, encoding: file.encoding, separator: sign, fields: fieldsOf(table) };
  return { report: { format: 'csv-edit', ...report }, rows };
}

const fieldsOf = ({ fields }: EditTable) => fields.filter((field) => field !== undefined);

/** The id and the version of a row, and why it is none. */
function keysOf(
  { list, idAt, versionAt }: EditTable,
  line: number,
  cells: readonly string[],
  seen: Map<string, number>,
): EditedRow {
  const written = (cells[idAt] ?? '').trim();
  const named = idOfCell(written);
  const version = (cells[versionAt] ?? '').trim().slice(0, 100) || null;
  const id = named?.id ?? (written.slice(0, 200) || '-');
  const row: EditedRow = { line, id, version, cells: [], faults: [] };
  if (named?.list !== list) row.faults.push(remark('id-unknown', written));
  else if (seen.has(named.id)) row.faults.push(remark('id-twice', written, seen.get(named.id)));
  else seen.set(named.id, line);
  return row;
}

function sheetEdits(
  bytes: Uint8Array,
  { registry }: EditsReading,
  limits: ReadingLimits,
): { report: EditsReport; rows: EditedRow[] } {
  // The stamp and the headings are rows, too.
  const keys = readWorkbook(bytes, { ...limits, entries: limits.entries + 2 }, keysSheet);
  const [stamp, exportedHeadings, ...exported] = keys.rows.map(({ cells }) => cells);
  const [name, version, list, count, address = ''] = stamp ?? [];
  if (keys.sheet !== keysSheet || name !== stampName || !isEditable(list)) {
    throw new UnreadableFile('no-edits', keysSheet);
  }
  if (version !== stampVersion) throw new UnreadableFile('edits-version', version ?? '');
  if (registry !== undefined && address !== registry) throw new UnreadableFile('other-registry', address);
  const shown = keys.sheets.some((sheet) => sheet.name === list) ? list : undefined;
  const sheet = readWorkbook(bytes, limits, shown);
  const [header, ...body] = sheet.rows;
  if (!header || !isHeader(header.cells.map(headingOf))) {
    throw new UnreadableFile('header-unknown', header?.cells.join(', ') ?? '');
  }
  const table = readHeadings(header.cells, list);
  const before = readHeadings(exportedHeadings ?? [], list);
  const places = new Map(before.fields.map((field, at) => [field, at]));
  const known = new Map(exported.map((cells) => [idOfCell(cells[before.idAt] ?? '')?.id, cells]));
  const seen = new Map<string, number>();
  const rows = body.map(({ number, cells, failed }): EditedRow => {
    const row = keysOf(table, number, cells, seen);
    const was = known.get(row.id);
    if (row.faults.length > 0) return row;
    if (!was) row.faults.push(remark('id-unknown', cells[table.idAt]));
    else if (was[before.versionAt] !== row.version) row.faults.push(remark('version-changed', row.version ?? ''));
    if (!was || row.faults.length > 0) return row;
    for (const [at, field] of table.fields.entries()) {
      const place = field === undefined ? undefined : places.get(field);
      if (field === undefined || place === undefined) continue;
      const from = sheetText(was[place] ?? '');
      const to = failed?.get(at) ?? foundText(cells[at] ?? '');
      if (to !== from) row.cells.push({ field, from, to });
    }
    return sendable(row);
  });
  const missing = [...known.keys()].filter((id) => id !== undefined && !seen.has(id)).length;
  const report = { list, fields: fieldsOf(table), exported: Number(count), missing, registry: address };
  return { report: { format: 'xlsx-edit', ...report }, rows };
}

/** Of a row as JSON in UTF-8: a request has at most 256 KB, and a stored row with what the check finds in it 400 KB. */
const maxRowBytes = 200_000;
const utf8 = new TextEncoder();
const bytesOf = (value: unknown) => utf8.encode(JSON.stringify(value)).length;

/** A row that is too large to be sent has a fault in place of its cells, which names the largest: nothing of it is stored. */
function sendable(row: EditedRow): EditedRow {
  // A unit of UTF-16 has at most three bytes, or six as an escape.
  const units = row.cells.reduce((sum, { from, to }) => sum + to.length + (from?.length ?? 0), 0);
  if (units * 6 < maxRowBytes / 2 || bytesOf(row) <= maxRowBytes) return row;
  const largest = [...row.cells].sort((one, other) => bytesOf(other) - bytesOf(one)).slice(0, 3);
  const names = largest.map(({ field }) => field).join(', ');
  return { ...row, cells: [], faults: [...row.faults, remark('row-large', names)] };
}

/** Longer texts are cut where programs do, and so are never taken for an edit. */
const foundText = (cell: string): string => sheetText(cell).slice(0, cutCharacters);
const cutCharacters = 32_767;

const isEditable = (name: string | undefined): name is EditedList => editedLists.some((list) => list === name);
