import { isDeepStrictEqual } from 'node:util';
import { comparablePublication } from '#src/records/likeness/comparable.ts';
import { compare } from '#src/records/likeness/compare.ts';
import type { ComparedRecord } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropAbandonedParts } from '#src/records/publications/store/compressed.ts';
import {
  canonicalDois,
  type FromOthers,
  findPublications,
  getPublication,
  saveFromOthers,
} from '#src/records/publications/store/publications.ts';
import {
  affectsOthers,
  areMarked,
  deleteRelating,
  getRelating,
  isRelated,
  markRelated,
  marksAt,
  type Relating,
  relatingNote,
  relatingSince,
} from '#src/records/publications/store/relations.ts';
import { componentOfRecord } from '#src/records/relations/component.ts';
import { inverseRelations, statedRelations, versionDois } from '#src/records/relations/stated.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { updateIf } from '#src/table/table.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import { proposePair, updatePublicationPairs } from '../find.ts';
import { doubtfulVersions, type Shown, shareResearcher, shownVersions } from './family.ts';

/** Larger families are cut: their other versions stay in lists. */
const maxVersions = 40;
const maxRelated = 50;
/** Limit of referring publications that are read for one, the nearest first. */
const maxReferring = 100;

/**
 * Compares a publication's relations with those of others in the registry, if a note asks for it: the others get the
 * inverse relations, and only one of its family of versions stays in lists. All results follow from stored data, so it
 * can be repeated at any time.
 */
async function relatePublication(doi: string): Promise<void> {
  const note = await getRelating(doi);
  if (!note) return;
  const isClean = await dropAbandonedParts(note);
  const record = await getPublication(doi);
  const done = () => (isClean ? deleteRelating(note) : undefined);
  if (record && note.dropped.length === 0 && (await isUnrelated(record, note))) return done();
  const start = [doi, ...note.dropped];
  if (record) {
    const stated = statedRelations(record).map((relation) => relation.doi);
    // Before others are read, so that publications stored later find the marks.
    await markRelated(record);
    await inParallel([...new Set([...stated, ...note.dropped])], 5, (other) => updateRelated(other, record.doi));
    await updateRelated(record.doi);
  }
  await updateFamilies(start);
  await done();
}

/** Whether a publication has no relation to any other, like most. */
async function isUnrelated(record: PublicationRecord, note: Relating): Promise<boolean> {
  if (isRelated(record)) return false;
  const { doi, aliases } = record;
  // Any publication that leaves a mark is also compared with this one, so DOIs handled before need not be read again.
  const areOthersDone = note.added.length > 0 && note.version === note.only_version;
  return !(await areMarked(areOthersDone ? note.added : [doi, ...aliases]));
}

/** Compares the relations of a saved publication, if needed. A failure is left to `relateRemaining`. */
export async function relateSaved(record: PublicationRecord, before: PublicationRecord | undefined): Promise<void> {
  if (affectsOthers(record, before)) await tryToRelate(record.doi);
}

/** Whether the relations of a new publication are to be compared: it states one, or others name it. */
export const isToRelate = async (record: PublicationRecord): Promise<boolean> =>
  isRelated(record) || (await areMarked([record.doi, ...record.aliases]));

/** Compares the relations of a DOI that has a note. A failure is left to `relateRemaining`. */
export async function tryToRelate(doi: string): Promise<void> {
  try {
    await relatePublication(doi);
  } catch (error) {
    log('warn', 'The relations of a publication are compared later', { doi, error });
  }
}

/** Compares the relations of a publication again, although nothing has changed. A failure is left to `relateRemaining`. */
export async function relateAgain(doi: string, now: Date): Promise<void> {
  await updateIf(relatingNote(doi, now.getTime()).Update);
  await tryToRelate(doi);
}

/** Compares the relations of publications whose writers have not done so within a minute, until `untilMs`. */
export async function relateRemaining(now: Date, untilMs: number): Promise<void> {
  for await (const doi of relatingSince(now.getTime() - 60_000)) {
    if (Date.now() >= untilMs) return;
    await tryToRelate(doi);
  }
}

/** Stores a publication with the relations that others state to it; `by`: one that has just been stored. */
async function updateRelated(doi: string, by?: string): Promise<void> {
  await retryIfStale(`The publication ${doi}`, async () => {
    // Read before the others: if one of them is compared at the same time, one of the two writes fails.
    const record = await getPublication(doi);
    if (!record) return undefined;
    const dois = [record.doi, ...record.aliases];
    const known = record.related.map((relation) => relation.doi);
    const { referring, components } = await relatedTo(dois, [...known, ...(by === undefined ? [] : [by])]);
    const parts = components.map((component): Relation => ({ type: 'has-part', doi: component }));
    const whole = componentOfRecord(record)?.parent;
    const stated: Relation[] = whole === undefined ? [] : [{ type: 'is-part-of', doi: whole }];
    // Relations are limited: those to publications of the same people come first, however many others name this one.
    const near = referring.toSorted((one, other) => distance(record, one) - distance(record, other));
    const inverse = near.flatMap((other) => inverseRelations(dois, other));
    const related = [...stated, ...inverse, ...parts].slice(0, maxRelated);
    return (await save(record, { related: sorted(related) })) ? undefined : stale;
  });
}

/** 0 for a publication of the same people, 1 for one that is known to be related, 2 for any other. */
function distance(record: PublicationRecord, other: PublicationRecord): number {
  if (isNear(record, other)) return 0;
  return record.related.some(({ doi }) => doi === other.doi) ? 1 : 2;
}

