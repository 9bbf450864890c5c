import { parseLocale } from '../../../../src/domain/values/locale.ts';
import { parseOrcidId } from '../../../../src/domain/values/orcid-id.ts';
import { isPartialDate } from '../../../../src/domain/values/partial-date.ts';
import type { paths } from '../../api/schema.ts';
import { parseCsv } from '../../data/csv.ts';
import type { ImportRow } from './rows.ts';

type Body = paths['/api/projects/bulk']['post']['requestBody']['content']['application/json'];
export type ProjectInput = Body['projects'][number];

/** The fault of a cell; the server checks the rest. */
export type CellFault = 'required' | 'id' | 'date' | 'amount' | 'currency' | 'orcids' | 'address' | 'boolean';

export interface ProjectRow extends ImportRow {
  project?: ProjectInput;
  faults?: readonly { column: string; fault: CellFault }[];
}

export interface ProjectTable {
  rows: ProjectRow[];
  /** Why the whole text cannot be read. */
  issue?: { kind: 'header' | 'columns'; columns: string };
}

/** Columns that may have one text per language, such as `title_de`. */
const localized = ['programme', 'title', 'abstract'] as const;
const plain = [
  'id',
  'start_date',
  'end_date',
  'cesam_funding_amount',
  'cesam_funding_currency',
  'total_funding_amount',
  'total_funding_currency',
  'funding_entities',
  'proponent_institution',
  'page_url',
  'member_orcids',
  'coordinator_orcids',
  'visible',
] as const;
const required = ['id', 'programme', 'title'];
/** The columns of the template file. */
export const templateColumns = ['id', ...localized, ...plain.slice(1)];

/** Reads projects from a CSV with a header. Missing columns become empty, as in the API. */
export function readProjects(text: string): ProjectTable {
  const [header, ...table] = parseCsv(text);
  const columns = header?.cells ?? [];
  const [missing] = required.filter((name) => !columns.some((column) => fieldOf(column) === name));
  if (missing) return { rows: [], issue: { kind: 'header', columns: required.join(', ') } };
  const unknown = columns.filter((column) => column !== '' && fieldOf(column) === undefined);
  if (unknown.length > 0) return { rows: [], issue: { kind: 'columns', columns: unknown.join(', ') } };
  const lines = new Map<string, number>();
  const rows = table.map(({ line, cells }): ProjectRow => {
    const cell = new Map(columns.map((column, index) => [column, cells[index] ?? '']));
    const id = cell.get('id') ?? '';
    const firstLine = lines.get(id);
    if (id !== '' && firstLine !== undefined) return { line, text: id, problem: 'duplicate', firstLine };
    lines.set(id, line);
    const { project, faults } = readProject(cell);
    if (faults.length > 0) return { line, text: id, problem: 'fields', faults };
    return { line, text: id, id, project };
  });
  return { rows };
}

/** The field of a column, if there is one. */
function fieldOf(column: string): string | undefined {
  if ([...localized, ...plain].some((name) => name === column)) return column;
  const [, field, tag] = /^([a-z]+)_(.+)$/.exec(column) ?? [];
  return localized.some((name) => name === field) && parseLocale(tag ?? '') ? field : undefined;
}

function readProject(cell: ReadonlyMap<string, string>): {
  project: ProjectInput;
  faults: { column: string; fault: CellFault }[];
} {
  const faults: { column: string; fault: CellFault }[] = [];
  const read = <T>(column: string, fault: CellFault, parse: (text: string) => T | undefined): T | undefined => {
    const text = cell.get(column) ?? '';
    if (text === '') return undefined;
    const value = parse(text);
    if (value === undefined) faults.push({ column, fault });
    return value;
  };
  const text = (field: string) => {
    const value = localizedOf(field, cell);
    if (value === undefined && required.includes(field)) faults.push({ column: field, fault: 'required' });
    return value;
  };
  const date = (column: string) => read(column, 'date', (text) => (isPartialDate(text) ? text : undefined)) ?? null;
  const currency = (column: string) => read(column, 'currency', currencyOf) ?? 'EUR';
  const orcids = (column: string) => read(column, 'orcids', orcidsOf) ?? [];
  const visible = read('visible', 'boolean', booleanOf);
  if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/.test(cell.get('id') ?? '')) faults.push({ column: 'id', fault: 'id' });
  const project = {
    id: cell.get('id') ?? '',
    programme: text('programme') ?? '',
    title: text('title') ?? '',
    abstract: text('abstract') ?? null,
    start_date: date('start_date'),
    end_date: date('end_date'),
    cesam_funding_amount: read('cesam_funding_amount', 'amount', amountOf) ?? null,
    cesam_funding_currency: currency('cesam_funding_currency'),
    total_funding_amount: read('total_funding_amount', 'amount', amountOf) ?? null,
    total_funding_currency: currency('total_funding_currency'),
    funding_entities: (cell.get('funding_entities') ?? '').split('|').map(trimmed).filter(Boolean),
    proponent_institution: cell.get('proponent_institution') || null,
    page_url: read('page_url', 'address', (text) => (/^https?:\/\/\S+$/.test(text) ? text : undefined)) ?? null,
    member_orcids: orcids('member_orcids'),
    coordinator_orcids: orcids('coordinator_orcids'),
    ...(visible !== undefined && { visible }),
  };
  return { project, faults };
}

/** The plain text if only the column without a language has one; undefined if none has. */
function localizedOf(field: string, cell: ReadonlyMap<string, string>): string | Record<string, string> | undefined {
  const texts = [...cell].flatMap(([column, text]) =>
    text !== '' && fieldOf(column) === field ? [[column.slice(field.length + 1), text] as const] : [],
  );
  const [only] = texts;
  if (!only) return undefined;
  if (texts.length === 1 && only[0] === '') return only[1];
  // The column without a language holds the default locale, unless that has a column of its own.
  const inLanguages = texts.filter(([tag]) => tag !== '');
  const general = texts.find(([tag]) => tag === '')?.[1];
  return { ...(general !== undefined && { en: general }), ...Object.fromEntries(inLanguages) };
}

const trimmed = (text: string) => text.trim();

/** A number as in spreadsheets: a point or comma before the decimals, nothing between thousands. */
function amountOf(text: string): number | undefined {
  return /^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

function currencyOf(text: string): 'EUR' | 'USD' | undefined {
  const code = text.toUpperCase();
  return code === 'EUR' || code === 'USD' ? code : undefined;
}

function orcidsOf(text: string): string[] | undefined {
  const orcids = text.split(/[\s,;|]+/).flatMap((written) => (written === '' ? [] : [parseOrcidId(written)]));
  return orcids.every((orcid) => orcid !== undefined) ? orcids : undefined;
}

const yes = ['true', 'yes', '1', 'ja', 'wahr'];
const no = ['false', 'no', '0', 'nein', 'falsch'];

function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return yes.includes(word) ? true : no.includes(word) ? false : undefined;
}
