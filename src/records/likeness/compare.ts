import { unversionedDoi } from '#src/vocabulary/identifiers/doi.ts';
import { type Comparable, withoutUmlauts } from './comparable.ts';
import { compareTitles, type TitleMatch } from './compare-titles.ts';
import { compareKinds, type KindMatch } from './kinds.ts';
import { type Titled, titlesOf } from './titles.ts';

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
  same_title_without_subtitle: 45,
  similar_title: 45,
  same_authors: 25,
  shared_authors: 16,
  same_researcher: 25,
  same_year: 15,
  adjacent_year: 10,
  close_year: 5,
  same_venue: 10,
  long_title: 12,
  preprint: 0,
  doi_version: 20,
  stated_version: 0,
  same_identifier: 50,
  identical_works: 20,
};
const kindsDiffer = -15;
const venuesDiffer = -10;
const wordMore = -5;

/**
 * Compares two records: publications, or works and publications of one researcher. Undefined if they most likely differ
 * in title, authors, year, place, part or type. Prefers missing a pair to proposing many false ones.
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
  const hasWork = one.doi === null || other.doi === null;
  const isVersion = areVersions(one.doi, other.doi);
  const hasSharedId = !hasWork && textIdsShared(one, other).length > 0;
  const kinds = compareKinds(one, other, isVersion, hasSharedId);
  if (!kinds || (kinds.isNeverAlike && !isVersion)) return undefined;
  const people = comparePeople(one, other);
  if (people === 'different') return undefined;
  const title = compareTitles(one.titles, other.titles);
  if (!title) return undefined;
  // A copy in a repository has another venue and the date of its deposit.
  const isCopy = hasSharedId && !title.isWeak;
  // A chapter that is entered as a book has the title of the chapter.
  if (kinds.kinds === 'unlike' && kinds.hasBook && title.reason !== 'same_title') return undefined;
  // Reports and guidelines of bodies, deposited again: only the title can tell.
  const areNameless = title.isTelling && one.families.length + other.families.length === 0;
  const apart = areNameless && !kinds.hasPresentation ? 2 : maxApart(kinds, title, hasWork);
  const years = compareYears(one.year, other.year, apart, isVersion || isCopy);
  if (years === 'different') return undefined;
  const venue = compareVenues(one.venue, other.venue, kinds.hasBook);
  const mayMove = kinds.kinds === 'preprint' || (hasWork && !kinds.hasPresentation) || isVersion || isCopy;
  if (venue === 'different' && !mayMove) return undefined;
  if (!isVersion && kinds.kinds !== 'preprint' && areElsewhere(one, other, venue)) return undefined;
  const evidence = { title, people, years, venue, kinds, hasWork, areNameless };
  if (!isVersion && !isCopy && !isEnough(evidence)) return undefined;
  const reasons: DuplicateReason[] = [title.reason, ...people, ...years];
  if (venue === 'same') reasons.push('same_venue');
  if (kinds.kinds === 'preprint') reasons.push('preprint');
  if (isVersion) reasons.push('doi_version');
  if (isCopy) reasons.push('same_identifier');
  reasons.push(...certainties(one, other, evidence));
  const penalties =
    (kinds.kinds === 'unlike' ? kindsDiffer : 0) +
    (venue === 'different' && hasWork ? venuesDiffer : 0) +
    (title.hasMore ? wordMore : 0);
  const sum = () => reasons.reduce((total, reason) => total + points[reason], penalties);
  if (sum() < minScore && title.isLong) reasons.push('long_title');
  // Where people are unknown, a title and a year are a question, however little else is known.
  const score = people.length === 0 ? Math.max(minScore, sum()) : sum();
  return score >= minScore ? { score: Math.min(100, score), reasons } : undefined;
}

/** Whether a pair of these kinds is certain, so that nobody needs to decide it: a work of the researcher is redundant. */
export const isCertain = ({ reasons }: Likeness, kinds: readonly ('publication' | 'work')[]): boolean =>
  kinds.includes('work') &&
  reasons.includes('same_researcher') &&
  reasons.some((reason) => reason === 'same_identifier' || reason === 'identical_works');

/** Identifiers of the text itself that both have. Chapters have the ISBN of their book, so it is none. */
const textIdsShared = (one: Comparable, other: Comparable): string[] =>
  (one.entry?.ids ?? []).filter((id) => !id.startsWith('isbn ') && other.entry?.ids.includes(id));

/**
 * The reasons that make a pair with a work certain: an identifier of the text, or equal entries of two systems.
 * Chapters have the ISBN of their book, so an ISBN also needs an equal title or the same page.
 */
