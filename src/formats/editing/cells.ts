import * as z from 'zod';
import { type StoredPeriod, toPeriodInMs } from '#src/records/groups/periods.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { valueIn } from '#src/records/publications/edits.ts';
import { Author, Contributor, Funder, IssnType } from '#src/vocabulary/bibliography.ts';
import { Notice } from '#src/vocabulary/integrity.ts';
import { LocalizedText, parseLocale } from '#src/vocabulary/locale.ts';
import { isDay } from '#src/vocabulary/partial-date.ts';
import { Relation } from '#src/vocabulary/relation.ts';
import { fittedCell, listText, sheetText, textHash, valuesOfList } from './cell-text.ts';
import { type CellKind, type EditColumn, editColumns, idCell } from './columns.ts';
import { peopleOfCell, peopleText } from './people-cell.ts';

/** Why a cell cannot be read as a value. */
export type CellFault = 'quotes' | 'number' | 'boolean' | 'languages' | 'period' | 'day' | 'read-only';

/** The value of a cell for the record, or why it has none. Empty cells are null, or an empty list. */
export type CellValue = { value: unknown } | { fault: CellFault };

/** A record with the values of its cells: `document` has each at the path of its column. */
export interface EditableRecord {
  id: string;
  document: object;
}

/** The texts of the cells of a record, in the order of the columns. */
export const cellsOf = (list: EditedList, { document }: EditableRecord): string[] =>
  editColumns(list).map((column) => cellOf(column, document));

/** The whole text of a value as a cell has it, even if it is too long for one. */
export const cellOf = ({ kind, path }: EditColumn, document: object): string => textOf(kind, valueIn(document, path));

const textOf = (kind: CellKind, value: unknown): string =>
  value === undefined || value === null ? '' : sheetText(writers[kind](value));

/** Whether a value that was read from a cell is the one that is written as `now`, in another spelling. */
export const isWrittenAs = ({ kind }: EditColumn, value: unknown, now: string): boolean =>
  !periodKinds.has(kind) && textOf(kind, value) === now;

/** Their days are read as moments. */
const periodKinds: ReadonlySet<CellKind> = new Set(['parents', 'first-day', 'last-day']);

/** The version of a record for its row: changes with each value that can be edited. Begins with a letter. */
export function versionOf(list: EditedList, cells: readonly string[]): string {
  const editable = editColumns(list).flatMap(({ kind }, at) => (kind === 'shown' ? [] : [cells[at] ?? '']));
  return `v${textHash(editable.join('\0'))}`;
}

/** The row of a record: its key, its version and its cells, as long as cells may be. */
export function editRow(list: EditedList, record: EditableRecord): string[] {
  const cells = cellsOf(list, record);
  return [idCell(list, record.id), versionOf(list, cells), ...cells.map(fittedCell)];
}

/** A value that is not of the form of its field is shown as JSON: it is never written back unless it is changed. */
const typed =
  <Schema extends z.ZodType>(schema: Schema, write: (value: z.output<Schema>) => string) =>
  (value: unknown): string => {
    const { success, data } = schema.safeParse(value);
    return success ? write(data) : JSON.stringify(value);
  };

const Parents = z.array(z.object({ id: z.string(), starts_at: z.string().nullable(), ends_at: z.string().nullable() }));

const writers: Record<CellKind, (value: unknown) => string> = {
  text: typed(z.string(), (text) => text),
  number: typed(z.number(), String),
  boolean: typed(z.boolean(), (value) => (value ? 'yes' : 'no')),
  localized: typed(LocalizedText, localizedCell),
  list: typed(z.array(z.string()), listText),
  people: typed(z.array(Author), peopleText),
  contributors: typed(z.array(Contributor), peopleText),
  parents: typed(Parents, (parents) => listText(parents.map(parentText))),
  'first-day': typed(z.string(), (day) => day),
  'last-day': typed(z.string(), (day) => day),
  shown: typed(
    z.union([
      z.array(z.string()).transform(listText),
      z.array(Relation).transform((all) => listText(all.map(({ type, doi }) => `${type} ${doi}`))),
      z.array(IssnType).transform((all) => listText(all.map(({ issn, type }) => `${issn} (${type})`))),
      z.array(Notice).transform((all) => listText(all.map(({ kind, date }) => [kind, date].filter(Boolean).join(' ')))),
      z.array(Funder).transform((all) => listText(all.map(funderText))),
      z.string(),
      z.number().transform(String),
    ]),
    (text) => text,
  ),
};

const funderText = ({ name, ror, doi, awards }: Funder): string =>
  [name ?? ror ?? doi ?? '', ...awards].filter(Boolean).join(', ');

/**
 * The value of a changed cell. `document` is the record as it is now: people keep what a cell does not show. Whether the
 * value is allowed is for the record to say.
 */
