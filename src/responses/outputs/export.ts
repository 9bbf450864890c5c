import type * as z from 'zod';
import { type FormatName, formats } from '#src/formats/format.ts';
import { maxBodyBytes, textBytes } from '#src/http/fitted-body.ts';
import { address, type PageNumbers, pageLinks } from '#src/http/links.ts';
import type { TextResult } from '#src/http/route.ts';
import { isInLists } from '#src/lists/model/public-change.ts';
import { type Citation, citationOf } from '#src/records/citations/csl.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { contentLanguage, type LocalizedText, negotiateLocale } from '#src/vocabulary/locale.ts';

export const maxExportItems = 1000;
/** The maximum body size as a JSON string, the same as for all responses. */
export const maxExportBytes = maxBodyBytes;
export const exportDescription =
  `Formats other than JSON return all items, or the requested page: at most ${maxExportItems} items and about 5 MB. ` +
  'If there are more, `X-Export-Truncated` is true and `Link` has the URL of the next part. A whole page has the `Link` of the list.';
/** The limit of BatchGetItem. */
const batchSize = 100;

/** A request for a list in a format other than JSON. */
export interface FormatRequest {
  query: { locale?: string | undefined };
  given: Readonly<Record<string, string>>;
  acceptLanguage: string | undefined;
}

export interface ExportRequest extends FormatRequest {
  query: { page: number; per_page: number; offset: number; locale?: string | undefined };
  /** Which records may be exported; by default public ones. */
  includes?: (record: PublicationRecord) => boolean;
}

/** Finds the rows of one page of the list, from an offset, and the total. */
export type FindRows<Row = PublicationRow> = (paging: {
  page: number;
  per_page: number;
  offset?: number;
}) => Promise<{ rows: Row[]; total: number }>;

/** Reads the citations of rows, in their order; undefined for those that are gone or no longer shown. */
type ReadCitations<Row> = (rows: readonly Row[], language: string) => Promise<(Citation | undefined)[]>;

/** Exports a list of publications: see `exportRows`. */
export async function exportList(
  format: FormatName,
  path: string,
  { includes = isInLists, ...request }: ExportRequest,
  find: FindRows,
): Promise<TextResult> {
  const read: ReadCitations<PublicationRow> = (rows, language) => publicationCitations(rows, language, includes);
  const part = await exportPart(request, find);
  return exportRows(format, { path, name: 'publications' }, request, part, read);
}

/** The citations of publications, in their order. One may have been hidden after its row was read. */
export async function publicationCitations(
  rows: readonly Pick<PublicationRow, 'doi'>[],
  language: string,
  includes: (record: PublicationRecord) => boolean = isInLists,
): Promise<(Citation | undefined)[]> {
  const records = await getPublications(rows.map(({ doi }) => doi));
  return rows.map(({ doi }) => {
    const record = records.get(doi);
    return record && includes(record) ? citationOf(record, language) : undefined;
  });
}

/** The rows of one response, and the parameters of the request for what follows its first rows; none if nothing does. */
export interface ExportPart<Row> {
  rows: Row[];
  next: (taken: number) => Readonly<Record<string, string>> | undefined;
  /** The number of the page, if one was requested. */
  page?: z.output<typeof PageNumbers>;
}

/** Everything from the offset that one response may have, or the requested page. */
export async function exportPart<Row>(
  { query: { page, per_page, offset }, given }: Pick<ExportRequest, 'query' | 'given'>,
  find: FindRows<Row>,
): Promise<ExportPart<Row>> {
  const isPage = pageParameters.some((name) => name in given);
  const { rows, total } = await find(isPage ? { page, per_page } : { page: 1, per_page: maxExportItems, offset });
  const start = isPage ? (page - 1) * per_page : Math.min(offset, total);
  return {
    rows,
    ...(isPage && { page: { page, pages: Math.ceil(total / per_page) } }),
    next: (taken) =>
      (isPage ? taken < rows.length : start + taken < total) ? { offset: String(start + taken) } : undefined,
  };
}

const pageParameters = ['page', 'per_page', 'perPage'];

