import type { PublicationSearch } from '../../data/publication-filters/search.ts';

/** The rows of a list that are shown, by id, and the search that they answer. */
export interface ShownRows {
  search: PublicationSearch;
  ids: ReadonlySet<string>;
}

/** The selection without the rows that have left the list since it was shown before. */
export function withoutGone<Row>(
  selected: ReadonlyMap<string, Row>,
  before: ShownRows,
  now: ShownRows,
): ReadonlyMap<string, Row> {
  const isOtherList = !isSameList(before.search, now.search);
  const isOtherPage = addressOf(before.search) !== addressOf(now.search);
  const isGone = (id: string) => !now.ids.has(id) && (isOtherList || (!isOtherPage && before.ids.has(id)));
  const left = [...selected].filter(([id]) => !isGone(id));
  return left.length === selected.size ? selected : new Map(left);
}

/** Whether two searches find the same publications, in any order and on any page. */
export const isSameList = (one: PublicationSearch, other: PublicationSearch): boolean =>
  filterOf(one) === filterOf(other);

/** Which publications are in the list, whatever their order and the page. */
const filterOf = ({ page: _, perPage, sort, dir, ...filter }: PublicationSearch) => addressOf(filter);

const addressOf = (search: PublicationSearch) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