export function valueOfCell({ kind, path }: EditColumn, cell: string, document: object): CellValue {
  const text = sheetText(cell);
  if (kind === 'shown') return { fault: 'read-only' };
  if (text === '') return { value: listKinds.has(kind) ? [] : null };
  return readers[kind](text, valueIn(document, path));
}

const listKinds: ReadonlySet<CellKind> = new Set(['list', 'people', 'contributors', 'parents']);

const orFault = (value: unknown, fault: CellFault): CellValue => (value === undefined ? { fault } : { value });

const knownPeople = (value: unknown) => z.array(Author).catch([]).parse(value);

const readers: Record<Exclude<CellKind, 'shown'>, (text: string, now: unknown) => CellValue> = {
  text: (text) => ({ value: text }),
  number: (text) => orFault(/^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined, 'number'),
  boolean: (text) => orFault(words.get(text.toLowerCase()), 'boolean'),
  localized: (text) => orFault(localizedOfCell(text), 'languages'),
  list: (text) => orFault(valuesOfList(text), 'quotes'),
  people: (text, now) => orFault(peopleOfCell(text, knownPeople(now)), 'quotes'),
  contributors: (text, now) => orFault(peopleOfCell(text, z.array(Contributor).catch([]).parse(now)), 'quotes'),
  parents: (text) => {
    const parents = valuesOfList(text)?.map(parentOf);
    return orFault(parents?.every((parent) => parent !== undefined) ? parents : undefined, 'period');
  },
  'first-day': (text) => orFault(periodOf({ starts_at: text, ends_at: null })?.starts_at, 'day'),
  'last-day': (text) => orFault(periodOf({ starts_at: null, ends_at: text })?.ends_at, 'day'),
};

const words: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', 'ja', 'wahr'].map((word): [string, boolean] => [word, true]),
  ...['no', 'false', 'nein', 'falsch'].map((word): [string, boolean] => [word, false]),
]);

/** A language at the beginning of a line: `[pt-BR] `. A text that begins like that has a backslash before it. */
const languageMark = /^\[([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\](?: |$)/;
const marked = /^\\*\[[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\](?: |$)/;

const escapedLines = (text: string) => text.replace(/^.*$/gm, (line) => (marked.test(line) ? `\\${line}` : line));
const unescapedLines = (text: string) =>
  text.replace(/^.*$/gm, (line) => (line.startsWith('\\') && marked.test(line) ? line.slice(1) : line));

/** A text, or each language on lines of its own: `[en] Kilns`, `[de] Öfen`. */
function localizedCell(text: LocalizedText): string {
  if (typeof text === 'string') return escapedLines(sheetText(text));
  return Object.entries(text)
    .flatMap(([tag, each]) => (sheetText(each) === '' ? [] : `[${tag}] ${escapedLines(sheetText(each))}`))
    .join('\n');
}

/** Undefined if a text is in front of the first language, or a language is there twice. */
function localizedOfCell(cell: string): LocalizedText | undefined {
  const lines = cell.split('\n');
  if (!lines.some((line) => languageMark.test(line))) return unescapedLines(cell);
  const texts = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const [mark, tag = ''] = languageMark.exec(line) ?? [];
    if (mark === undefined) {
      if (!current) return undefined;
      current.push(line);
      continue;
    }
    const locale = parseLocale(tag) ?? tag;
    if (texts.has(locale)) return undefined;
    current = [line.slice(mark.length)];
    texts.set(locale, current);
  }
  const read = [...texts].map(([tag, each]): [string, string] => [tag, unescapedLines(each.join('\n')).trim()]);
  const filled = read.filter(([, text]) => text !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** `faculty`, or with the first and the last day that it belongs there: `faculty 2020-01-01..2021-12-31`. */
const parentText = ({ id, starts_at, ends_at }: StoredPeriod & { id: string }): string =>
  starts_at === null && ends_at === null ? id : `${id} ${starts_at ?? ''}..${ends_at ?? ''}`;

function parentOf(text: string): { id: string; starts_at: number | null; ends_at: number | null } | undefined {
  const [, id, period, from = '', to = ''] = /^(?:group:)?(\S+)(\s+(\S*?)\s*\.\.\s*(\S*))?$/.exec(text) ?? [];
  if (id === undefined) return undefined;
  const read =
    period === undefined
      ? { starts_at: null, ends_at: null }
      : periodOf({ starts_at: from || null, ends_at: to || null });
  return read && { id, ...read };
}

function periodOf(days: StoredPeriod) {
  const isValid = [days.starts_at, days.ends_at].every(
    (day) => day === null || (/^\d{4}-\d\d-\d\d$/.test(day) && isDay(day)),
  );
  return isValid ? toPeriodInMs(days) : undefined;
}