function certainties(
  one: Comparable,
  other: Comparable,
  { title, venue, kinds, hasWork }: Evidence,
): DuplicateReason[] {
  const [a, b] = [one.entry, other.entry];
  if (!hasWork || !a || !b || title.isWeak || kinds.kinds !== 'same') return [];
  const hasIsbn = a.ids.some((id) => id.startsWith('isbn ') && b.ids.includes(id));
  const isSameTitle = title.reason === 'same_title';
  const isSamePage = one.place?.page !== undefined && one.place.page === other.place?.page;
  const hasId = textIdsShared(one, other).length > 0 || (hasIsbn && (isSameTitle || isSamePage));
  const isSamePlace = venue === 'same' || (one.venue === '' && other.venue === '' && title.isLong);
  const isIdentical =
    isSameTitle &&
    isSamePlace &&
    one.type === other.type &&
    a.date !== null &&
    a.date === b.date &&
    a.enteredBy !== null &&
    b.enteredBy !== null &&
    a.enteredBy !== b.enteredBy;
  return [...(hasId ? ['same_identifier' as const] : []), ...(isIdentical ? ['identical_works' as const] : [])];
}

interface Evidence {
  title: TitleMatch;
  people: DuplicateReason[];
  years: DuplicateReason[];
  venue: 'same' | 'different' | 'unknown';
  kinds: KindMatch;
  hasWork: boolean;
  /** Equal titles of five words and more, without authors on either side. */
  areNameless: boolean;
}

/** Whether the rest agrees enough for a title that proves little, or where people are unknown. */
function isEnough({ title, people, years, venue, kinds, hasWork, areNameless }: Evidence): boolean {
  const isSamePlace = venue === 'same' && years.includes('same_year');
  const isSamePeople = people.includes('same_authors') || people.includes('same_researcher');
  if (title.isWeak) {
    if (title.isLong) return isSamePlace || (isSamePeople && years.includes('same_year') && venue !== 'different');
    return isSamePlace && (people.includes('same_authors') || (isSamePeople && (hasWork || !title.isHeading)));
  }
  // Papers of one project differ in year or venue.
  const isNear =
    venue === 'same' || kinds.kinds === 'preprint'
      ? years.length > 0
      : years.includes('same_year') && venue !== 'different';
  if (title.hasStudy) return isSamePeople && isNear;
  if (title.hasMore) return isSamePeople && years.length > 0 && venue !== 'different';
  if (people.length > 0) return true;
  // Without authors, year and venue distinguish equal titles. Objects of a series share even long ones.
  const isDistinct = years.includes('same_year') && (title.isLong || !kinds.hasObject);
  return (
    title.reason === 'same_title' &&
    (isDistinct || ((title.isLong || areNameless) && years.length > 0 && !kinds.hasObject))
  );
}

/** Years that two records of one publication may be apart: online first and in print, or as a preprint. */
function maxApart({ kinds, hasPresentation }: KindMatch, { isLong }: TitleMatch, hasWork: boolean): number {
  // A talk is repeated the next year.
  if (hasPresentation) return 0;
  return kinds === 'preprint' || (hasWork && isLong) ? 2 : 1;
}

/**
 * Whether two articles are at different places of one journal: columns, replies and parts share their title. A volume
 * that is a year, and the first page of an article that is paged by itself, tell nothing.
 */
function areElsewhere(one: Comparable, other: Comparable, venue: Evidence['venue']): boolean {
  if (venue === 'different') return false;
  const differ = (a: string | undefined, b: string | undefined, ignored: RegExp) =>
    a !== undefined && b !== undefined && a !== b && !ignored.test(a) && !ignored.test(b);
  const [a, b] = [one.place ?? {}, other.place ?? {}];
  if (differ(a.volume, b.volume, yearLike)) return true;
  if (a.volume === undefined || b.volume === undefined) return false;
  return differ(a.issue, b.issue, yearLike) || differ(a.page, b.page, firstPage);
}

const yearLike = /^(?:19|20)\d\d$/;
const firstPage = /^1?$/;

/**
 * Whether two descriptions are of one text, ignoring authors: same kind and same, rarely shared title. For records that
 * claim to be the same publication; `compare` is for records that claim nothing.
 */
export function isSameText(one: Comparable, other: Comparable): boolean {
  const title = compareTitles(one.titles, other.titles);
  if (!title || title.isWeak || title.reason === 'similar_title') return false;
  return (
    compareKinds(one, other, false)?.kinds === 'same' && compareYears(one.year, other.year, 1, false) !== 'different'
  );
}

