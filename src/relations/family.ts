import { mergePublication, type PublicationRecord } from '../domain/publications/publication.ts';
import { isPublic } from '../domain/publications/publicity.ts';
import { foldForSearch } from '../domain/text/fold.ts';
import { unversionedDoi } from '../domain/values/doi.ts';
import { inLocale } from '../domain/values/locale.ts';
import { earliestDay } from '../domain/values/partial-date.ts';
import { type Comparable, comparableRecord } from '../duplicates/domain/comparable.ts';
import { haveSameTitleAndAuthors, shareAuthor } from '../duplicates/domain/compare.ts';
import { componentOfRecord } from './domain/component.ts';
import { areOfOneRegistrant } from './domain/registrant.ts';
import { statedRelations, statedVersions } from './domain/stated.ts';

/**
 * The versions of one publication are a family: preprint and article, or the versions of a data set. Lists show one of
 * them. Families follow from relations, so they are recomputed whenever a version changes.
 */

/** Whether an editor removed a publication from its family, or it is a component, which has no versions. */
const standsAlone = (record: PublicationRecord): boolean =>
  record.edits.data?.standalone === true || componentOfRecord(record) !== undefined;

/** Publications with their compared fields, by canonical DOI. */
interface Compared {
  record: PublicationRecord;
  comparable: Comparable;
  /** The DOIs (canonical, or not in the registry) that it states are versions. */
  versions: ReadonlySet<string>;
}

function compared(records: readonly PublicationRecord[]): Compared[] {
  const canonical = new Map(records.flatMap(({ doi, aliases }) => [doi, ...aliases].map((each) => [each, doi])));
  return records.map((record) => ({
    record,
    comparable: comparableRecord(record),
    versions: new Set(standsAlone(record) ? [] : statedVersions(record).map((doi) => canonical.get(doi) ?? doi)),
  }));
}

const isStatedBy = (one: Compared, other: Compared) => one.versions.has(other.record.doi) && !standsAlone(other.record);

/**
 * Whether a statement about versions is trusted: both make it, the registrant is the same, or title and authors agree.
 * Anybody can register a DOI with such a statement.
 */
function areTrusted(one: Compared, other: Compared): boolean {
  const isMutual = isStatedBy(one, other) && isStatedBy(other, one);
  const isOfOne = areOfOneRegistrant(one.record, other.record);
  return isMutual || isOfOne || haveSameTitleAndAuthors(one.comparable, other.comparable);
}

/** Whether both state that they are versions of a third DOI. */
const haveThird = (one: Compared, other: Compared) => [...one.versions].some((doi) => other.versions.has(doi));

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));

/**
 * Groups publications into families. Two belong together if one is stated, by a trusted statement, to be a version of
 * the other, or both of a third DOI, known or not. If only their DOIs suggest it, their titles must be equal.
 */
export function families(records: readonly PublicationRecord[]): PublicationRecord[][] {
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a !== b) parents.set(a, b);
  };
  const versions = compared(records);
  for (const [one, other] of pairsOf(versions)) {
    const isStated = isStatedBy(one, other) || isStatedBy(other, one) || haveThird(one, other);
    if (isStated && areTrusted(one, other)) join(one.record.doi, other.record.doi);
  }
  for (const { record } of versions) {
    const title = standsAlone(record) ? '' : foldedTitle(record);
    if (title) join(record.doi, `${unversionedDoi(record.doi)} ${title}`);
  }
  return [...Map.groupBy(records, ({ doi }) => rootOf(doi)).values()];
}

const foldedTitle = (record: PublicationRecord): string =>
  foldForSearch(inLocale(mergePublication(record).title, 'en') ?? '', 'en').trim();

/** A version that lists show, with those it represents. */
export interface Shown {
  shown: PublicationRecord;
  hidden: PublicationRecord[];
}

/**
 * The versions of a family that lists show: public ones first, then the version of record, then the newest by date and
 * version. One represents others only if it shares an author with each, or neither has any, and if it is what their own
 * side calls a version, or has their title and authors. So nobody is displaced by a publication that is not theirs, and a
 * family may have several.
 */
export function shownVersions(family: readonly PublicationRecord[]): Shown[] {
  const members = compared(family);
  const ranked = rankedIn(members).sort((one, other) => (preference(one, other).isFirst ? -1 : 1));
  const places: (Shown & { version: Compared })[] = [];
  for (const version of ranked) {
    const { record, comparable } = version;
    const mayBe = places.filter((each) => isPublic(each.shown) && shareAuthor(each.version.comparable, comparable));
    const led = isPublic(record) && mayBe.length > 0 ? ledTo(version, members) : new Set();
    const place =
      isPublic(record) &&
      mayBe.find((each) => led.has(each.shown.doi) || haveSameTitleAndAuthors(each.version.comparable, comparable));
    if (place) place.hidden.push(record);
    else places.push({ shown: record, hidden: [], version });
  }
  return places.map(({ shown, hidden }) => ({ shown, hidden }));
}

/**
 * The DOIs of the members to which a version is led by statements of its own side: its own, its registrant's, and so on
 * from these. What others say of it leads nowhere: they may copy its title, and call anything a version of the copy.
 */
