import type { CslName } from '#src/records/citations/csl.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import type { ReportColumn } from '#src/records/reports/definition.ts';
import { kdsfTypeOf } from '#src/records/reports/kdsf-types.ts';
import { hasMoreAuthors, type ReportItem } from '#src/records/reports/report-item.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { csvLine } from '../csv.ts';
import { columnName, documentWord, kdsfName, outputTypeName } from './document-texts.ts';
import { citationRuns, type ReportDocument } from './report-document.ts';

export type TableCell = string | number | null;

/** The columns for people, if a report names none. */
const columnsForPeople: readonly ReportColumn[] = [
  'id',
  'citation',
  'title',
  'authors',
  'own_authors',
  'groups',
  'year',
  'date',
  'type',
  'journal',
  'volume',
  'issue',
  'pages',
  'publisher',
  'doi',
  'url',
  'isbn',
  'issn',
  'open_access',
  'license',
  'funders',
  'author_count',
  'corresponding',
  'country_count',
  'is_retracted',
];

/** The columns of a table of outputs, by the report. */
export const columnsOf = ({ columns }: Pick<ReportDocument, 'columns'>): readonly ReportColumn[] =>
  columns.length > 0 ? columns : columnsForPeople;

/** How the cells of a column are written. */
type WriteCell = (item: ReportItem, document: ReportDocument) => TableCell;

const cells: Record<ReportColumn, WriteCell> = {
  citation: (item, document) => textOfRuns(citationRuns(document, item)),
  title: ({ csl }) => csl.title ?? null,
  authors: authorsCell,
  own_authors: ({ own_authors }) =>
    own_authors.map(({ name, orcid }) => (orcid === null ? name : `${name} (${orcid})`)).join('; '),
  groups: ({ groups }, document) => groups.map((id) => document.groupName(id)).join('; '),
  year: (item, document) => document.yearOf(item),
  date: ({ first_date }) => first_date,
  type: ({ output_type }, { language }) => output_type && outputTypeName(output_type, language),
  journal: ({ csl, journal }) => csl['container-title'] ?? journal?.title ?? null,
  issn: ({ csl, journal }) => journal?.issn ?? csl.ISSN?.split(', ')[0] ?? null,
  publisher: ({ publisher }) => publisher,
  volume: ({ csl }) => csl.volume ?? null,
  issue: ({ csl }) => csl.issue ?? null,
  pages: ({ csl }) => csl.page ?? null,
  doi: ({ csl }) => csl.DOI ?? null,
  url: ({ csl }) => (csl.DOI === undefined ? (csl.URL ?? null) : doiUrl(csl.DOI)),
  isbn: ({ csl }) => csl.ISBN ?? null,
  open_access: ({ open_access_status }) => open_access_status,
  is_hybrid: ({ open_access_status: status }) => (status === null ? null : status === 'hybrid' ? 'TRUE' : 'FALSE'),
  license: ({ license }) => license,
  funders: ({ funders }) => funders.map(({ name, id }) => name ?? id ?? '').join('; '),
  author_count: ({ author_count }) => author_count,
  corresponding: (item, { language }) => {
    const isOwn = isOwnCorresponding(item);
    return isOwn && documentWord(isOwn, language);
  },
  country_count: ({ country_count }) => country_count,
  is_retracted: ({ is_retracted }, { language }) => documentWord(is_retracted ? 'yes' : 'no', language),
  kdsf: ({ output_type }, { language }) => output_type && kdsfName(kdsfTypeOf(output_type), language),
  id: ({ id }) => id,
  institution: (_, { institution }) => institution,
  period: (item, document) => document.yearOf(item),
  // The library fills it in.
  euro: () => null,
};

/** Whether a corresponding author is an own one; null if no source names one. */
function isOwnCorresponding({ own_authors }: ReportItem): 'yes' | 'no' | null {
  if (own_authors.some(({ corresponding }) => corresponding === true)) return 'yes';
  return own_authors.some(({ corresponding }) => corresponding === false) ? 'no' : null;
}

/** Of very many authors the first ones, and after a mark the last one. */
function authorsCell(item: ReportItem): string {
  const names = item.csl.author ?? [];
  const isCut = hasMoreAuthors(item);
  const shown = (isCut ? names.slice(0, -1) : names).map(nameOf);
  return [...shown, ...(isCut ? ['…', nameOf(names.at(-1))] : [])].filter(Boolean).join('; ');
}

const nameOf = (name: CslName | undefined): string => {
  if (name === undefined) return '';
  return 'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter(Boolean).join(', ');
};

/** The cells of an output. */
export const tableRowOf = (item: ReportItem, document: ReportDocument): TableCell[] =>
  columnsOf(document).map((column) => cells[column](item, document));

