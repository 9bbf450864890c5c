import { isDeepStrictEqual } from 'node:util';
import { type Comparable, comparableRecord, familiesOf } from '#src/records/likeness/comparable.ts';
import { haveSameTitleAndAuthors, shareAuthor, sharedTitle } from '#src/records/likeness/compare.ts';
import { describerOf, vouchedPeople } from '#src/records/orcid/describers.ts';
import { authorsOf, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { componentOfRecord } from '#src/records/relations/component.ts';
import { areOfOneRegistrant } from '#src/records/relations/registrant.ts';
import { statedRelations, statedVersions, versionsByWord } from '#src/records/relations/stated.ts';
import { unversionedDoi } from '#src/vocabulary/identifiers/doi.ts';
import { earliestDay } from '#src/vocabulary/partial-date.ts';

/**
 * The versions of one publication are a family: preprint and article, or the versions of a data set. Lists show one of
 * them. Who may put whom second is in docs/trust.md. Families follow from stored data, so they are recomputed whenever a
 * version changes.
 */

/** Whether an editor removed a publication from its family, or it is a component, which has no versions. */
const standsAlone = (record: PublicationRecord): boolean =>
  record.edits.data?.standalone === true || componentOfRecord(record) !== undefined;

/** A publication with its compared fields. */
interface Compared {
  record: PublicationRecord;
  comparable: Comparable;
  /** The family names of all authors, sorted. */
  families: readonly string[];
  /** The DOIs (canonical, or not in the registry) of its versions by its own word, by an editor's, and by anybody's. */
  own: ReadonlySet<string>;
  editor: ReadonlySet<string>;
  stated: ReadonlySet<string>;
}

function compared(records: readonly PublicationRecord[]): Compared[] {
  const canonical = new Map(records.flatMap(({ doi, aliases }) => [doi, ...aliases].map((each) => [each, doi])));
  return records.map((record) => {
    const { own, editor } = versionsByWord(record);
    const named = (dois: readonly string[]) =>
      new Set(standsAlone(record) ? [] : dois.map((doi) => canonical.get(doi) ?? doi));
    return {
      record,
      comparable: comparableRecord(record),
      families: familiesOf(authorsOf(record)),
      own: named(own),
      editor: named(editor),
      stated: named(statedVersions(record)),
    };
  });
}

/** Whether a researcher is an author of both by another word than their own, or describes both because no agency does. */
export function shareResearcher(one: PublicationRecord, other: PublicationRecord): boolean {
  const describer = describerOf(one);
  if (describer !== undefined && describer === describerOf(other)) return true;
  const people = new Set(vouchedPeople(other));
  return vouchedPeople(one).some((orcid) => people.has(orcid));
}

/** Whether the whole lists of authors agree, which may be empty. */
const haveSameAuthors = (one: Compared, other: Compared) => isDeepStrictEqual(one.families, other.families);

/** Whether a statement of one about the other is that of both: one registrant, and people or authors in common. */
const areOfOneWord = (one: Compared, other: Compared) =>
  areOfOneRegistrant(one.record, other.record) &&
  (shareResearcher(one.record, other.record) || haveSameAuthors(one, other));

/**
 * Whether a publication may stand second to another one: by its own word, if the other or title and authors confirm it; by an
 * editor's; or else only if they have a researcher in common.
 */
function yieldsTo(version: Compared, other: Compared): boolean {
  if (standsAlone(version.record) || standsAlone(other.record)) return false;
  const [doi, otherDoi] = [version.record.doi, other.record.doi];
  if (version.editor.has(otherDoi) || other.editor.has(doi)) return true;
  if (version.own.has(otherDoi)) {
    const isConfirmed = other.own.has(doi) || areOfOneWord(version, other);
    if (isConfirmed || haveSameTitleAndAuthors(version.comparable, other.comparable)) return true;
  }
  if (!shareResearcher(version.record, other.record)) return false;
  const haveThird = [...version.own].some((third) => other.own.has(third));
  if (areOfOneRegistrant(version.record, other.record) && (other.own.has(doi) || haveThird)) return true;
  if (!haveSameAuthors(version, other)) return false;
  const title = sharedTitle(version.comparable, other.comparable);
  const isStated = haveThird || version.stated.has(otherDoi) || other.stated.has(doi);
  return isStated ? title !== undefined : title === 'same_title' && unversionedDoi(doi) === unversionedDoi(otherDoi);
}

/** A version that lists show, with those it represents. */
export interface Shown {
  shown: PublicationRecord;
  hidden: PublicationRecord[];
}

/**
 * Which of these publications lists show: public ones first, then the version of record, then the newest by date and
 * version. One represents others only if they yield to it, from one version to the next, and if it shares an author with
 * each, or neither has any. So nobody is displaced by what is not theirs.
 */
export function shownVersions(records: readonly PublicationRecord[]): Shown[] {
  const members = compared(records);
  const ranked = rankedIn(members).sort((one, other) => (preference(one, other).isFirst ? -1 : 1));
  const places: (Shown & { version: Compared })[] = [];
  for (const version of ranked) {
    const { record, comparable } = version;
    const mayBe = places.filter((each) => isPublic(each.shown) && shareAuthor(each.version.comparable, comparable));
    const led = isPublic(record) && mayBe.length > 0 ? ledTo(version, members) : new Set();
    const place = mayBe.find((each) => led.has(each.shown.doi));
    if (place) place.hidden.push(record);
    else places.push({ shown: record, hidden: [], version });
  }
  return places.map(({ shown, hidden }) => ({ shown, hidden }));
}

/** The DOIs of the members to which a version yields, and to which these yield, and so on. */
function ledTo(version: Compared, members: readonly Compared[]): Set<string> {
  const led = new Set([version.record.doi]);
  const left = [version];
  for (let from = left.pop(); from; from = left.pop()) {
    for (const to of members) {
      if (led.has(to.record.doi) || !yieldsTo(from, to)) continue;
      led.add(to.record.doi);
      left.push(to);
    }
  }
  return led;
}

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));

