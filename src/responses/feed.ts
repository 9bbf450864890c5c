import { type FeedName, feeds, type WrittenEntry } from '#src/formats/feed.ts';
import { textBytes } from '#src/http/fitted-body.ts';
import { address } from '#src/http/links.ts';
import type { TextResult } from '#src/http/route.ts';
import { isInLists } from '#src/lists/model/public-change.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';
import { type ExportRequest, type FindRows, maxExportBytes } from './export.ts';

/** Publications in one part of a feed, unless the request has `per_page`. */
const entriesPerPart = 50;

/**
 * A public list as a feed, in parts that link to each other. `path` is the list's, and `title` what the feed is called.
 * A part that is too large as a whole ends earlier; the next one goes on there.
 */
export async function feedOfList(
  format: FeedName,
  path: string,
  title: string,
  { query: { page, per_page, offset, locale }, given, acceptLanguage }: ExportRequest,
  find: FindRows,
): Promise<TextResult> {
  const limit = 'per_page' in given ? per_page : entriesPerPart;
  const start = 'page' in given ? Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) : offset;
  const { rows, total } = await find({ page: 1, per_page: limit, offset: start });
  const titles = rows.map((row) => row.title);
  const language = negotiateLocale(locale, acceptLanguage, titles);
  const records = await getPublications(rows.map(({ doi }) => doi));
  const { mediaType, write, writeEntry } = feeds[format];
  const entries: WrittenEntry[] = [];
  let taken = 0;
  let bytes = 0;
  for (const row of rows) {
    const { doi } = row;
    const record = records.get(doi);
    // It may have been hidden after its row was read.
    if (record && isInLists(record)) {
      const changedMs = contentChangeAt(row);
      const text = writeEntry({ record, changedMs }, language);
      bytes += textBytes(text);
      if (bytes > maxExportBytes && entries.length > 0) break;
      entries.push({ text, changedMs });
    }
    taken++;
  }
  const end = start + taken;
  const { page: _, offset: __, ...parameters } = given;
  const partAt = (at: number) => address(path, { ...parameters, format, ...(at > 0 && { offset: String(at) }) });
  const links = {
    self: partAt(start),
    first: partAt(0),
    ...(start > 0 && { previous: partAt(Math.max(0, start - limit)) }),
    ...(end < total && taken > 0 && { next: partAt(end) }),
  };
  return {
    status: 200,
    text: write({ title, language, links }, entries),
    mediaType,
    headers: {
      'content-language': contentLanguage(titles, language),
      vary: 'Accept',
      ...(links.next && { link: `<${links.next}>; rel="next"` }),
    },
  };
}
