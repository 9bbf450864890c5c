import type { Value } from './spec.ts';

/** The number of rows per value of an equality filter. */
export type ValueCounts = ReadonlyMap<Value, number>;

/** The locale in which the rows of a page were found. */
export interface LocaleMatch {
  /** The requested locale, or the default one if rows were found, but none by text in the requested one. */
  matched_locale: string;
  /** Whether a row was found only by text in another language. */
  fallback_used: boolean;
}

/** The number of distinct outputs per group, and of those without any. */
export interface GroupCounts {
  counts: ReadonlyMap<string, number>;
  without: number;
}

/** One page of a list with the totals. It has a match if the query has a text and a locale. */
export interface ListPage<Row> extends Partial<LocaleMatch> {
  rows: Row[];
  page: number;
  per_page: number;
  total: number;
  pages: number;
  /** Counts over all matching rows, for the requested equality filters. */
  facets?: Record<string, ValueCounts>;
  /** Counts over all matching rows, if the query asks for them. */
  groupCounts?: GroupCounts;
}

/** A position in the order of a list: the sort value and id of a row, which need not exist. */
export interface Position {
  value: string | number | null;
  id: string;
}

/** The next rows after a position in the order of a list, with a match as in a page. */
export interface KeysetPage<Row> extends Partial<LocaleMatch> {
  rows: Row[];
  /** The position of the last row; undefined if there are none. */
  last: Position | undefined;
  hasMore: boolean;
}

/** A keyset page with the number of all matching rows, whatever their position. */
export interface CountedKeysetPage<Row> extends KeysetPage<Row> {
  total: number;
}

/**
 * The rows `[first, end)` of a page, of `total` rows, of which `offset` come before the first page. Empty beyond the
 * last page, found by comparison because the product of two large parameters is not exact.
 */
export function pageBounds(total: number, page: number, perPage: number, offset = 0) {
  const pages = Math.ceil(Math.max(total - offset, 0) / perPage);
  if (page > pages) return { first: total, end: total, pages };
  const first = offset + (page - 1) * perPage;
  return { first, end: Math.min(first + perPage, total), pages };
}
