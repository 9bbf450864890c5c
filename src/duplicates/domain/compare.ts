import { unversionedDoi } from '../../domain/values/doi.ts';
import { type Comparable, isGeneric, splitTitle, type Titled, titlesOf } from './comparable.ts';
export const duplicateReasons = [
  'same_title',
  'same_title_without_subtitle',
  'similar_title',
  'same_authors',
  'shared_authors',
  'same_researcher',
  'same_year',
  'adjacent_year',
  'same_venue',
  'preprint',
  'doi_version',
  'stated_version',
] as const;

/** Reasons that the previous release does not know. They are stored beside the others. */
export const newerReasons = ['close_year', 'long_title', 'same_identifier', 'identical_works'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number] | (typeof newerReasons)[number];

/** The likelihood that two records are the same publication: 70 to 100, with the reasons. */
export interface Likeness {
  score: number;
  reasons: DuplicateReason[];
}

const minScore = 70;

const points: Record<DuplicateReason, number> = {
  same_title: 50,
  same_title_without_subtitle: 38,
  similar_title: 42,
  same_authors: 25,
  shared_authors: 16,
  same_researcher: 25,
  same_year: 15,
  adjacent_year: 10,
  same_venue: 10,
  preprint: 0,
  doi_version: 20,
  stated_version: 0,
  close_year: 5,
  long_title: 12,
  same_identifier: 50,
  identical_works: 20,
};
const typesDiffer = -15;
const venuesDiffer = -10;

/**
 * Compares two publications, or a publication and a work of one of its researchers. Undefined if they most likely
 * differ in title, authors, year, part, venue or type. Prefers missing a pair to proposing many false ones.
 */
export function compare(one: Comparable, other: Comparable): Likeness | undefined {
  const isStated = states(one, other) || states(other, one);
  const likeness = likenessOf(one, other);
  if (!isStated) return likeness;
  const { score, reasons } = likeness ?? { score: minScore, reasons: [] };
  return { score, reasons: [...reasons, 'stated_version'] };
}

const states = (one: Comparable, other: Comparable) => other.doi !== null && (one.versions ?? []).includes(other.doi);

function likenessOf(one: Comparable, other: Comparable): Likeness | undefined {
  const title = compareTitles(one.titles, other.titles);
  if (!title) return undefined;
  const isVersion = areVersions(one.doi, other.doi);
  const types = compareTypes(one, other);
  const isOfBook = [one, other].some(({ type }) => ofBooks.has(kindOf.get(type ?? '')));
  const years = compareYears(one.year, other.year, { maxApart: isOfBook ? 0 : 1, isVersion });
  const people = comparePeople(one, other);
  if (years === 'different' || types === 'different' || people === 'different') return undefined;
  const isWork = one.doi === null || other.doi === null;
  const venue = compareVenues(one.venue, other.venue);
  const mayMove = types === 'preprint' || isWork || isVersion;
  if (venue === 'different' && !mayMove) return undefined;
  const reasons: DuplicateReason[] = [title.reason, ...people, ...years];
  if (venue === 'same') reasons.push('same_venue');
  if (types === 'preprint') reasons.push('preprint');
  if (isVersion) reasons.push('doi_version');
  const isSamePlace = venue === 'same' && years.includes('same_year');
  const isSamePeople = people.length > 0 && !people.includes('shared_authors');
  // Without authors, only year and venue distinguish equal titles.
  if (!isVersion && !isSamePlace && people.length === 0) return undefined;
  if (!isVersion && title.isWeak && !(isSamePlace && isSamePeople)) return undefined;
  const penalties = (types === 'unlike' ? typesDiffer : 0) + (venue === 'different' && isWork ? venuesDiffer : 0);
  const score = Math.min(
    100,
    reasons.reduce((sum, reason) => sum + points[reason], penalties),
  );
  return score >= minScore ? { score, reasons } : undefined;
}

/**
 * Whether two descriptions are of one text, ignoring authors: same kind and same, rarely shared title. For records that
 * claim to be the same publication; `compare` is for records that claim nothing.
 */
