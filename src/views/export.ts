import { isPublic, merged, type PublicationRecord, type PublicationRow } from '../domain/publication.ts';
import { contentLanguage, negotiate } from '../domain/values/locale.ts';
import { citationOf } from '../formats/csl.ts';
import { type FormatName, formats } from '../formats/format.ts';
import type { TextResult } from '../http/route.ts';
import { env } from '../runtime/env.ts';
import { getPublications } from '../storage/publications.ts';

/** The most entries of one answer. */
export const mostEntries = 1000;
/**
 * The most bytes of one answer, counted as they stand in the JSON in which a function hands it over: Lambda takes 6 MB
 * of that, and headers need a little.
 */
export const mostBytes = 5.5 * 1024 * 1024;
export const exportDescription =
  `In a format other than JSON, all entries or those of the page that is asked for: up to ${mostEntries}, in about 5 MB. ` +
  'If there are more, `X-Export-Truncated` is true and `Link` leads to the next.';
/** What one BatchGetItem can ask for. */
const batch = 100;

/** What is asked of a list, whichever list it is. */
export interface ExportRequest {
  query: { page: number; per_page: number; offset: number; locale?: string | undefined };
  given: Readonly<Record<string, string>>;
  acceptLanguage: string | undefined;
}

/** The rows of one page of the list, and how many it has in all. */
export type FindRows = (paging: {
  page: number;
  per_page: number;
}) => Promise<{ rows: PublicationRow[]; total: number }>;

/**
 * A list in a format other than JSON: all of it from the offset, or the page that is asked for. Rows say too little, so
 * the records are read, a batch at a time and no more than fit. Where that leaves some over, headers say so and link to
 * the rest. `path` is the address of the list.
 */
export async function exportList(
  format: FormatName,
  path: string,
  { query: { page, per_page, offset, locale }, given, acceptLanguage }: ExportRequest,
  find: FindRows,
): Promise<TextResult> {
  const isPage = 'page' in given || 'per_page' in given;
  const found = await find(isPage ? { page, per_page } : { page: 1, per_page: offset + mostEntries });
  const rows = isPage ? found.rows : found.rows.slice(offset);
  const titles = rows.map(({ title }) => title);
  const language = negotiate(locale, acceptLanguage, titles);
  const { text, taken } = await writeRecords(format, rows, language);
  const end = (isPage ? (page - 1) * per_page : Math.min(offset, found.total)) + taken;
  const isCut = isPage ? taken < rows.length : end < found.total;
  const { page: _, per_page: __, ...others } = given;
  const rest = new URLSearchParams({ ...others, format, offset: String(end) });
  const { mediaType, extension } = formats[format];
  return {
    status: 200,
    text,
    mediaType,
    headers: {
      'content-language': contentLanguage(titles.slice(0, taken), language),
      'content-disposition': `attachment; filename="publications.${extension}"`,
      vary: 'Accept',
      'x-export-limit': String(mostEntries),
      'x-export-truncated': String(isCut),
      ...(isCut && { link: `<${env('PUBLIC_BASE_URL').replace(/\/$/, '')}${path}?${rest}>; rel="next"` }),
    },
  };
}

/** One publication in a format other than JSON. */
export function exportOne(
  format: FormatName,
  record: PublicationRecord,
  locale: string | undefined,
  acceptLanguage: string | undefined,
): TextResult {
  const { head, tail, mediaType, writer } = formats[format];
  const titles = [merged(record).title];
  const language = negotiate(locale, acceptLanguage, titles);
  const text = head + writer()(citationOf(record, language)) + tail;
  const headers = { 'content-language': contentLanguage(titles, language), vary: 'Accept' };
  return { status: 200, text, mediaType, headers };
}

/** As many of the rows as one answer takes, at least one, and how many those are. */
async function writeRecords(format: FormatName, rows: PublicationRow[], language: string) {
  const { head, between, tail, writer } = formats[format];
  const write = writer();
  const parts: string[] = [];
  let bytes = bytesOf(head) + bytesOf(tail);
  for (let first = 0; first < rows.length; first += batch) {
    const some = rows.slice(first, first + batch);
    const records = await getPublications(some.map(({ doi }) => doi));
    for (const [index, { doi }] of some.entries()) {
      const record = records.get(doi);
      // It may have been hidden since its row was read.
      if (!record || !isPublic(record)) continue;
      const part = (parts.length > 0 ? between : '') + write(citationOf(record, language));
      bytes += bytesOf(part);
      if (bytes > mostBytes && parts.length > 0) return { text: whole(), taken: first + index };
      parts.push(part);
    }
  }
  return { text: whole(), taken: rows.length };

  function whole() {
    return head + parts.join('') + tail;
  }
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - '""'.length;