/** Whether a publication that names another one is known to be its version, or has a matched researcher in common with it. */
const isNear = (record: PublicationRecord, other: PublicationRecord): boolean =>
  other.superseded_by === record.doi || shareResearcher(record, other);

const sorted = (relations: Relation[]) =>
  relations.toSorted((one, other) => (`${one.type} ${one.doi}` < `${other.type} ${other.doi}` ? -1 : 1));

/**
 * The publications that state a relation to one of these DOIs, those of `first` before others, and its components that are not
 * stored.
 */
async function relatedTo(
  dois: readonly string[],
  first: readonly string[],
): Promise<{ referring: PublicationRecord[]; components: string[] }> {
  const marks = (await inParallel(dois, 5, marksAt)).flat();
  const all = new Set(marks.map(({ doi }) => doi));
  const named = [...new Set([...first.filter((doi) => all.has(doi)), ...all])].slice(0, maxReferring);
  const found = await findPublications(named);
  const stored = new Map(found.flatMap((each) => (each ? [[each.doi, each]] : [])));
  const missing = new Set(named.filter((_, index) => found[index] === undefined));
  return {
    referring: [...stored.values()].filter(({ doi }) => !dois.includes(doi)),
    components: marks.flatMap(({ doi, is_component }) => (is_component && missing.has(doi) ? doi : [])),
  };
}

/** Stores which version of each family that includes these DOIs is in lists. */
async function updateFamilies(start: readonly string[]): Promise<void> {
  await retryIfStale('The versions of a publication', async () => {
    const records = await versionsFrom(start);
    const places = shownVersions(records);
    for (const { shown, hidden } of places) {
      const orcids = hidden.flatMap(({ researchers }) => researchers.map(({ orcid }) => orcid));
      const versions_orcids = [...new Set(orcids)].sort();
      // The shown one first, so that lists are never without the publication.
      const whole = await wholeOf(shown);
      if (!(await save(shown, { superseded_by: whole, versions_orcids }))) return stale;
      for (const version of hidden) {
        if (!(await save(version, { superseded_by: shown.doi, versions_orcids: [] }))) return stale;
      }
    }
    await askAbout(records, places);
    return undefined;
  });
}

/**
 * The publication that lists will show instead of this one; null if they will show it. For a record as it would be stored,
 * without storing it.
 */
export async function supersederOf(record: PublicationRecord): Promise<string | null> {
  const hasOthers = record.related.length > 0 || statedRelations(record).length > 0 || versionDois(record).length > 0;
  if (!hasOthers && record.superseded_by === null) return null;
  const others = (await versionsFrom([record.doi])).filter(({ doi }) => doi !== record.doi);
  const place = shownVersions([record, ...others]).find(({ hidden }) => hidden.some(({ doi }) => doi === record.doi));
  return place ? place.shown.doi : wholeOf(record);
}

/** Lets curators decide about versions that only one side states. */
async function askAbout(records: readonly PublicationRecord[], places: readonly Shown[]): Promise<void> {
  for (const pair of doubtfulVersions(records, places)) {
    const [one, other] = pair.map(({ doi }): ComparedRecord => ({ kind: 'publication', id: doi }));
    const [a, b] = pair.map((record) => comparablePublication({ ...record, superseded_by: null }));
    const likeness = a && b && compare(a, b);
    if (one && other && likeness) await proposePair(one, { record: other, likeness }, new Date());
  }
}

/** The publication that lists show instead of a component, even if it is not stored; null for anything else. */
async function wholeOf(record: PublicationRecord): Promise<string | null> {
  const whole = componentOfRecord(record)?.parent;
  if (whole === undefined) return null;
  const canonical = (await canonicalDois([whole])).get(whole) ?? whole;
  return canonical === record.doi ? null : canonical;
}

/**
 * The publications reachable from some DOIs by relations between versions, also via DOIs that are not in the registry. Those
 * that these publications name, or that are of the same people, come before others, so that nobody crowds them out.
 */
async function versionsFrom(start: readonly string[]): Promise<PublicationRecord[]> {
  const records = new Map<string, PublicationRecord>();
  const seen = new Set<string>();
  const further = new Set<string>();
  let next = [...start];
  while (next.length > 0 && records.size < maxVersions) {
    for (const doi of next) seen.add(doi);
    const found = (await findPublications(next)).filter((each) => each !== undefined);
    for (const record of found) records.set(record.doi, record);
    const ways = found.flatMap((record) => [record.doi, ...record.aliases, ...versionDois(record)]);
    const known = found.flatMap(({ related }) => related.map(({ doi }) => doi));
    await inParallel(next, 5, async (doi) => {
      for (const other of (await relatedTo([doi], known)).referring) {
        if (!versionDois(other).includes(doi)) continue;
        if ([...records.values()].some((record) => isNear(record, other))) ways.push(other.doi);
        else further.add(other.doi);
      }
    });
    const near = [...new Set(ways)].filter((doi) => !seen.has(doi));
    const left = near.length > 0 ? near : [...further].filter((doi) => !seen.has(doi));
    next = left.slice(0, maxVersions - records.size);
  }
  return [...records.values()];
}

/**
 * Saves what follows from others, if it differs. Of that follow only pairs: a version that lists do not show is no
 * duplicate of the shown one. False if the record has changed since it was read.
 */
async function save(before: PublicationRecord, fields: FromOthers): Promise<boolean> {
  if (isDeepStrictEqual({ ...before, ...fields }, before)) return true;
  const record = await saveFromOthers(before, fields);
  if (record) await updatePublicationPairs(record, before, new Date());
  return record !== undefined;
}
