/** Where a work appeared, according to a source. */
export interface Venue {
  container_title: string | null;
  series_title: string | null;
}

const noVenue: Venue = { container_title: null, series_title: null };

/** Types of parts of books, for which sources name the book, its series, or both. */
const partsOfBooks: ReadonlySet<string> = new Set([
  'book-chapter',
  'book-section',
  'book-part',
  'book-track',
  'reference-entry',
  'proceedings-article',
]);

/** Types of whole books and reports, for which a container is a series. */
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

/** Words in the names of book series that titles of books hardly contain. */
const seriesNames = [
  /^(lecture notes|springerbriefs|ifip advances|smart innovation|undergraduate texts|graduate texts)\b/i,
  /\b(series|schriftenreihe|reihe|collection)$/i,
  // "AIP Conference Proceedings", "E3S Web of Conferences", "Procedia Computer Science": one for all conferences.
  /^\D{0,60}\b(conference|symposium|symposia|workshop)s? (proceedings?|series)( series)?$/i,
  /\bweb of conferences$/i,
  /^(procedia|lipics|oasics|ceur workshop proceedings|leibniz international proceedings)\b/i,
  /^(springer|palgrave|routledge|cambridge|oxford|elsevier|nato|acm|wiley|brill) .*\b(studies|series|tracts|theses|proceedings|advances|monographs|texts|handbooks|library)\b/i,
];
/** Words more frequent in names of series than in titles of books, such as "Advances in". */
const likelySeriesNames = [
  /^(advances|communications|developments|issues|methods|monographs|perspectives|proceedings|progress|research|studies|texts|topics|trends) (in|on)\b/i,
  /^contributions to\b/i,
  /\b(abhandlungen|beiträge|forschungen|quellen|schriften|studien|texte|veröffentlichungen) (aus|der|des|zu|zum|zur)\b/i,
  /^(cahiers|études|bibliothèque|travaux|colección|estudios|biblioteca|collana|quaderni|studi)\b/i,
];
/** A volume, year or meeting: a series spans many. */
const ofOneBook = /\b(19|20)\d\d\b|\b([IVX]{2,}|\d{1,3})$|^proceedings of\b/i;

/** How likely a name is that of a series rather than a book. */
function likenessToSeries(name: string): number {
  if (seriesNames.some((pattern) => pattern.test(name))) return 2;
  if (ofOneBook.test(name)) return -1;
  return likelySeriesNames.some((pattern) => pattern.test(name)) ? 1 : 0;
}

/**
 * The container and series from an ordered list of names, such as Crossref's `container-title`. For a journal article,
 * the longest name; the others are abbreviations, which ISO 4 never makes longer. For a part of a book, the series and
 * the book, in the order of Crossref's schema (`book_series_metadata`), unless the other name is more like a series:
 * old records have any order. For a whole book, its series.
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
  const isSwapped = likenessToSeries(last) > likenessToSeries(name);
  return isSwapped ? { container_title: name, series_title: last } : { container_title: last, series_title: name };
}

/** Whether a name is that of a preprint server: bioRxiv, Preprints.org, SSRN, … */
export const isPreprintServer = (name: string): boolean => /r[xχ]iv\b|\bpreprints?\b|\bssrn\b/i.test(name);
