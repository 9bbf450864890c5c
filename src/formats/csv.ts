import { type Citation, type CslName, clean } from '#src/records/citations/csl.ts';
import type { CoarType } from '#src/records/publications/coar.ts';
import { shownIntegrity } from '#src/records/publications/row-of.ts';
import { creditRoleNames } from '#src/vocabulary/roles/credit-roles.ts';

type Cell = string | number | boolean | null | undefined;

/** Beginnings of cells that spreadsheets may run as a formula (CSV injection). An apostrophe prevents it. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Columns in order. Add new ones at the end, because programs rely on the position. */
const columns: Record<string, (citation: Citation) => Cell> = {
  doi: ({ item }) => item.DOI,
  title: ({ item }) => item.title,
  authors: ({ item }) => people(item.author),
  editors: ({ item }) => people(item.editor),
  publication_date: ({ publication }) => publication.publication_date,
  publication_year: ({ publication }) => publication.publication_year,
  publication_type: ({ publication }) => publication.publication_type,
  container_title: ({ publication }) => cell(publication.data.container_title),
  publisher: ({ item }) => item.publisher,
  volume: ({ publication }) => cell(publication.data.volume),
  issue: ({ publication }) => cell(publication.data.issue),
  pages: ({ item }) => item.page,
  issn: ({ item }) => item.ISSN,
  isbn: ({ item }) => item.ISBN,
  language: ({ item }) => item.language,
  url: ({ item }) => item.URL,
  cited_by_count: ({ publication }) => publication.cited_by_count,
  is_retracted: ({ publication }) => publication.is_retracted,
  open_access_status: ({ publication }) => publication.open_access_status,
  keywords: ({ item }) => item.keyword,
  abstract: ({ item }) => item.abstract,
  translators: ({ item }) => people(item.translator),
  publication_subtype: ({ publication }) => cell(publication.data.publication_subtype),
  coar_type: ({ publication }) => cell((publication.data.coar_type as Partial<CoarType> | null | undefined)?.uri),
  integrity: ({ publication }) => shownIntegrity(publication),
  pmid: ({ item }) => item.PMID,
  pmcid: ({ item }) => item.PMCID,
  arxiv_id: ({ item }) => item.custom?.arxiv,
  handle: ({ item }) => item.custom?.handle,
  eid: ({ item }) => item.custom?.eid,
  license: ({ item }) => item.custom?.license,
  funding: ({ item }) =>
    item.custom?.funding
      ?.map(({ name, doi, ror, awards }) => [name ?? ror ?? doi, ...(awards ?? [])].filter(Boolean).join(', '))
      .join('; '),
  author_orcids: ({ item }) => item.custom?.orcids?.map(({ name, orcid }) => `${name}: ${orcid}`).join('; '),
  author_roles: ({ item }) =>
    item.custom?.credit
      ?.map(({ name, roles }) => `${name}: ${roles.map((role) => creditRoleNames[role]).join(', ')}`)
      .join('; '),
};

const cell = (value: unknown) => (typeof value === 'string' ? clean(value) : undefined);

export const csvHeader = csvLine(Object.keys(columns));

export const csvRow = (citation: Citation): string => csvLine(Object.values(columns).map((cell) => cell(citation)));

function people(names: CslName[] = []): string {
  return names
    .map((name) =>
      'literal' in name ? name.literal : [name.family, name.given, name.suffix].filter(Boolean).join(', '),
    )
    .join('; ');
}

/** One line as in RFC 4180, with formulas made harmless. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replace(formula, "'$&") : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
