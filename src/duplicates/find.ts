import { type Comparable, comparablePublication, comparableWork } from '#src/records/likeness/comparable.ts';
import { compare, isCertain, type Likeness } from '#src/records/likeness/compare.ts';
import {
  type ComparedRecord,
  type DuplicatePair,
  likenessFields,
  newPair,
  parseRecordName,
  recordName,
} from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { blocksToRead, readBlocks, storedBlocks } from '#src/records/publications/store/duplicate-blocks.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { doiPrefix } from '#src/vocabulary/identifiers/doi.ts';
import { type Candidate, topCandidates } from './domain/candidates.ts';
import { type DuplicateLink, getPair, linksOf, pairId, savePair } from './store/pairs.ts';

/**
 * Merges a certain pair without asking, and returns the record that is gone. Undefined if somebody has decided the pair or
 * reopened it, or if curators have changed the work that would go: that remains a question.
 */
export type Join = (record: ComparedRecord, candidate: Candidate, now: Date) => Promise<ComparedRecord | undefined>;

/** Pairs no longer found that are examined after one write. The full pass examines all of them. */
const maxReconsidered = 4;

/**
 * Proposes the possible duplicates of a stored publication, and withdraws pairs that no longer apply. Call it after
 * writing the record. Never throws; the full pass finds what it misses. Does nothing if the compared fields equal those
 * of `before`. With `join`, certain pairs are merged at once.
 */
export async function updatePublicationPairs(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  now: Date,
  join?: Join,
  read?: Promise<ReadPairs>,
): Promise<void> {
  const [was, is] = [before && comparablePublication(before), comparablePublication(record)];
  await updateUnlessSame({ kind: 'publication', id: record.doi }, was, is, now, join, read);
}

/** The reads that `updatePublicationPairs` begins with; undefined if it does nothing. */
export function readPublicationPairs(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
): Promise<ReadPairs> | undefined {
  if (!isComparedDifferently(record, before)) return undefined;
  return readPairs({ kind: 'publication', id: record.doi }, comparablePublication(record));
}

/** Whether a change of a publication can change its pairs. */
export const isComparedDifferently = (record: PublicationRecord, before: PublicationRecord | undefined): boolean =>
  storedBlocks(before && comparablePublication(before)).digest !== storedBlocks(comparablePublication(record)).digest;

/** Like `updatePublicationPairs`, for a work without a DOI. */
export async function updateWorkPairs(
  work: WorkRecord,
  before: WorkRecord | undefined,
  now: Date,
  join?: Join,
): Promise<void> {
  const [was, is] = [before && comparableWork(before), comparableWork(work)];
  await updateUnlessSame({ kind: 'work', id: work.id }, was, is, now, join);
}

async function updateUnlessSame(
  record: ComparedRecord,
  was: Comparable | undefined,
  is: Comparable | undefined,
  now: Date,
  join?: Join,
  read?: Promise<ReadPairs>,
): Promise<void> {
  if (storedBlocks(was).digest === storedBlocks(is).digest) return;
  try {
    await updatePairs(record, is, now, join, read);
  } catch (error) {
    log('warn', 'Possible duplicates not updated', { record: recordName(record), error });
  }
}

/** Updates the pairs of a publication or work. Idempotent. `comparable` is undefined if the record is gone. */
export async function updatePairs(
  record: ComparedRecord,
  comparable: Comparable | undefined,
  now: Date,
  join?: Join,
  read: Promise<ReadPairs> = readPairs(record, comparable),
): Promise<void> {
  const { stored, found } = await read;
  const links = new Map(stored.map((link) => [link.pairId, link]));
  const known = new Set<string>();
  for (const candidate of found) {
    const id = pairId(record, candidate.record);
    known.add(id);
    const status = links.get(id)?.status ?? 'open';
    const mayJoin =
      join &&
      isCertain(candidate.likeness, [record.kind, candidate.record.kind]) &&
      (status === 'open' || status === 'obsolete');
    const gone = mayJoin ? await join(record, candidate, now) : undefined;
    if (gone && recordName(gone) === recordName(record)) return updatePairs(record, undefined, now);
    if (gone) await updatePairs(gone, undefined, now);
    if (gone) continue;
    if (needsWrite(links.get(id), candidate.likeness)) await proposePair(record, candidate, now);
  }
  const lost = [...links.values()].filter(({ pairId: id, status }) => status === 'open' && !known.has(id));
  // A deleted record has no pairs. For others, a pair may be missing only because blocks are read in part.
  for (const { pairId: id, other } of comparable ? lost.slice(0, maxReconsidered) : lost) {
    const likeness = comparable && (await likenessOf(comparable, parseRecordName(other)));
    if (!likeness) await withdrawPair(id);
  }
}

