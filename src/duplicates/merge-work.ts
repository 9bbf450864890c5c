import type { EventType } from '../domain/activity.ts';
import type { WorkRecord } from '../domain/work.ts';
import { Problem } from '../errors.ts';
import { eventWrite } from '../storage/activity.ts';
import { getPublications, ifPublicationUnchanged } from '../storage/publications/publications.ts';
import { getWorks, ifWorkUnchanged, saveWork } from '../storage/publications/works.ts';
import type { Write } from '../storage/table.ts';
import { type DuplicatePair, recordsOf } from './domain/pair.ts';
import { pairWrites } from './storage/pairs.ts';

/** A pair before and after a decision; `before` is undefined if the pair is new. */
export interface PairChange {
  before: DuplicatePair | undefined;
  after: DuplicatePair;
}

/** Who decides, the workspace whose activity log reports it, and when. */
export interface Decider {
  workspace: string;
  actor: string | null;
  now: Date;
}

/**
 * Replaces a work of a pair by the kept record, a publication or another work. In the first case, it is as if an
 * ingestion had found a DOI. Throws `conflict` if one of the two is deleted or already merged.
 */
export async function mergeWork(pair: PairChange, by: Decider): Promise<'saved' | 'stale'> {
  const { kept, gone } = sidesOf(pair.after);
  const works = await getWorks([gone.id, kept.id]);
  const work = works.get(gone.id);
  if (!work || work.deleted_at !== null) {
    throw new Problem('conflict', 'The work is deleted, merged, or has become a publication');
  }
  const conditions = [kept.kind === 'work' ? liveWork(works.get(kept.id)) : await livePublication(kept.id)];
  const into = kept.kind === 'work' ? { merged_into: kept.id } : { replaced_by: kept.id };
  const merged = { ...work, ...into, deleted_at: by.now.toISOString(), is_merged: true };
  const what = kept.kind === 'work' ? 'another work' : kept.id;
  const reported = { type: 'publication.merged', message: `A work without a DOI was merged into ${what}` } as const;
  return saveWorkChange(work, merged, { ...reported, conditions }, pair, by);
}

/** Restores a work that was replaced by the kept record of the pair. */
export async function undoWorkMerge(pair: PairChange, by: Decider): Promise<'saved' | 'stale'> {
  const { kept, gone } = sidesOf(pair.before ?? pair.after);
  const work = (await getWorks([gone.id])).get(gone.id);
  if (!work?.is_merged) throw new Problem('conflict', 'The work is not merged any more');
  // A work whose ORCID record has named a DOI since stays replaced by that publication.
  const isReplaced = work.merged_into !== null && work.replaced_by !== null;
  const restored = {
    ...work,
    ...(isReplaced ? {} : { deleted_at: null, replaced_by: null }),
    merged_into: null,
    is_merged: false,
  };
  const from = kept.kind === 'work' ? 'another work' : kept.id;
  const reported = { type: 'publication.unmerged', message: `A work was separated from ${from}` } as const;
  return saveWorkChange(work, restored, { ...reported, conditions: [] }, pair, by);
}

/** The kept record of a merged pair, and the work that it replaces. */
function sidesOf(pair: DuplicatePair) {
  const [one, other] = recordsOf(pair);
  const [kept, gone] = pair.kept === other.id ? [other, one] : [one, other];
  return { kept, gone };
}

async function livePublication(doi: string): Promise<Write> {
  const publication = (await getPublications([doi])).get(doi);
  if (!publication) throw new Problem('conflict', `${doi} was merged with another publication since`);
  if (publication.deleted_at !== null) throw new Problem('conflict', `${doi} is deleted: restore it first`);
  return ifPublicationUnchanged(publication);
}

function liveWork(work: WorkRecord | undefined): Write {
  if (!work || work.deleted_at !== null) {
    throw new Problem('conflict', 'The work to keep is deleted, merged, or has become a publication');
  }
  return ifWorkUnchanged(work);
}

async function saveWorkChange(
  before: WorkRecord,
  after: WorkRecord,
  { type, message, conditions }: { type: EventType; message: string; conditions: Write[] },
  pair: PairChange,
  { workspace, actor, now }: Decider,
): Promise<'saved' | 'stale'> {
  const { kept } = sidesOf(pair.after.kept === null && pair.before ? pair.before : pair.after);
  const metadata = {
    work_id: before.id,
    orcid: before.orcid,
    pair_id: pair.after.id,
    reasons: [...pair.after.reasons, ...pair.after.newer_reasons],
  };
  const reported = eventWrite({ type, workspace, actor, message, resource: kept.id, metadata }, now);
  const saved = await saveWork({ ...after, version: before.version + 1 }, before, (at) => [
    ...pairWrites(pair.after, pair.before, at),
    reported,
    ...conditions,
  ]);
  return saved === 'saved' ? 'saved' : 'stale';
}