/** Pairs where one states that it is a version of the other but lists show both. */
export function doubtfulVersions(
  records: readonly PublicationRecord[],
  places: readonly Shown[],
): [PublicationRecord, PublicationRecord][] {
  const placeOf = new Map(places.flatMap((place) => [place.shown, ...place.hidden].map(({ doi }) => [doi, place])));
  return pairsOf(compared(records).filter(({ record }) => isPublic(record))).flatMap(([one, other]) => {
    const isAlone = standsAlone(one.record) || standsAlone(other.record);
    const isStated = !isAlone && (one.stated.has(other.record.doi) || other.stated.has(one.record.doi));
    const isSame = placeOf.get(one.record.doi) === placeOf.get(other.record.doi);
    return isStated && !isSame ? [[one.record, other.record]] : [];
  });
}

/** Types of publisher-published texts. */
const published =
  /^(?:journal-article|proceedings-article|book|monograph|edited-book|book-(?:chapter|section|part)|reference-)/;

type Criterion = (version: Compared, family: readonly Compared[]) => number | string;

/** The criteria for the version of record among several versions, most important first. Greater values are better. */
const criteria = {
  public: ({ record }) => Number(isPublic(record)),
  not_a_preprint: ({ record }) => Number(shownPublication(record).publication_type !== 'posted-content'),
  stated_original: (version, family) => Number(!family.some((other) => callsOriginal(version, other))),
  in_a_journal: ({ record }) => {
    const { issn, volume, pages, article_number } = shownPublication(record).data;
    return Number(Array.isArray(issn) && issn.length > 0 && Boolean(volume || pages || article_number));
  },
  published_text: ({ record }) => Number(published.test(shownPublication(record).publication_type ?? '')),
  registered: ({ record }) => Number(record.source !== 'orcid'),
  confirmed: (version, family) => Number(!family.some((other) => claimsAlone(version, other))),
  newest: ({ record }) => {
    const { publication_date: date } = shownPublication(record);
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
 * Whether a copy states that it is a version of another registrant's publication. That puts the copy second, and nobody else.
 * Among versions of one registrant, the one that says so is the newer one.
 */
function callsOriginal(copy: Compared, original: Compared): boolean {
  if (areOfOneRegistrant(copy.record, original.record)) return false;
  const dois = [original.record.doi, ...original.record.aliases];
  return statedRelations(copy.record).some(({ type, doi }) => type === 'is-version-of' && dois.includes(doi));
}

/** Whether one states alone that another registrant's publication is a version of it, or the other way round. */
const claimsAlone = (one: Compared, other: Compared): boolean =>
  one.stated.has(other.record.doi) &&
  !standsAlone(other.record) &&
  !other.stated.has(one.record.doi) &&
  !areOfOneRegistrant(one.record, other.record);