function ledTo(version: Compared, members: readonly Compared[]): Set<string> {
  const led = new Set([version.record.doi]);
  const left = [version];
  for (let from = left.pop(); from; from = left.pop()) {
    for (const to of members) {
      if (led.has(to.record.doi) || !leads(from, to)) continue;
      led.add(to.record.doi);
      left.push(to);
    }
  }
  return led;
}

function leads(from: Compared, to: Compared): boolean {
  if (isStatedBy(from, to) && areTrusted(from, to)) return true;
  if (!areOfOneRegistrant(from.record, to.record)) return false;
  const isSameText = unversionedDoi(from.record.doi) === unversionedDoi(to.record.doi);
  return isSameText || isStatedBy(to, from) || haveThird(from, to);
}

/** Pairs where one states that it is a version of the other but lists show both. */
export function doubtfulVersions(
  records: readonly PublicationRecord[],
  places: readonly Shown[],
): [PublicationRecord, PublicationRecord][] {
  const placeOf = new Map(places.flatMap((place) => [place.shown, ...place.hidden].map(({ doi }) => [doi, place])));
  return pairsOf(compared(records).filter(({ record }) => isPublic(record))).flatMap(([one, other]) => {
    const isStated = isStatedBy(one, other) || isStatedBy(other, one);
    const isSame = placeOf.get(one.record.doi) === placeOf.get(other.record.doi);
    return isStated && !isSame ? [[one.record, other.record]] : [];
  });
}

/** Types of publisher-published texts. */
const published =
  /^(?:journal-article|proceedings-article|book|monograph|edited-book|book-(?:chapter|section|part)|reference-)/;

type Criterion = (version: Compared, family: readonly Compared[]) => number | string;

/** What makes one of several versions the version of record, most important first. Greater values are better. */
const criteria = {
  public: ({ record }) => Number(isPublic(record)),
  not_a_preprint: ({ record }) => Number(mergePublication(record).publication_type !== 'posted-content'),
  stated_original: ({ record }, family) => Number(family.some(({ record: copy }) => callsOriginal(copy, record))),
  in_a_journal: ({ record }) => {
    const { issn, volume, pages, article_number } = mergePublication(record).data;
    return Number(Array.isArray(issn) && issn.length > 0 && Boolean(volume || pages || article_number));
  },
  published_text: ({ record }) => Number(published.test(mergePublication(record).publication_type ?? '')),
  registered: ({ record }) => Number(record.source !== 'orcid'),
  confirmed: (version, family) => Number(!family.some((other) => claimsAlone(version, other))),
  newest: ({ record }) => {
    const { publication_date: date } = mergePublication(record);
    return date === null ? '' : earliestDay(date);
  },
  highest_version: ({ record }) => Number(/v(\d+)$/.exec(record.doi)?.[1] ?? 0),
} as const satisfies Record<string, Criterion>;

/** Why one publication is preferred to another; `first_doi` if nothing tells them apart. */
export const preferenceReasons = [...(Object.keys(criteria) as (keyof typeof criteria)[]), 'first_doi'] as const;
type PreferenceReason = (typeof preferenceReasons)[number];

interface Ranked extends Compared {
  rank: ReturnType<Criterion>[];
}

function rankedIn(family: readonly Compared[]): Ranked[] {
  return family.map((version) => ({
    ...version,
    rank: Object.values(criteria).map((measure) => measure(version, family)),
  }));
}

/** Whether `one` ranks before `other`, and the first criterion by which they differ. */
function preference(one: Ranked, other: Ranked): { isFirst: boolean; reason: PreferenceReason } {
  for (const [index, value] of one.rank.entries()) {
    const against = other.rank[index] ?? '';
    if (value !== against) return { isFirst: value > against, reason: preferenceReasons[index] ?? 'first_doi' };
  }
  return { isFirst: one.record.doi < other.record.doi, reason: 'first_doi' };
}

/** Which of two publications is the version of record, and why. */
export function preferredOf(records: readonly [PublicationRecord, PublicationRecord]): {
  doi: string;
  reason: PreferenceReason;
} {
  const [one, other] = rankedIn(compared(records)) as [Ranked, Ranked];
  const { isFirst, reason } = preference(one, other);
  return { doi: (isFirst ? one : other).record.doi, reason };
}

/**
 * Whether one states that it is a version of the other. Among versions from one registrant, that is the newer one. The
 * opposite, that the other is a version of it, would let anybody rank first.
 */
function callsOriginal(copy: PublicationRecord, original: PublicationRecord): boolean {
  if (areOfOneRegistrant(copy, original)) return false;
  const dois = [original.doi, ...original.aliases];
  return statedRelations(copy).some(({ type, doi }) => type === 'is-version-of' && dois.includes(doi));
}

/** Whether one states alone that another registrant's publication is a version of it, or the other way round. */
const claimsAlone = (one: Compared, other: Compared): boolean =>
  isStatedBy(one, other) && !isStatedBy(other, one) && !areOfOneRegistrant(one.record, other.record);
