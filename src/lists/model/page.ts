import type { Value } from './spec.ts';

/** The number of rows with each value of an equality filter. */
export type ValueCounts = ReadonlyMap<Value, number>;

/** One page of a list, with its number and the totals. */
export interface Page<Row> {
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

/** The next rows after a position in the order of a list. */
export interface KeysetPage<Row> {
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