export function isSameText(one: Comparable, other: Comparable): boolean {
  const title = compareTitles(one.titles, other.titles);
  if (!title || title.isWeak || title.reason === 'similar_title') return false;
  const years = compareYears(one.year, other.year, { maxApart: 1, isVersion: false });
  return compareTypes(one, other) === 'same' && years !== 'different';
}

/** Whether two titles are of one text, allowing for spelling and a missing subtitle. */
export function haveSameTitle(one: Titled, other: Titled): boolean {
  return compareTitles(titlesOf(one), titlesOf(other)) !== undefined;
}

/** Whether title and authors suggest that two descriptions are of one text, perhaps in versions. */
export function haveSameTitleAndAuthors(one: Comparable, other: Comparable): boolean {
  const title = compareTitles(one.titles, other.titles);
  const people = comparePeople(one, other);
  return title !== undefined && !title.isWeak && people !== 'different' && people.length > 0;
}

/** Whether two texts have an author in common, by the family names of the first; true if neither has authors. */
export const shareAuthor = (one: Comparable, other: Comparable): boolean =>
  one.families.length === 0 ? other.families.length === 0 : one.families.some((each) => other.families.includes(each));

interface TitleMatch {
  reason: 'same_title' | 'same_title_without_subtitle' | 'similar_title';
  /** Often shared by different texts: a heading, or a notice about another publication. */
  isWeak: boolean;
}

function compareTitles(titles: readonly string[], otherTitles: readonly string[]): TitleMatch | undefined {
  const found = titles
    .flatMap((one) => otherTitles.map((other) => compareTitle(one, other)))
    .filter((each) => each !== undefined);
  return found.sort((a, b) => points[b.reason] - points[a.reason])[0];
}

function compareTitle(one: string, other: string): TitleMatch | undefined {
  const [a, b] = [splitTitle(one), splitTitle(other)];
  const [wholeA, wholeB] = [`${a.main} ${a.rest}`.trim(), `${b.main} ${b.rest}`.trim()];
  const isWeak = isGeneric(one) || isGeneric(other) || notice.test(wholeA) || notice.test(wholeB);
  if (compact(wholeA) === compact(wholeB)) return { reason: 'same_title', isWeak };
  if (isWeak || !haveSameNumbers(wholeA, wholeB)) return undefined;
  const isMain = compact(a.main) === compact(b.main) && (a.rest === '' || b.rest === '');
  if (isMain) return { reason: 'same_title_without_subtitle', isWeak };
  return similarity(wholeA, wholeB) >= minSimilarity ? { reason: 'similar_title', isWeak } : undefined;
}

const compact = (folded: string) => folded.replaceAll(' ', '');

/** Prefixes of notices and replies, which repeat the title of their subject. */
const notice =
  /^(?:(?:author|authors|publisher|editorial) )?(?:erratum|errata|corrigendum|corrigenda|correction|corrections|retraction|retracted|withdrawn|withdrawal|addendum|expression of concern|reply|response|comment|commentary|comments|rejoinder|discussion|editorial|letter|review of|book review|re|in reply|faculty opinions|peer review|decision letter|supplementary|supplemental|additional file|supporting information|data from|data for|replication data|code for)\b/;

const minSimilarity = 0.88;
const minSimilarWords = 5;

