/** One page of a list, and where it stands in the whole. */
export interface Page<Row> {
  rows: Row[];
  page: number;
  per_page: number;
  total: number;
  pages: number;
}

/** A place in the order of a list: that of a row with this value and id, whether or not there is one. */
export interface Place {
  value: string | number | null;
  id: string;
}

/** The rows that come next after a place in the order of a list. */
export interface Following<Row> {
  rows: Row[];
  /** All that are asked for, whatever their place. */
  total: number;
  /** The place of the last of the rows; undefined where there are none. */
  last: Place | undefined;
  hasMore: boolean;
}

/**
 * The rows of a page: `[first, end)` of `total`. A page beyond the last is empty; it is recognised by comparison, since
 * the product of two large parameters is no longer an exact number.
 */
export function pageBounds(total: number, page: number, perPage: number) {
  const pages = Math.ceil(total / perPage);
  if (page > pages) return { first: total, end: total, pages };
  const first = (page - 1) * perPage;
  return { first, end: Math.min(first + perPage, total), pages };
}