/** The mark by which spreadsheets recognise UTF-8. */
const byteOrderMark = '\ufeff';

/** The table for people: a row for each output. */
export async function* writeCsv(document: ReportDocument): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columnsOf(document).map((column) => columnName(column, document.language)));
  for await (const item of document.items()) yield csvLine(tableRowOf(item, document));
}

/** An own author in a unit, or a linked person who is no author and has no position. Null: an output without them, or no unit. */
interface LongRow {
  item: ReportItem;
  author: ReportItem['own_authors'][number] | (ReportItem['other_people'][number] & { position: null }) | null;
  group: string | null;
}

/** Columns of the long table, in order. Add new ones at the end, because programs rely on the position. */
const longColumns: Record<string, (row: LongRow, document: ReportDocument) => TableCell> = {
  id: ({ item }) => item.id,
  kind: ({ item }) => item.kind,
  doi: ({ item }) => item.csl.DOI ?? null,
  title: ({ item }) => item.csl.title ?? null,
  year: ({ item }, document) => document.yearOf(item),
  first_date: ({ item }) => item.first_date,
  issue_year: ({ item }) => item.issue_year,
  type: ({ item }) => item.output_type,
  publication_type: ({ item }) => item.publication_type,
  author_count: ({ item }) => item.author_count,
  position: ({ author }) => (author === null || author.position === null ? null : author.position + 1),
  orcid: ({ author }) => author?.orcid ?? null,
  name: ({ author }) => author?.name ?? null,
  corresponding: ({ author }) =>
    author === null || author.position === null || author.corresponding === null ? null : String(author.corresponding),
  group_id: ({ group }) => group,
  group_name: ({ group }, document) => group && document.groupName(group),
  share: (row) => shareOf(row),
  countries: ({ author }) => (author === null || author.position === null ? null : author.countries.join(' ')),
  country_count: ({ item }) => item.country_count,
  open_access_status: ({ item }) => item.open_access_status,
  license: ({ item }) => item.license,
  journal: ({ item }) => item.journal?.title ?? item.csl['container-title'] ?? null,
  issn: ({ item }) => item.journal?.issn ?? item.csl.ISSN?.split(', ')[0] ?? null,
  publisher: ({ item }) => item.publisher,
  funders: ({ item }) => item.funders.map(({ name, id }) => id ?? name ?? '').join(' '),
  is_retracted: ({ item }) => String(item.is_retracted),
};

/** One of the authors, split evenly between the units of this author; null where the number of authors is unknown. */
function shareOf({ item: { author_count }, author, group }: LongRow): number | null {
  if (author === null || author.position === null || !author_count) return null;
  return rounded(1 / author_count / (group === null ? 1 : author.groups.length));
}

const rounded = (share: number) => Number(share.toFixed(10));

function longRowsOf(item: ReportItem): LongRow[] {
  const people = [...item.own_authors, ...item.other_people.map((person) => ({ ...person, position: null }))];
  if (people.length === 0) return [{ item, author: null, group: null }];
  return people.flatMap((author) =>
    (author.groups.length === 0 ? [null] : author.groups).map((group) => ({ item, author, group })),
  );
}

/** The long table for programs: a row for each output, own author and unit. */
export async function* writeLongCsv(document: ReportDocument): AsyncGenerator<string> {
  const columns = Object.entries(longColumns);
  yield csvLine(columns.map(([name]) => name));
  for await (const item of document.items()) {
    for (const row of longRowsOf(item)) yield csvLine(columns.map(([, write]) => write(row, document)));
  }
}

/** The columns of OpenAPC (https://github.com/OpenAPC/openapc-de/wiki/Data-Submission-Handout), the required ones first. */
const openApcColumns: Record<string, WriteCell> = {
  institution: cells.institution,
  period: cells.period,
  euro: cells.euro,
  doi: cells.doi,
  is_hybrid: cells.is_hybrid,
  publisher: cells.publisher,
  journal_full_title: cells.journal,
  issn: cells.issn,
  license_ref: cells.license,
  url: cells.url,
};

/** The articles in journals for which somebody may have paid: gold and hybrid ones, with empty costs. */
export async function* writeOpenApc(document: ReportDocument): AsyncGenerator<string> {
  const columns = Object.entries(openApcColumns);
  yield csvLine(columns.map(([name]) => name));
  for await (const item of document.items()) {
    const { open_access_status: status, csl } = item;
    if (csl.type !== 'article-journal' || (status !== 'gold' && status !== 'hybrid')) continue;
    yield csvLine(columns.map(([, write]) => write(item, document)));
  }
}
