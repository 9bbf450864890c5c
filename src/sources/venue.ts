/** What a work appeared in, as far as a source says. */
export interface Venue {
  container_title: string | null;
  series_title: string | null;
}

const noVenue: Venue = { container_title: null, series_title: null };

/** Types of parts of a book. Their sources name the book, its series, or both. */
const partsOfBooks: ReadonlySet<string> = new Set([
  'book-chapter',
  'book-section',
  'book-part',
  'book-track',
  'reference-entry',
  'proceedings-article',
]);

/** Types of whole books and reports. What their sources name as a container is a series. */
const wholeBooks: ReadonlySet<string> = new Set([
  'book',
  'monograph',
  'edited-book',
  'reference-book',
  'book-set',
  'proceedings',
  'report',
  'dissertation',
  'standard',
]);

/** Words of the names of book series, which titles of books hardly have at their start or end. */
const seriesWords =
  /^(lecture notes|springerbriefs|advances in|studies in|topics in|contributions to|communications in|progress in|methods in|proceedings in|ifip advances|smart innovation|undergraduate|graduate texts)\b|\b(series|schriftenreihe|reihe|collection)$/i;

/**
 * The container and series in a list of names that does not say which is which, as Crossref's `container-title`. Names
 * of a journal: the longest is the name, the others are abbreviations, which ISO 4 never makes longer. Of a part of a
 * book: the series and the book, in this order of Crossref's schema (`book_series_metadata`), unless only the other name
 * is that of a series: old records have them in any order. Of a whole book: its series.
 */
export function venueOf(type: string | null, names: readonly string[]): Venue {
  const [name] = names;
  if (name === undefined) return noVenue;
  if (wholeBooks.has(type ?? '')) return { container_title: null, series_title: name };
  if (!partsOfBooks.has(type ?? '')) {
    const longest = names.reduce((one, other) => (other.length > one.length ? other : one));
    return { container_title: longest, series_title: null };
  }
  const [last = name] = names.slice(-1);
  if (names.length === 1) return { container_title: name, series_title: null };
  const isSwapped = seriesWords.test(last) && !seriesWords.test(name);
  return isSwapped ? { container_title: name, series_title: last } : { container_title: last, series_title: name };
}

/** Whether a name says that it is a preprint server: bioRxiv, Preprints.org, SSRN, … */
export const isPreprintServer = (name: string): boolean => /r[xχ]iv\b|\bpreprints?\b|\bssrn\b/i.test(name);
