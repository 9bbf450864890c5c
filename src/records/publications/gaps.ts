import type { CuratorRow } from './row.ts';

/** Fields that readers of a publication expect and a source may not have stated. */
export const gapNames = ['authors', 'abstract', 'venue', 'date'] as const;
type Gap = (typeof gapNames)[number];

/** Types that appear in a journal, a book or proceedings. Other publications are complete without one. */
const venueTypes: ReadonlySet<string | null> = new Set(['journal-article', 'book-chapter', 'proceedings-article']);

type Described = Pick<
  CuratorRow,
  'author_names' | 'has_abstract' | 'container_title' | 'publication_type' | 'publication_date'
>;

/** The gaps of a publication. Rows of an older shape do not know about the abstract. */
export function gapsOf(row: Described): Gap[] {
  const lacks: Record<Gap, boolean> = {
    authors: row.author_names === '',
    abstract: row.has_abstract === false,
    venue: row.container_title === null && venueTypes.has(row.publication_type),
    date: row.publication_date === null,
  };
  return gapNames.filter((gap) => lacks[gap]);
}
