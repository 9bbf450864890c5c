import { parseDoi } from '../../../../src/domain/values/doi.ts';
import { parseOrcidId } from '../../../../src/domain/values/orcid-id.ts';
import { parseCsv } from '../../data/csv.ts';

export type ImportKind = 'researchers' | 'publications' | 'projects';
/** The kinds of which a row is one identifier. */
export type IdentifierKind = Exclude<ImportKind, 'projects'>;

/** A line of what was pasted or uploaded. */
export interface ImportRow {
  line: number;
  /** What is written there. */
  text: string;
  /** The canonical identifier; absent if it is none. */
  id?: string;
  /** Why the row is not imported. */
  problem?: 'checksum' | 'invalid' | 'duplicate' | 'fields';
  /** The line that has the same identifier already. */
  firstLine?: number;
}

/** What became of a row. */
export interface Outcome {
  state: 'sending' | 'queued' | 'skipped' | 'erased' | 'created' | 'refreshed' | 'updated' | 'unchanged' | 'failed';
  /** Why it failed, or the title of what was imported. */
  text?: string;
  /** It is stored, but deleted. */
  isDeleted?: boolean;
}

const headers = { researchers: /^orcid([\s_-]?ids?)?$/i, publications: /^dois?$/i };
const hasDoi = /\b10\.\d{1,9}(\.\d+)*(\/|%2f)/i;
/** An iD apart from its check character: what has this form and is none has a wrong one. */
const orcidShape = /^\d{15}[\dX]$/;

/**
 * Finds one identifier in each row. A header that names a column (`orcid`, `doi`) decides which one is read; without it
 * each line is an identifier, or has one in a cell. The server has the same rules; these tell of faults before sending.
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

function entries(text: string, kind: IdentifierKind): { line: number; text: string }[] {
  const table = parseCsv(text);
  const column = table[0]?.cells.findIndex((cell) => headers[kind].test(cell)) ?? -1;
  if (column >= 0) return table.slice(1).map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  return text.split(/\r\n?|\n/).flatMap((written, index) => {
    const entry = written.trim();
    return entry === '' ? [] : [{ line: index + 1, text: cellOf(entry, kind) }];
  });
}

const identify = (text: string, kind: IdentifierKind) => (kind === 'researchers' ? parseOrcidId(text) : parseDoi(text));

/** The whole line if it is an identifier, because a DOI may have commas in it; else the cell that looks like one. */
function cellOf(line: string, kind: IdentifierKind): string {
  if (identify(line, kind)) return line;
  const cells = parseCsv(line)[0]?.cells ?? [];
  return cells.find((cell) => (kind === 'researchers' ? looksLikeOrcid(cell) : hasDoi.test(cell))) ?? line;
}

const looksLikeOrcid = (cell: string) => orcidShape.test(charactersOf(cell));

/** The characters of an iD without the address before it. */
const charactersOf = (text: string) =>
  text
    .replace(/^.*orcid\.org\//i, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

const problemOf = (text: string, kind: IdentifierKind) =>
  kind === 'researchers' && looksLikeOrcid(text) ? 'checksum' : 'invalid';