/**
 * Exports a part of a list in a format other than JSON. Reads the records in batches up to the size limit. If any are left,
 * headers say so and link to the rest. `path` is the list's.
 */
export async function exportRows<Row extends { title: LocalizedText | null }>(
  format: FormatName,
  { path, name }: { path: string; name: string },
  { query: { locale }, given, acceptLanguage }: FormatRequest,
  { rows, next, page }: ExportPart<Row>,
  read: ReadCitations<Row>,
): Promise<TextResult> {
  const titles = rows.map(({ title }) => title);
  const language = negotiateLocale(locale, acceptLanguage, titles);
  const { text, taken } = await writeRecords(format, rows, language, read);
  const { mediaType, extension } = formats[format];
  return {
    status: 200,
    text,
    mediaType,
    headers: {
      'content-language': contentLanguage(titles.slice(0, taken), language),
      'content-disposition': `attachment; filename="${name}.${extension}"`,
      vary: 'Accept',
      'x-export-limit': String(maxExportItems),
      ...nextPart(path, { ...given, format }, next(taken), page),
    },
  };
}

/**
 * The headers of a part: whether there is more, and the address of the next one, whose parameters differ by `rest`. A whole page has
 * the links of the list.
 */
export function nextPart(
  path: string,
  given: Readonly<Record<string, string>>,
  rest: Readonly<Record<string, string>> | undefined,
  page: ExportPart<unknown>['page'],
) {
  if (page && !rest) return { 'x-export-truncated': 'false', link: pageLinks(path, given, page) };
  const parameters = Object.entries(given).filter(([parameter]) => !pageParameters.includes(parameter));
  return {
    'x-export-truncated': String(rest !== undefined),
    ...(rest && { link: `<${address(path, { ...Object.fromEntries(parameters), ...rest })}>; rel="next"` }),
  };
}

export function exportOne(
  format: FormatName,
  record: PublicationRecord,
  locale: string | undefined,
  acceptLanguage: string | undefined,
): TextResult {
  const { head, tail, mediaType } = formats[format];
  const titles = [shownPublication(record).title];
  const language = negotiateLocale(locale, acceptLanguage, titles);
  const { text, isAbridged } = writeWithin(format, citationOf(record, language));
  const abridged = isAbridged && { 'x-abridged': 'true' };
  const headers = { 'content-language': contentLanguage(titles, language), vary: 'Accept', ...abridged };
  return { status: 200, text: head + text + tail, mediaType, headers };
}

/** The first citation of a response, without its last authors if it alone exceeds the limit. */
function writeWithin(format: FormatName, { item, ...citation }: Citation): { text: string; isAbridged: boolean } {
  const { head, tail, writer } = formats[format];
  let author = item.author ?? [];
  for (;;) {
    const text = writer()({ item: { ...item, ...(item.author && { author }) }, ...citation });
    const isWithin = textBytes(head + text + tail) <= maxExportBytes;
    if (isWithin || author.length === 0) return { text, isAbridged: author.length < (item.author?.length ?? 0) };
    author = author.slice(0, author.length >> 1);
  }
}

/** Writes as many rows as fit into one response, at least one. `taken` is their number. */
async function writeRecords<Row>(format: FormatName, rows: Row[], language: string, read: ReadCitations<Row>) {
  const { head, between, tail, writer } = formats[format];
  const write = writer();
  const parts: string[] = [];
  let bytes = textBytes(head) + textBytes(tail);
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize);
    const citations = await read(batch, language);
    for (const [index, citation] of citations.entries()) {
      if (!citation) continue;
      let part = (parts.length > 0 ? between : '') + write(citation);
      if (parts.length === 0 && bytes + textBytes(part) > maxExportBytes) part = writeWithin(format, citation).text;
      bytes += textBytes(part);
      if (bytes > maxExportBytes && parts.length > 0) return { text: whole(), taken: first + index };
      parts.push(part);
    }
  }
  return { text: whole(), taken: rows.length };

  function whole() {
    return head + parts.join('') + tail;
  }
}
