import { defaultText } from '../domain/locale.ts';
import { earliestDay } from '../domain/partial-date.ts';
import { isPublic, PublicationRow } from '../domain/publication.ts';
import { publicStalenessMs, rowsInMemory } from './collection.ts';
import { type Page, pageBounds } from './page.ts';

export const publicationSorts = ['last_fetched_at', 'publication_date', 'cited_by_count'] as const;

/** What a public list of publications is asked. Filters that are null leave out nothing. */
export interface PublicationQuery {
  page: number;
  per_page: number;
  /** Part of the title, in any case. */
  q: string;
  sort: (typeof publicationSorts)[number];
  dir: 'asc' | 'desc';
  publication_type: string | null;
  publication_year: number | null;
  min_cited_by: number | null;
}

/** Where lists are answered from: what asks does not know how the rows are held. */
export interface ListSource<Query, Row> {
  find(query: Query): Promise<Page<Row>>;
}

const rows = rowsInMemory('PUB', PublicationRow);

/** The publications the public may see. */
export const publicPublications: ListSource<PublicationQuery, PublicationRow> = {
  async find(query) {
    const all = await rows.current(publicStalenessMs());
    const found = [...all.values()].filter((row) => isPublic(row) && matches(row, query));
    found.sort(comparison(query));
    const { page, per_page } = query;
    const { first, end, pages } = pageBounds(found.length, page, per_page);
    return { rows: found.slice(first, end), page, per_page, total: found.length, pages };
  },
};

/** Whether a row passes the search and every filter. An unknown citation count is below every count but 0. */
export function matches(row: PublicationRow, query: PublicationQuery): boolean {
  const { q, publication_type: type, publication_year: year, min_cited_by: cited } = query;
  if (type !== null && row.publication_type !== type) return false;
  if (year !== null && row.publication_year !== year) return false;
  if (cited !== null && cited > 0 && (row.cited_by_count ?? -1) < cited) return false;
  return q === '' || (defaultText(row.title)?.toLowerCase().includes(q.toLowerCase()) ?? false);
}

/** The order of a list: rows without the field last in both directions, equal ones by DOI, so that pages are stable. */
export function comparison({ sort, dir }: Pick<PublicationQuery, 'sort' | 'dir'>) {
  const sign = dir === 'asc' ? 1 : -1;
  return (one: PublicationRow, other: PublicationRow): number => {
    const [a, b] = [sortValue(one, sort), sortValue(other, sort)];
    if (a !== b) {
      if (a === null) return 1;
      if (b === null) return -1;
      return a < b ? -sign : sign;
    }
    return one.doi < other.doi ? -1 : 1;
  };
}

/** A partial date counts as its earliest day. */
function sortValue(row: PublicationRow, sort: PublicationQuery['sort']): number | string | null {
  if (sort !== 'publication_date') return row[sort];
  return row.publication_date === null ? null : earliestDay(row.publication_date);
}