/** The pairs of a record, and its possible duplicates. */
export interface ReadPairs {
  stored: DuplicateLink[];
  found: Candidate[];
}

async function readPairs(record: ComparedRecord, comparable: Comparable | undefined): Promise<ReadPairs> {
  const [stored, found] = await Promise.all([linksOf(record), comparable ? findCandidates(record, comparable) : []]);
  return { stored, found };
}

const needsWrite = (link: DuplicateLink | undefined, { score }: Likeness) =>
  !link || link.status === 'obsolete' || (link.status === 'open' && link.score !== score);

/**
 * Possible duplicates of a publication or work, likeliest first, at most eight. Reads the blocks of
 * its titles, author and researchers, of 16 copies at most,
 * and scans nothing, however many records have the same title.
 */
async function findCandidates(record: ComparedRecord, comparable: Comparable): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const other of await readBlocks(blocksToRead(comparable))) {
    if (other.record === recordName(record) || found.has(other.record)) continue;
    const likeness = compare(comparable, other.comparable);
    if (likeness) found.set(other.record, { record: parseRecordName(other.record), likeness });
  }
  return topCandidates([...found.values()]);
}

/**
 * Opens a pair, or updates the score of an open one. A decided pair stays unchanged. Opens none if curators are asked enough
 * already about one of the two and the other's registrant: deposits cost nothing, and curators' time does. `isRequested`: by a curator.
 */
export async function proposePair(
  record: ComparedRecord,
  { record: other, likeness }: Candidate,
  now: Date,
  { isRequested = false }: { isRequested?: boolean } = {},
): Promise<'proposed' | 'unchanged'> {
  const id = pairId(record, other);
  return retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before && before.status !== 'open' && before.status !== 'obsolete') return 'unchanged';
    const isSame = before?.status === 'open' && before.score === likeness.score;
    if (isSame) return 'unchanged';
    const isNew = before?.status !== 'open' && !isRequested;
    if (isNew && (await isAskedEnough(record, other))) return 'unchanged';
    const pair: DuplicatePair = before
      ? { ...before, ...likenessFields(likeness), status: 'open', version: before.version + 1 }
      : newPair(id, [record, other], likeness, now);
    return (await savePair(pair, before)) ? 'proposed' : stale;
  });
}

/** Open questions about one record and others of one registrant, or works. Further ones wait until some are decided. */
const maxOpen = { publication: 3, work: 8 };

async function isAskedEnough(one: ComparedRecord, other: ComparedRecord): Promise<boolean> {
  const isFull = async (record: ComparedRecord, { kind, id }: ComparedRecord) => {
    const isAlike = (asked: ComparedRecord) =>
      asked.kind === kind && (kind === 'work' || doiPrefix(asked.id) === doiPrefix(id));
    const open = (await linksOf(record)).filter(({ status }) => status === 'open');
    return open.filter((link) => isAlike(parseRecordName(link.other))).length >= maxOpen[kind];
  };
  return (await isFull(one, other)) || (await isFull(other, one));
}

export async function withdrawPair(id: string): Promise<void> {
  await retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before?.status !== 'open') return;
    return (await savePair({ ...before, status: 'obsolete', version: before.version + 1 }, before)) ? undefined : stale;
  });
}

/** The likeness to a stored publication or work; undefined if it is gone or not alike. */
async function likenessOf(comparable: Comparable, other: ComparedRecord): Promise<Likeness | undefined> {
  const stored = await storedComparable(other);
  return stored && compare(comparable, stored);
}

/** The compared fields of a stored publication or work; undefined if it is gone, deleted or merged. */
export async function storedComparable({ kind, id }: ComparedRecord): Promise<Comparable | undefined> {
  if (kind === 'work') {
    const work = await getWork(id);
    return work && comparableWork(work);
  }
  const record = (await getPublications([id])).get(id);
  return record && comparablePublication(record);
}
