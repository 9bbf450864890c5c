import { type ComparedRecord, type DuplicatePair, likenessFields, newPair } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { isCurated, workPeople } from '#src/records/works/work.ts';
import { Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import type { Candidate } from '../domain/candidates.ts';
import type { Join } from '../find.ts';
import { getPair, pairId } from '../store/pairs.ts';
import { type MergeDecider, mergeWork } from './merge-work.ts';

/** How pairs are joined: in whose activity log that is reported, and who requested what led to it. */
export const joinFor =
  (joiner: Pick<MergeDecider, 'workspace' | 'actor'>): Join =>
  (record, candidate, now) =>
    joinPair(record, candidate, { ...joiner, now });

async function joinPair(
  record: ComparedRecord,
  { record: other, likeness }: Candidate,
  by: MergeDecider,
): Promise<ComparedRecord | undefined> {
  const { now } = by;
  const id = pairId(record, other);
  return retryIfStale(`The pair ${id}`, async () => {
    const before = await getPair(id);
    if (before && (before.decided_at !== null || before.status === 'merged' || before.status === 'different')) return;
    const [kept, gone] = await order([record, other]);
    if (!kept || !gone) return;
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

/**
 * The record to keep, and the work to merge into it. A publication of all people of the work is kept, or the work that
 * curators have changed, or else the older one. None unless both are in lists, and curators have not changed the other.
 */
async function order(records: readonly [ComparedRecord, ComparedRecord]): Promise<{ id: string }[]> {
  const idsOf = (kind: ComparedRecord['kind']) => records.flatMap((each) => (each.kind === kind ? [each.id] : []));
  const [publications, works] = [await getPublications(idsOf('publication')), await getWorks(idsOf('work'))];
  const live = [...works.values()].filter(({ deleted_at }) => deleted_at === null);
  const sorted = live.sort(
    (a, b) => Number(isCurated(b)) - Number(isCurated(a)) || a.created_at - b.created_at || (a.id < b.id ? -1 : 1),
  );
  const gone = sorted.at(-1);
  if (!gone || isCurated(gone)) return [];
  const isOfAll = ({ researchers }: PublicationRecord) =>
    workPeople(gone).every((orcid) => researchers.some((link) => link.orcid === orcid));
  const kept = [...publications.values()].filter((each) => isPublic(each) && isOfAll(each));
  const all = [...kept.map(({ doi }) => ({ id: doi })), ...sorted];
  return all.length === 2 ? all : [];
}
