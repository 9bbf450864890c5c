import type { EventType } from '../domain/activity.ts';
import { type FieldChange, valuesBefore, withFields } from '../domain/publications/edits.ts';
import { type WorkRecord, workPeople } from '../domain/work.ts';
import { editableWork, withShownFields } from '../domain/work-content.ts';
import { Problem } from '../errors.ts';
import { eventWrite } from '../storage/activity.ts';
import { getWorkEdit, workEditWrite } from '../storage/publications/edits.ts';
import { getWorks, saveWorks } from '../storage/publications/works.ts';
import { type Write, type Writes, writesAt } from '../storage/table.ts';
import type { Curator } from './change-publication.ts';
import { unedited } from './merge-publications.ts';

/** The people of one work: each is a write, and a DynamoDB transaction has at most 100. */
export const maxWorkPeople = 30;

/** What is written in the transaction of a merge or its undo. */
interface MergeContext {
  curator: Curator;
  /** The pair of possible duplicates that is decided; null if there is none. */
  pairId: string | null;
  /** Such as the writes of the pair. */
  extraWrites?: Writes;
}

/**
 * Merges a work into another one in one transaction. The kept one takes over the other's people, and its edits of fields
 * that are not edited in the kept one. The other stays stored, deleted: ingestions update it and never restore it.
 * `stale`: one of the two was changed concurrently, or a condition failed; read again. Throws `conflict` if one of the
 * two is deleted, merged or replaced by a publication, or the kept one would have too many people.
 */
export async function mergeWorks(
  { kept: keptId, other: otherId }: { kept: string; other: string },
  { curator, pairId, extraWrites = [] }: MergeContext,
): Promise<'saved' | 'stale'> {
  const works = await getWorks([keptId, otherId]);
  const [kept, other] = [keptId, otherId].map((id) => shownWork(works.get(id)));
  if (!kept || !other || keptId === otherId) throw new Problem('conflict', 'A work cannot be merged into itself');
  // The owner of the kept one is already linked, or curators have unlinked them.
  const orcids = workPeople(other).filter((orcid) => orcid !== kept.orcid && !kept.linked_orcids.includes(orcid));
  const edited = withFields(editableWork, kept, unedited(kept, other), curator.now);
  const after = withShownFields({
    ...edited.record,
    linked_orcids: [...kept.linked_orcids, ...orcids],
    version: kept.version + 1,
  });
  requireFewPeople(after);
  const { now } = curator;
  const edit = edited.changes.length > 0 ? after.edit_count : null;
  const merged: WorkRecord = {
    ...other,
    deleted_at: now.toISOString(),
    is_merged: true,
    merge: { into: keptId, pair_id: pairId, merged_at: now.getTime(), edit, orcids },
    version: other.version + 1,
  };
  const writes = [
    ...historyWrites(after, edited.changes, null, curator),
    mergeEvent('publication.merged', 'A work was merged into another one', { kept: after, other: merged }, curator),
  ];
  return save([kept, after], [other, merged], writes, extraWrites);
}

/**
 * Undoes the merge of a work into another one. That one loses the people and edits it took over, except fields edited
 * again since. Throws `conflict` if the work is not merged into another one, or that one was itself merged since.
 */
export async function unmergeWork(
  id: string,
  { curator, pairId, extraWrites = [] }: MergeContext,
): Promise<'saved' | 'stale'> {
  const other = (await getWorks([id])).get(id);
  const merge = other?.merge;
  if (!other || !merge || (pairId !== null && merge.pair_id !== pairId)) {
    throw new Problem('conflict', 'The work is not merged into another one any more');
  }
  const kept = (await getWorks([merge.into])).get(merge.into);
  if (kept?.merge) throw new Problem('conflict', 'The other work was itself merged since: undo that first');
  const restored: WorkRecord = {
    ...other,
    deleted_at: other.is_deleted ? other.deleted_at : null,
    is_merged: false,
    merge: null,
    version: other.version + 1,
  };
  if (!kept) return save([other, restored], undefined, [], extraWrites);
  const edit = merge.edit === null ? undefined : await getWorkEdit(kept.id, merge.edit);
  const values = edit ? valuesBefore(kept, edit).values : new Map();
  const edited = withFields(editableWork, kept, values, curator.now);
  const after = withShownFields({
    ...edited.record,
    linked_orcids: kept.linked_orcids.filter((orcid) => !merge.orcids.includes(orcid)),
    version: kept.version + 1,
  });
  const writes = [
    ...historyWrites(after, edited.changes, merge.edit, curator),
    mergeEvent('publication.unmerged', 'A work was separated from another one', { kept: after, other }, curator),
  ];
  return save([kept, after], [other, restored], writes, extraWrites);
}

/** Throws unless the work is neither deleted nor merged nor replaced by a publication. */
export function shownWork(work: WorkRecord | undefined): WorkRecord {
  if (!work) throw new Problem('not_found', 'There is no work with this id');
  if (work.replaced_by !== null) throw new Problem('conflict', `The work is now the publication ${work.replaced_by}`);
  if (work.merge) throw new Problem('conflict', `The work is merged into ${work.merge.into}`);
  if (work.deleted_at !== null) throw new Problem('conflict', 'The work is deleted: restore it first');
  return work;
}

/** Throws `conflict` if a work has more people than can be written together. */
export function requireFewPeople({ linked_orcids }: WorkRecord): void {
  if (linked_orcids.length <= maxWorkPeople) return;
  throw new Problem('conflict', `A work can have at most ${maxWorkPeople} people besides the owner of its record`);
}

type Change = [before: WorkRecord, after: WorkRecord];

async function save(
  one: Change,
  other: Change | undefined,
  writes: readonly Write[],
  extraWrites: Writes,
): Promise<'saved' | 'stale'> {
  const changes = [one, ...(other ? [other] : [])].map(([before, after]) => ({ before, after }));
  const saved = await saveWorks(changes, (at) => [...writesAt(extraWrites, at), ...writes]);
  return saved === 'saved' ? 'saved' : 'stale';
}

/** The writes that add an edit to the history of a work. */
export function historyWrites(
  { id, edit_count: number }: WorkRecord,
  changes: FieldChange[],
  reverts: number | null,
  { now, actor }: Curator,
): Write[] {
  if (changes.length === 0) return [];
  return [workEditWrite(id, { number, edited_at: now.getTime(), actor, reverts, changes })];
}

function mergeEvent(
  type: EventType,
  message: string,
  { kept, other }: { kept: WorkRecord; other: WorkRecord },
  { workspace, actor, now }: Curator,
): Write {
  const { orcids = [], pair_id = null } = other.merge ?? {};
  const metadata = { kept: kept.id, other: other.id, pair_id, orcids };
  return eventWrite({ type, workspace, actor, message, resource: kept.id, metadata }, now);
}
