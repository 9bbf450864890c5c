import { ProjectInput as projectSchema } from '../../../../src/records/projects/input.ts';
import { parseOrcidId } from '../../../../src/vocabulary/identifiers/orcid-id.ts';
import { parseLocale } from '../../../../src/vocabulary/locale.ts';
import type { paths } from '../../api/schema.ts';
import { parseCsv } from '../../data/csv.ts';
import { type ProjectFault, projectFaults } from '../../data/project-faults.ts';
import type { ImportRow } from './rows.ts';

type Body = paths['/api/projects/bulk']['post']['requestBody']['content']['application/json'];
export type ProjectInput = Body['projects'][number];

export interface ProjectRow extends ImportRow {
  project?: ProjectInput;
  faults?: readonly { column: string; fault: ProjectFault }[];
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

/** A project of cells. What cannot be read stays as it is written, and is found by the schema. */
function readProject(cell: ReadonlyMap<string, string>): {
  project: ProjectInput;
  faults: { column: string; fault: ProjectFault }[];
} {
  const read = <T>(column: string, parse: (text: string) => T, empty: T): T => {
    const text = cell.get(column) ?? '';
    return text === '' ? empty : parse(text);
  };
  const written = (text: string): string | null => text;
  const visible = read<boolean | string | undefined>('visible', booleanOf, undefined);
  const project = {
    id: cell.get('id') ?? '',
    programme: localizedOf('programme', cell) ?? '',
    title: localizedOf('title', cell) ?? '',
    abstract: localizedOf('abstract', cell) ?? null,
    start_date: read('start_date', written, null),
    end_date: read('end_date', written, null),
    cesam_funding_amount: read<number | null>('cesam_funding_amount', amountOf, null),
    cesam_funding_currency: read('cesam_funding_currency', upperCase, 'EUR'),
    total_funding_amount: read<number | null>('total_funding_amount', amountOf, null),
    total_funding_currency: read('total_funding_currency', upperCase, 'EUR'),
    funding_entities: (cell.get('funding_entities') ?? '').split('|').map(trimmed).filter(Boolean),
    proponent_institution: cell.get('proponent_institution') || null,
    page_url: read('page_url', written, null),
    member_orcids: read('member_orcids', orcidsOf, []),
    coordinator_orcids: read('coordinator_orcids', orcidsOf, []),
    ...(visible !== undefined && { visible }),
  };
  const faults = [...projectFaults(projectSchema, project)].map(([column, fault]) => ({ column, fault }));
  return { project: project as ProjectInput, faults };
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
const upperCase = (text: string) => text.toUpperCase();

/** A number as in spreadsheets: a point or comma before the decimals, nothing between thousands. */
const amountOf = (text: string): number =>
  /^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

const orcidsOf = (text: string): string[] =>
  text
    .split(/[\s,;|]+/)
    .filter(Boolean)
    .map((written) => parseOrcidId(written) ?? written);

const yes = ['true', 'yes', '1', 'ja', 'wahr'];
const no = ['false', 'no', '0', 'nein', 'falsch'];

function booleanOf(text: string): boolean | string {
  const word = text.toLowerCase();
  return yes.includes(word) ? true : no.includes(word) ? false : text;
}
