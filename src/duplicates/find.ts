import { type Comparable, comparablePublication, comparableWork } from '../domain/duplicates/comparable.ts';
import { compare, type Likeness } from '../domain/duplicates/compare.ts';
import { type DuplicatePair, type Member, memberName, newPair, parseMember } from '../domain/duplicates/pair.ts';
import type { PublicationRecord } from '../domain/publication.ts';
import type { WorkRecord } from '../domain/work.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { readBlock, storedBlocks } from '../storage/duplicate-blocks.ts';
import { type DuplicateLink, getPair, linksOf, pairId, savePair } from '../storage/duplicates/pairs.ts';
import { getPublications } from '../storage/publications.ts';
import { getWork } from '../storage/works.ts';

/** So many pairs are proposed of a publication, the likeliest ones. */
const maxCandidates = 8;
/** So many pairs that are not found any more are examined at once. The full pass examines all. */
const maxReconsidered = 4;

/** Another record that may be of the same publication. */
export interface Candidate {
  member: Member;
  likeness: Likeness;
}

/**
 * Proposes what a stored publication may be a duplicate of, and withdraws what it is no longer. Call it after a write of
 * the record: it never throws, and what it misses is found by the full pass. Does nothing if what is compared has not
 * changed since `before`.
 */
export async function updatePublicationPairs(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  now: Date,
): Promise<void> {
  const [was, is] = [before && comparablePublication(before), comparablePublication(record)];
  await updateUnlessSame({ kind: 'publication', id: record.doi }, was, is, now);
}

/** The same for a work without a DOI. */
export async function updateWorkPairs(work: WorkRecord, before: WorkRecord | undefined, now: Date): Promise<void> {
  await updateUnlessSame({ kind: 'work', id: work.id }, before && comparableWork(before), comparableWork(work), now);
}

async function updateUnlessSame(
  member: Member,
  was: Comparable | undefined,
  is: Comparable | undefined,
  now: Date,
): Promise<void> {
  if (storedBlocks(was).digest === storedBlocks(is).digest) return;
  try {
    await updatePairs(member, is, now);
  } catch (error) {
    log('warn', 'Possible duplicates not updated', { member: memberName(member), error });
  }
}

/** Brings the pairs of a publication or work up to date. It is idempotent. `comparable` is undefined if it is gone. */
export async function updatePairs(member: Member, comparable: Comparable | undefined, now: Date): Promise<void> {
  const links = new Map((await linksOf(member)).map((link) => [link.pairId, link]));
  const found = comparable ? await findCandidates(member, comparable) : [];
  const known = new Set<string>();
  for (const candidate of found) {
    const id = pairId(member, candidate.member);
    known.add(id);
    if (needsWrite(links.get(id), candidate.likeness)) await propose(member, candidate, now);
  }
  const lost = [...links.values()].filter(({ pairId: id, status }) => status === 'open' && !known.has(id));
  // What is gone has no pairs. Of the others, one may only be beyond what is read of a block.
  for (const { pairId: id, other } of comparable ? lost.slice(0, maxReconsidered) : lost) {
    const likeness = comparable && (await likenessOf(comparable, parseMember(other)));
    if (!likeness) await withdraw(id);
  }
}

const needsWrite = (link: DuplicateLink | undefined, { score }: Likeness) =>
  !link || link.status === 'obsolete' || (link.status === 'open' && link.score !== score);

/**
 * What a publication or work may be a duplicate of, likeliest first, at most eight. Reads at most three blocks of 16
 * copies and scans nothing, however many have the same title.
 */
async function findCandidates(member: Member, comparable: Comparable): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const block of storedBlocks(comparable).keys) {
    for (const other of await readBlock(block)) {
      if (other.member === memberName(member) || found.has(other.member)) continue;
      const likeness = compare(comparable, other.comparable);
      if (likeness) found.set(other.member, { member: parseMember(other.member), likeness });
    }
  }
  return topCandidates([...found.values()]);
}

/** The candidates to propose of many. */
export function topCandidates(candidates: Candidate[]): Candidate[] {
  const order = candidates.sort(
    (one, other) =>
      other.likeness.score - one.likeness.score || (memberName(one.member) < memberName(other.member) ? -1 : 1),
  );
  return order.slice(0, maxCandidates);
}

/** Opens a pair, or updates the score of an open one. What was decided stays decided. */
export async function propose(member: Member, { member: other, likeness }: Candidate, now: Date): Promise<void> {
  const id = pairId(member, other);
  await retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before && before.status !== 'open' && before.status !== 'obsolete') return;
    const isSame = before?.status === 'open' && before.score === likeness.score;
    if (isSame) return;
    const pair: DuplicatePair = before
      ? { ...before, ...likeness, status: 'open', version: before.version + 1 }
      : newPair(id, [member, other], likeness, now);
    return (await savePair(pair, before)) ? undefined : stale;
  });
}

/** Withdraws a pair that is open. */
export async function withdraw(id: string): Promise<void> {
  await retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before?.status !== 'open') return;
    return (await savePair({ ...before, status: 'obsolete', version: before.version + 1 }, before)) ? undefined : stale;
  });
}

/** How alike something is to a publication or work as it is stored; undefined if that is gone or different. */
async function likenessOf(comparable: Comparable, other: Member): Promise<Likeness | undefined> {
  const stored = await comparableMember(other);
  return stored && compare(comparable, stored);
}

/** What is compared of a publication or work as it is stored; undefined if it is gone, deleted or merged. */
export async function comparableMember({ kind, id }: Member): Promise<Comparable | undefined> {
  if (kind === 'work') {
    const work = await getWork(id);
    return work && comparableWork(work);
  }
  const record = (await getPublications([id])).get(id);
  return record && comparablePublication(record);
}
