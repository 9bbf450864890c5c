import type { Author } from '#src/vocabulary/bibliography.ts';
import { parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseHandle } from '#src/vocabulary/identifiers/identifiers.ts';
import type { ColumnField } from './column-profiles.ts';
import type { ReadHeader } from './columns.ts';
import type { TableRow } from './delimited.ts';
import { buildRow, nothingSaid, type Said } from './entries/build-row.ts';
import { noteFields } from './entries/note-identifiers.ts';
import { peopleInList, peopleInMedline, withPrintedOrcids } from './entries/people.ts';
import { type EntryFault, type FileEntry, originalOf, remark, UnreadableFile } from './entries/remarks.ts';
import { degreeOf } from './entries/types.ts';

/** Fields of which a table has several columns. */
const manyColumns: ReadonlySet<ColumnField> = new Set([
  'serials',
  'identifiers',
  'url',
  'keywords',
  'departments',
  'date',
]);

/** Refuses a header with which nothing can be read: without a title or a DOI, or with a column twice. */
export function requireHeader({ columns, isDspace }: ReadHeader): void {
  const fields = columns.map(({ field }) => field);
  if (!fields.includes('title') && !fields.includes('doi')) {
    throw new UnreadableFile('header-unknown', columns.map(({ name }) => name).join(', '));
  }
  const names = columns.filter(({ field }) => field !== null).map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined && !isDspace) throw new UnreadableFile('header-repeated', repeated);
}

/** Reads rows of one table, below its header. */
export function tableReader(header: ReadHeader): (row: TableRow) => FileEntry {
  const keys = new Map<string, number>();
  return ({ line, cells, original, fault }) => {
    const cellsOf = cellReader(header, cells);
    const written = cellsOf('key')[0];
    const key = written === undefined || written === '+' ? null : written;
    const shown = originalOf(original);
    const faults: EntryFault[] = fault ? [remark(fault.code, fault.detail)] : [];
    if (fault) return { line, key, original: shown, row: null, faults, notes: [] };
    if (key !== null) {
      const first = keys.get(key);
      if (first === undefined) keys.set(key, line);
      else faults.push(remark('key-twice', key, first));
    }
    faults.push(...cutCells(header, cells));
    const { row, ...built } = buildRow(saidIn(cellsOf, header));
    return { line, key, original: shown, row, faults: [...faults, ...built.faults], notes: built.notes };
  };
}

/** Lengths at which spreadsheets cut the text of a cell. */
const cutLengths = new Set([32_767, 65_535]);

const cutCells = ({ columns }: ReadHeader, cells: readonly string[]): EntryFault[] =>
  cells.flatMap((cell, at) =>
    cutLengths.has(cell.length) ? [remark('too-long' as const, columns[at]?.name ?? '')] : [],
  );

type CellReader = (field: ColumnField) => string[];

