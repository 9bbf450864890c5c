import { isCurated, type WorkRecord } from '../domain/work.ts';
import type { Candidate } from '../duplicates/domain/candidates.ts';
import { type ComparedRecord, type DuplicatePair, likenessFields, newPair } from '../duplicates/domain/pair.ts';
import type { Join } from '../duplicates/find.ts';
import { getPair, pairId } from '../duplicates/storage/pairs.ts';
import { Problem } from '../errors.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { getWorks } from '../storage/publications/works.ts';
import { type Decider, mergeWork } from './merge-work.ts';

/** How pairs are joined: in whose activity log that is reported, and who requested what led to it. */
export const joinFor =
  (joiner: Pick<Decider, 'workspace' | 'actor'>): Join =>
  (record, candidate, now) =>
    joinPair(record, candidate, { ...joiner, now });

async function joinPair(
  record: ComparedRecord,
  { record: other, likeness }: Candidate,
  by: Decider,
): Promise<ComparedRecord | undefined> {
  const { now } = by;
  const id = pairId(record, other);
  return retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before && (before.decided_at !== null || before.status === 'merged' || before.status === 'different')) return;
    const works = await getWorks([record.id, other.id]);
    const [kept, gone] = order(works.get(record.id), works.get(other.id));
    if (!kept || !gone || isCurated(gone)) return;
    const pair: DuplicatePair = before
      ? { ...before, ...likenessFields(likeness), version: before.version + 1 }
      : newPair(id, [record, other], likeness, now);
    const after = { ...pair, status: 'merged', kept: kept.id, decided_at: now.getTime(), decided_by: null } as const;
    try {
      const outcome = await mergeWork({ before, after }, by);
      return outcome === 'saved' ? { kind: 'work' as const, id: gone.id } : stale;
    } catch (error) {
      // One of the two was deleted or merged meanwhile.
      if (error instanceof Problem && error.code === 'conflict') return;
      throw error;
    }
  });
}

/** The one to keep first: the one that curators have changed, or else the older. Both must be in lists. */
function order(one: WorkRecord | undefined, other: WorkRecord | undefined): WorkRecord[] {
  const live = [one, other].flatMap((work) => (work && work.deleted_at === null ? [work] : []));
  return live.sort(
    (a, b) => Number(isCurated(b)) - Number(isCurated(a)) || a.created_at - b.created_at || (a.id < b.id ? -1 : 1),
  );
}