/** Whether two titles are of one text, allowing for spelling and a missing subtitle. */
export function haveSameTitle(one: Titled, other: Titled): boolean {
  return compareTitles(titlesOf(one), titlesOf(other)) !== undefined;
}

/** How the titles of two texts agree, allowing for spelling and a missing subtitle; undefined if they differ. */
export const sharedTitle = (one: Comparable, other: Comparable): TitleMatch['reason'] | undefined =>
  compareTitles(one.titles, other.titles)?.reason;

/** Whether title and authors suggest that two descriptions are of one text, perhaps in versions. */
export function haveSameTitleAndAuthors(one: Comparable, other: Comparable): boolean {
  const title = compareTitles(one.titles, other.titles);
  const people = compareFamilies(one.families, other.families);
  return title !== undefined && !title.isWeak && people !== 'different' && people.length > 0;
}

/** Whether two texts have an author in common, by the family names of the first; true if neither has authors. */
export const shareAuthor = (one: Comparable, other: Comparable): boolean =>
  one.families.length === 0 ? other.families.length === 0 : one.families.some((each) => other.families.includes(each));

type Found = DuplicateReason[] | 'different';

function compareYears(one: number | null, other: number | null, apart: number, isVersion: boolean): Found {
  if (one === null || other === null) return [];
  const years = Math.abs(one - other);
  if (years > apart) return isVersion ? [] : 'different';
  return [years === 0 ? 'same_year' : years === 1 ? 'adjacent_year' : 'close_year'];
}

/** A work is compared with what its people have, or with what names the same authors. */
function comparePeople(one: Comparable, other: Comparable): Found {
  const isSameResearcher = one.orcids.some((orcid) => other.orcids.includes(orcid));
  const found = compareFamilies(one.families, other.families);
  if (one.doi === null || other.doi === null) {
    if (isSameResearcher) return ['same_researcher'];
    return found.length > 0 ? found : 'different';
  }
  const isUnknown = found.length === 0 || (found === 'different' && !haveCommonScript(one, other));
  return isUnknown && isSameResearcher ? ['same_researcher'] : isUnknown && found === 'different' ? [] : found;
}

const haveCommonScript = (one: Comparable, other: Comparable) =>
  [one, other]
    .map(({ families }) => families.some((family) => /[a-z]/.test(family)))
    .every((isLatin, _, [first]) => isLatin === first);

/** The shared part of the shorter list of authors. */
const minShared = 0.6;

function compareFamilies(one: readonly string[], other: readonly string[]): Found {
  const [a, b] = [one.map(withoutUmlauts), other.map(withoutUmlauts)];
  if (a.length === 0 || b.length === 0) return [];
  const fewest = Math.min(a.length, b.length);
  const shared = new Set(a.filter((family) => b.includes(family))).size;
  if (shared < minShared * new Set(a.length <= b.length ? a : b).size) return 'different';
  if (a.length === b.length && a.every((family) => b.includes(family))) return ['same_authors'];
  // One shared author among many, not the first, may be a namesake.
  return fewest > 1 || a[0] === b[0] ? ['shared_authors'] : 'different';
}

/**
 * Compares venues. They are the same if equal, if one contains the other, or if one abbreviates the other; not if they
 * are the 12th and the 13th of a series, or editions of a book.
 */
function compareVenues(one: string, other: string, isBook: boolean): Evidence['venue'] {
  if (one === '' || other === '') return 'unknown';
  const [numbers, otherNumbers] = [one, other].map((venue) => venue.match(/\d+/g)?.join(' ') ?? '');
  if (numbers !== otherNumbers && (isBook || (numbers && otherNumbers))) return 'different';
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

/**
 * Whether the DOIs are versions of one publication: `10.6084/m9.figshare.1` and `10.6084/m9.figshare.1.v2`, or `…_99-1` and
 * `…_99-2` of an entry of a living reference work.
 */
function areVersions(one: string | null, other: string | null): boolean {
  if (one === null || other === null || one === other) return false;
  return unversionedDoi(one) === unversionedDoi(other) || withoutEdition(one) === withoutEdition(other);
}

/** Springer numbers the editions of an entry behind its number: `10.1007/978-3-319-00000-1_99-2`. */
const withoutEdition = (doi: string) => doi.replace(/^(10\.1007\/978-[\d-]{10,20}_\d{1,6})-\d{1,3}$/, '$1');