/** The values of a field in a row: all of them where a field has several columns, else those of the first filled one. */
function cellReader({ columns, order, isDspace, isOwn }: ReadHeader, cells: readonly string[]): CellReader {
  return (field) => {
    const values: string[] = [];
    for (const at of order) {
      if (columns[at]?.field !== field) continue;
      let cell = cells[at]?.trim() ?? '';
      // The apostrophe that the product writes before what spreadsheets would run.
      if (isOwn && /^'[=+\-@＝＋－＠]/.test(cell)) cell = cell.slice(1);
      if (cell === '') continue;
      // `::authority::600` is DSpace's own.
      values.push(...(isDspace ? cell.split('||').map((value) => value.replace(/::.*$/s, '').trim()) : [cell]));
      if (!manyColumns.has(field) && !isDspace) break;
    }
    return values.filter((value) => value !== '');
  };
}

function saidIn(cells: CellReader, { isDspace, listSeparator, isMedline, profile }: ReadHeader): Said {
  const one = (field: ColumnField): string | undefined => cells(field)[0];
  const separator = isDspace ? '||' : listSeparator;
  const people = (field: ColumnField): Author[] =>
    cells(field).flatMap((cell) =>
      isMedline ? peopleInMedline(cell) : peopleInList(cell.replace(/\s*\(\d{5,}\)/g, ''), separator),
    );
  const listed = (field: ColumnField): string[] =>
    cells(field).flatMap((cell) => cell.split(splitterOf(cell, separator)));
  // Zotero's are among lines of any text.
  const isNote = profile === 'zotero';
  const note = noteFields(isNote ? cells('identifiers').join('\n') : undefined);
  const identifiers = isNote ? [] : cells('identifiers');
  const types = [one('type'), one('subtype')].flatMap((type) => type ?? []);
  const subtype = one('subtype');
  const isThesis = types.some((type) => /thesis|dissertation/i.test(type));
  return {
    ...nothingSaid(profile),
    types,
    knownType: isThesis ? degreeOf(types.join(' ')) : undefined,
    title: one('title'),
    subtitle: one('subtitle'),
    authors: withPrintedOrcids(people('authors'), one('author_orcids')),
    editors: people('editors'),
    translators: people('translators'),
    // A year of its own is the one that counts, and a date within it says more.
    dates: [one('year') ?? '', dateOfParts(one('year'), one('month'), one('day')), ...cells('date')],
    // Web of Science names a whole book as its own source.
    container:
      types.includes('Book') && sameLetters(one('container_title'), one('title')) ? undefined : one('container_title'),
    series: one('series_title'),
    publisher: one('publisher'),
    place: one('publication_place'),
    institution: one('institution'),
    edition: one('edition'),
    version: one('version'),
    volume: one('volume'),
    issue: one('issue'),
    number: one('number'),
    pages: one('pages') === undefined ? [one('first_page') ?? '', one('last_page') ?? ''] : [one('pages') ?? ''],
    articleNumber: one('article_number'),
    serials: cells('serials'),
    dois: [
      ...cells('doi'),
      ...identifiers.filter((value) => /\bdoi\.org\/|^(?:doi:\s*)?10\.\d{4}/i.test(value)),
      ...note.dois,
    ],
    arxiv:
      one('arxiv_id') ??
      identifiers.find((value) => parseArxivId(value) !== undefined && /arxiv/i.test(value)) ??
      note.arxiv,
    pmid: one('pmid') ?? note.pmid,
    pmcid: one('pmcid') ?? note.pmcid,
    handle: one('handle') ?? identifiers.find((value) => parseHandle(value) !== undefined && !/^\d+$/.test(value)),
    eid: one('eid'),
    urls: [...cells('url').flatMap((url) => url.split(/\s+|;\s*(?=https?:)/)), ...identifiers],
    eventTitle: one('event_title'),
    eventPlace: one('event_place'),
    abstract: one('abstract'),
    language: one('language'),
    license: one('license'),
    keywords: listed('keywords'),
    departments: listed('departments'),
    subtype: profile === 'registry' ? subtype : undefined,
  };
}

const sameLetters = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

/** Between the values of a cell: the separator of its program, else semicolons, or lines, or commas if there is nothing else. */
function splitterOf(cell: string, separator: string | undefined): string | RegExp {
  if (separator !== undefined) return separator;
  return /[;\n]|\|\|/.test(cell) ? /\s*(?:;|\n|\|\|)\s*/ : /\s*,\s*(?=\S)/;
}

function dateOfParts(year: string | undefined, month: string | undefined, day: string | undefined): string {
  if (year === undefined || month === undefined || !/^\d{4}$/.test(year.trim())) return '';
  const numbers = [month, day ?? ''].map((part) => /^\d{1,2}$/.exec(part.trim())?.[0].padStart(2, '0'));
  return [year.trim(), ...(numbers[0] === undefined ? [] : numbers.flatMap((part) => part ?? []))].join('-');
}
