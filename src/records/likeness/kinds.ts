import type { Comparable } from './comparable.ts';

/**
 * Kinds that types count as. Other types may be any text. The types are those of Crossref, DataCite and ORCID
 * (https://info.orcid.org/documentation/integration-guide/work-types/).
 */
const kinds = {
  article: ['journal-article', 'review', 'magazine-article', 'newspaper-article', 'newsletter-article', 'article'],
  conference: ['proceedings-article', 'conference-paper', 'conference-abstract', 'conference-output'],
  presentation: ['conference-poster', 'lecture-speech', 'conference-presentation', 'presentation', 'poster'],
  preprint: ['posted-content', 'preprint', 'working-paper'],
  book: ['book', 'monograph', 'edited-book', 'reference-book', 'proceedings', 'book-set', 'book-series', 'journal'],
  chapter: ['book-chapter', 'book-section', 'book-part', 'book-track', 'reference-entry', 'dictionary-entry'],
  report: ['report', 'report-component', 'report-series', 'standard', 'standards-and-policy'],
  thesis: ['dissertation', 'dissertation-thesis', 'supervised-student-publication'],
  dataset: ['dataset', 'data-set', 'database', 'data-paper'],
  software: ['software', 'research-tool', 'computational-notebook'],
  image: ['image', 'audiovisual', 'film', 'sound', 'physical-object', 'interactive-resource', 'model', 'workflow'],
  grant: ['grant', 'award'],
  assessment: ['peer-review'],
  part: ['component', 'journal-issue', 'journal-volume', 'event', 'service', 'collection'],
} as const;
type Kind = keyof typeof kinds;

const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, types]) => types.map((type): [string, Kind] => [type, kind as Kind])),
);
type TextKind = Kind | undefined;
const texts = new Set<TextKind>([
  'article',
  'conference',
  'preprint',
  'report',
  'thesis',
  'chapter',
  'book',
  undefined,
]);
/** Kinds whose texts are also published as another kind. */
const preprinted = new Set<TextKind>(['article', 'conference', 'chapter', 'report', undefined]);
/** Kinds that people confuse on their ORCID records; papers in series of books are chapters for publishers. */
const oftenConfused = new Set<TextKind>(['article', 'conference', 'report', 'preprint', 'chapter']);
/** Parts and reviews of publications: only their DOIs tell that two are versions. */
const never = new Set<TextKind>(['part', 'assessment', 'grant']);
/** Kinds that are not texts. Their titles often name a whole series. */
const objects = new Set<TextKind>(['dataset', 'software', 'image']);

const preprintVenue =
  /^(?:arxiv|biorxiv|medrxiv|chemrxiv|ssrn|research square|preprints?(?: org)?|osf preprints?|psyarxiv|socarxiv|techrxiv)\b/;

function kindIn({ type, venue, doi }: Comparable): TextKind {
  const isPreprint = preprintVenue.test(venue) || /^10\.48550\/arxiv\./.test(doi ?? '');
  return isPreprint ? 'preprint' : kindOf.get(type ?? '');
}

export interface KindMatch {
  /** `preprint`: one is a preprint of the other. `unlike`: an unlikely but possible pair of kinds. */
  kinds: 'same' | 'preprint' | 'unlike';
  hasBook: boolean;
  hasPresentation: boolean;
  hasObject: boolean;
  /** Parts and reviews, which share titles by design. */
  isNeverAlike: boolean;
}

/** How the kinds of two records agree; undefined if they are of different publications. */
export function compareKinds(
  one: Comparable,
  other: Comparable,
  areVersions: boolean,
  hasSharedId = false,
): KindMatch | undefined {
  const [a, b] = [kindIn(one), kindIn(other)];
  // Researchers and repositories choose types more freely than publishers.
  const isFree = hasSharedId || one.doi === null || other.doi === null;
  const found = matchKinds(a, b, areVersions, isFree, areBookOfChapter(one, other));
  return (
    found && {
      kinds: found,
      hasBook: [a, b].some((kind) => kind === 'book' || kind === 'chapter'),
      hasPresentation: a === 'presentation' || b === 'presentation',
      hasObject: objects.has(a) || objects.has(b),
      isNeverAlike: never.has(a),
    }
  );
}

/** On ORCID records, chapters are often entered as `book`. */
const areBookOfChapter = (one: Comparable, other: Comparable): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([a, b]) => a?.doi === null && a.type === 'book' && b !== undefined && kindIn(b) === 'chapter');

function matchKinds(
  a: TextKind,
  b: TextKind,
  areVersions: boolean,
  isFree: boolean,
  isBookOfChapter: boolean,
): KindMatch['kinds'] | undefined {
  if (a === b) return 'same';
  if (!texts.has(a) || !texts.has(b)) {
    // "other" and missing types are also used for data.
    return (a === undefined || b === undefined) && areVersions ? 'same' : undefined;
  }
  if ((a === 'preprint' && preprinted.has(b)) || (b === 'preprint' && preprinted.has(a))) return 'preprint';
  if (a === undefined || b === undefined) return 'same';
  return isFree && (isBookOfChapter || (oftenConfused.has(a) && oftenConfused.has(b))) ? 'unlike' : undefined;
}