/** The share of words that two titles have in common (Dice), or 0 if they are too short to tell. */
function similarity(one: string, other: string): number {
  const [a, b] = [one.split(' '), other.split(' ')];
  if (Math.min(a.length, b.length) < minSimilarWords) return 0;
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/** Numbers, letters and numerals that count parts: "Part II", "Appendix B", "2019". */
const counting =
  /^(?:\p{N}.*|.*\p{N}|[a-h]|i{1,3}|iv|vi{0,3}|ix|xi{0,3}|one|two|three|four|five|first|second|third|fourth)$/u;

function haveSameNumbers(one: string, other: string): boolean {
  const numbersOf = (folded: string) =>
    folded
      .split(' ')
      // The article "a" is not a part "A".
      .filter((word) => word !== 'a' && counting.test(word))
      .join(' ');
  return numbersOf(one) === numbersOf(other);
}

type Found = DuplicateReason[] | 'different';

/** Types for which another year means another edition. */
const ofBooks = new Set<string | undefined>(['book', 'chapter']);

function compareYears(
  one: number | null,
  other: number | null,
  { maxApart, isVersion }: { maxApart: number; isVersion: boolean },
): Found {
  if (one === null || other === null) return [];
  const apart = Math.abs(one - other);
  if (apart === 0) return ['same_year'];
  if (apart <= maxApart) return ['adjacent_year'];
  return isVersion ? [] : 'different';
}

/** The shared part of the shorter list of authors. */
const minShared = 0.6;

function comparePeople(one: Comparable, other: Comparable): Found {
  if (one.doi === null || other.doi === null) {
    return one.orcids.some((orcid) => other.orcids.includes(orcid)) ? ['same_researcher'] : 'different';
  }
  const [a, b] = [one.families, other.families];
  if (a.length === 0 || b.length === 0) return [];
  const fewest = Math.min(a.length, b.length);
  const shared = new Set(a.filter((family) => b.includes(family))).size;
  if (shared < minShared * new Set(a.length <= b.length ? a : b).size) return 'different';
  if (a.length === b.length && a.every((family) => b.includes(family))) return ['same_authors'];
  // One shared author among many, not the first, may be a namesake.
  return fewest > 1 || a[0] === b[0] ? ['shared_authors'] : 'different';
}

/** Types that count as one kind. Other types may be any text. */
const kinds: Record<string, readonly string[]> = {
  article: ['journal-article', 'review', 'magazine-article', 'newspaper-article'],
  conference: ['proceedings-article', 'conference-paper', 'conference-abstract', 'conference-poster', 'lecture-speech'],
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
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind] as const)));
const texts = new Set(['article', 'conference', 'preprint', 'report', 'thesis', 'chapter', 'book', undefined]);
/** Kinds whose texts are also published as another kind. */
const preprinted = new Set(['article', 'conference', 'chapter', 'report', undefined]);
const oftenConfused = new Set(['article', 'conference', 'report', 'preprint']);

const preprintVenue =
  /^(?:arxiv|biorxiv|medrxiv|chemrxiv|ssrn|research square|preprints?(?: org)?|osf preprints?|psyarxiv|socarxiv|techrxiv)\b/;

function compareTypes(one: Comparable, other: Comparable): 'same' | 'preprint' | 'unlike' | 'different' {
  const [a, b] = [one, other].map(({ type, venue, doi }) => {
    const isPreprint = preprintVenue.test(venue) || /^10\.48550\/arxiv\./.test(doi ?? '');
    return isPreprint ? 'preprint' : kindOf.get(type ?? '');
  });
  if (a === b) return 'same';
  if (!texts.has(a) || !texts.has(b)) {
    // "other" and missing types are also used for data.
    return (a === undefined || b === undefined) && areVersions(one.doi, other.doi) ? 'same' : 'different';
  }
  if ((a === 'preprint' && preprinted.has(b)) || (b === 'preprint' && preprinted.has(a))) return 'preprint';
  if (a === undefined || b === undefined) return 'same';
  const isWork = one.doi === null || other.doi === null;
  return isWork && oftenConfused.has(a) && oftenConfused.has(b) ? 'unlike' : 'different';
}

/** Compares venues. They are the same if equal, if one contains the other, or if one abbreviates the other. */
function compareVenues(one: string, other: string): 'same' | 'different' | 'unknown' {
  if (one === '' || other === '') return 'unknown';
  const [a, b] = [one, other].map((venue) => venue.split(' ').filter((word) => !filler.has(word))) as [
    string[],
    string[],
  ];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isPart = short.every((word) => long.includes(word));
  const isAbbreviation =
    a.length === b.length && a.every((word, n) => word.startsWith(b[n] ?? ' ') || b[n]?.startsWith(word));
  return (isPart && short.length * 2 >= long.length) || isAbbreviation ? 'same' : 'different';
}

const filler = new Set(['the', 'of', 'and', 'in', 'for', 'on', 'de', 'da', 'do', 'la', 'der', 'und']);

/** Whether the DOIs are versions of one publication: `10.6084/m9.figshare.1` and `10.6084/m9.figshare.1.v2`. */
function areVersions(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other && unversionedDoi(one) === unversionedDoi(other);
}
