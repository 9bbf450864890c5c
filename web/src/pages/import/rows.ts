import { parseDoi } from '../../../../src/vocabulary/identifiers/doi.ts';
import { parseOrcidId } from '../../../../src/vocabulary/identifiers/orcid-id.ts';
import type { LocalizedText } from '../../../../src/vocabulary/locale.ts';
import { parseCsv } from '../../data/csv.ts';
import { bibtexEntries, bibtexField } from './bibtex.ts';

export type ImportKind = 'researchers' | 'publications' | 'projects' | 'memberships';
/** The kinds of import whose rows are single identifiers. */
export type IdentifierKind = Exclude<ImportKind, 'projects' | 'memberships'>;

/** A pasted or uploaded line. */
export interface ImportRow {
  line: number;
  text: string;
  /** The canonical identifier, if the text is a valid one. */
  id?: string;
  /** Why the row is not imported. */
  problem?: 'checksum' | 'invalid' | 'duplicate' | 'fields';
  /** The earlier line with the same identifier. */
  firstLine?: number;
}

/** The outcome of a row. */
export interface Outcome {
  state:
    | 'sending'
    | 'queued'
    | 'skipped'
    | 'erased'
    | 'created'
    | 'refreshed'
    | 'updated'
    | 'unchanged'
    | 'changed'
    | 'ended'
    | 'waiting'
    | 'failed';
  /** The name of the person, if they are in the registry. */
  name?: LocalizedText | undefined;
  /** Why it failed, or the title of the imported record. */
  text?: string;
  /** Why it failed, and what that is about, in place of `text` where there are words for it. */
  code?: string;
  about?: string;
  /** Whether it is stored, but deleted. */
  isDeleted?: boolean;
}

const headers = { researchers: /^orcid([\s_-]?ids?)?$/i, publications: /^dois?$/i };
const hasDoi = /\b10\.\d{1,9}(\.\d+)*(\/|%2f)/i;
/** The form of an iD. A text of this form that is no iD has a wrong check character. */
const orcidShape = /^\d{15}[\dX]$/;

/**
 * Finds one identifier in each row: in the column that the header names (`orcid`, `doi`), or else in the whole line or
 * one of its cells. The server has the same rules; these report faults before sending.
 */
export function readRows(text: string, kind: IdentifierKind): ImportRow[] {
  const lines = new Map<string, number>();
  return entries(text, kind).map(({ line, text }) => {
    const id = identify(text, kind);
    if (id === undefined) return { line, text, problem: problemOf(text, kind) };
    const firstLine = lines.get(id);
    if (firstLine !== undefined) return { line, text, id, problem: 'duplicate', firstLine };
    lines.set(id, line);
    return { line, text, id };
  });
}

/** The header of the column that is read, if the text has others, whose values are not. */
export function onlyColumn(text: string, kind: IdentifierKind): string | undefined {
  const table = parseCsv(text);
  const { cells = [] } = table[0] ?? {};
  return cells.length > 1 && table.length > 1 ? cells[columnOf(table, kind)] : undefined;
}

const columnOf = ([header]: ReturnType<typeof parseCsv>, kind: IdentifierKind): number =>
  header?.cells.findIndex((cell) => headers[kind].test(cell)) ?? -1;

function entries(text: string, kind: IdentifierKind): { line: number; text: string }[] {
  const inBibtex = kind === 'publications' ? bibtexEntries(text) : undefined;
  if (inBibtex) return inBibtex.map(({ line, entry }) => ({ line, text: doiOf(entry) ?? firstLine(entry) }));
  const table = parseCsv(text);
  const column = columnOf(table, kind);
  if (column >= 0) return table.slice(1).map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  return text.split(/\r\n?|\n/).flatMap((written, index) => {
    const entry = written.trim();
    return entry === '' ? [] : [{ line: index + 1, text: cellOf(entry, kind) }];
  });
}

const identify = (text: string, kind: IdentifierKind) => (kind === 'researchers' ? parseOrcidId(text) : parseDoi(text));

/** The whole line if it is an identifier, because DOIs may contain commas; else the cell that looks like one. */
function cellOf(line: string, kind: IdentifierKind): string {
  if (identify(line, kind)) return line;
  const inField = kind === 'publications' ? bibtexField(line, 'doi') : undefined;
  if (inField) return inField;
  const cells = parseCsv(line)[0]?.cells ?? [];
  return cells.find((cell) => (kind === 'researchers' ? looksLikeOrcid(cell) : hasDoi.test(cell))) ?? line;
}

/** The DOI of a BibTeX entry: in its own field, or in the address. */
function doiOf(entry: string): string | undefined {
  const address = bibtexField(entry, 'url');
  return bibtexField(entry, 'doi') || (address && hasDoi.test(address) ? address : undefined);
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() ?? '';

const looksLikeOrcid = (cell: string) => orcidShape.test(charactersOf(cell));

const charactersOf = (text: string) =>
  text
    .replace(/^.*orcid\.org\//i, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

const problemOf = (text: string, kind: IdentifierKind) =>
  kind === 'researchers' && looksLikeOrcid(text) ? 'checksum' : 'invalid';
