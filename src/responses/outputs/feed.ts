import { type FeedEntry, type FeedName, feeds, publicationFeedEntry, type WrittenEntry } from '#src/formats/feed.ts';
import { textBytes } from '#src/http/fitted-body.ts';
import { address } from '#src/http/links.ts';
import type { TextResult } from '#src/http/route.ts';
import { isInLists } from '#src/lists/model/public-change.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { contentLanguage, type LocalizedText, negotiateLocale } from '#src/vocabulary/locale.ts';
import { type ExportRequest, type FindRows, type FormatRequest, maxExportBytes } from './export.ts';

/** Entries in one part of a feed, unless the request has `per_page`. */
const entriesPerPart = 50;

export const entriesOfPart = ({ query: { per_page }, given }: Pick<ExportRequest, 'query' | 'given'>): number =>
  'per_page' in given ? per_page : entriesPerPart;

/** A part of a list as a feed shows it, and the parameters of the requests for this part and its neighbours. */
export interface FeedPart<Row> {
  rows: readonly Row[];
  self: Readonly<Record<string, string>>;
  previous?: Readonly<Record<string, string>>;
  next: (taken: number) => Readonly<Record<string, string>> | undefined;
}

/** A public list of publications as a feed: see `feedOfRows`. */
export async function feedOfList(
  format: FeedName,
  path: string,
  title: string,
  request: ExportRequest,
  find: FindRows,
): Promise<TextResult> {
  const { query, given } = request;
  const limit = entriesOfPart(request);
  const start = 'page' in given ? Math.min((query.page - 1) * limit, Number.MAX_SAFE_INTEGER) : query.offset;
  const { rows, total } = await find({ page: 1, per_page: limit, offset: start });
  const at = (offset: number): Record<string, string> => (offset > 0 ? { offset: String(offset) } : {});
  const part: FeedPart<PublicationRow> = {
    rows,
    self: at(start),
    ...(start > 0 && { previous: at(Math.max(0, start - limit)) }),
    next: (taken) => (start + taken < total && taken > 0 ? at(start + taken) : undefined),
  };
  return feedOfRows(format, path, title, request, part, publicationFeedEntries);
}

/** The entries of publications, in their order. One may have been hidden after its row was read. */
export async function publicationFeedEntries(
  rows: readonly PublicationRow[],
  language: string,
): Promise<(FeedEntry | undefined)[]> {
  const records = await getPublications(rows.map(({ doi }) => doi));
  return rows.map((row) => {
    const record = records.get(row.doi);
    return record && isInLists(record) ? publicationFeedEntry(record, language, contentChangeAt(row)) : undefined;
  });
}

/**
 * A part of a public list as a feed, with links to the other parts. `path` is the list's, and `title` what the feed is
 * called. A part that is too large as a whole ends earlier; the next one goes on there.
 */
export async function feedOfRows<Row extends { title: LocalizedText | null }>(
  format: FeedName,
  path: string,
  title: string,
  { query: { locale }, given, acceptLanguage }: FormatRequest,
  { rows, self, previous, next }: FeedPart<Row>,
  read: (rows: readonly Row[], language: string) => Promise<(FeedEntry | undefined)[]>,
): Promise<TextResult> {
  const titles = rows.map((row) => row.title);
  const language = negotiateLocale(locale, acceptLanguage, titles);
  const { mediaType, write, writeEntry } = feeds[format];
  const entries: WrittenEntry[] = [];
  let taken = 0;
  let bytes = 0;
  for (const entry of await read(rows, language)) {
    if (entry) {
      const text = writeEntry(entry);
      bytes += textBytes(text);
      if (bytes > maxExportBytes && entries.length > 0) break;
      entries.push({ text, changedMs: entry.changedMs });
    }
    taken++;
  }
  const positions = ['page', 'offset', 'outputs_cursor'];
  const parameters = Object.fromEntries(Object.entries(given).filter(([name]) => !positions.includes(name)));
  const partAt = (position: Readonly<Record<string, string>>) => address(path, { ...parameters, format, ...position });
  const following = next(taken);
  const links = {
    self: partAt(self),
    first: partAt({}),
    ...(previous && { previous: partAt(previous) }),
    ...(following && { next: partAt(following) }),
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
