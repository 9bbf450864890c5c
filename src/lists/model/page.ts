import type { Value } from './spec.ts';

/** The number of rows with each value of an equality filter. */
export type ValueCounts = ReadonlyMap<Value, number>;

/** In which locale the rows of a page were found. */
export interface LocaleMatch {
  /** The requested locale, or the default one if rows were found and none of them by text in the requested one. */
  matched_locale: string;
  /** Whether a row was found only by text in another language. */
  fallback_used: boolean;
}

/** One page of a list, with its number and the totals. It has a match if the query has a text and a locale. */
export interface Page<Row> extends Partial<LocaleMatch> {
  rows: Row[];
  page: number;
  per_page: number;
  total: number;
  pages: number;
  /** By equality filter, over all rows that match; only those that were asked for. */
  facets?: Record<string, ValueCounts>;
}

/** A position in the order of a list: that of a row with this sort value and id, which need not exist. */
export interface Position {
  value: string | number | null;
  id: string;
}

/** The next rows after a position in the order of a list, with a match as a page has it. */
export interface KeysetPage<Row> extends Partial<LocaleMatch> {
  rows: Row[];
  /** All rows that match, whatever their position. */
  total: number;
  /** The position of the last of the rows; undefined if there are none. */
  last: Position | undefined;
  hasMore: boolean;
}

/**
 * The rows of a page: `[first, end)` of `total`. A page beyond the last is empty. This is checked by comparison,
 * because the product of two large parameters is not exact.
 */
export function pageBounds(total: number, page: number, perPage: number) {
  const pages = Math.ceil(total / perPage);
  if (page > pages) return { first: total, end: total, pages };
  const first = (page - 1) * perPage;
  return { first, end: Math.min(first + perPage, total), pages };
}
