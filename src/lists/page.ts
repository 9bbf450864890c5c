/** One page of a list, and where it stands in the whole. */
export interface Page<Row> {
  rows: Row[];
  page: number;
  per_page: number;
  total: number;
  pages: number;
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
