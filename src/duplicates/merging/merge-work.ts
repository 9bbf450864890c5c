import { eventWrite } from '#src/logbook/activity.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { type DuplicatePair, recordsOf } from '#src/records/likeness/pair.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import {
  abridge,
  type FieldChange,
  type FieldValues,
  type PublicationEdit,
  unedited,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import { hasPublicationChanged, type PublicationRecord } from '#src/records/publications/publication.ts';
import { editWrite, getEdit, getWorkEdit, workEditWrite } from '#src/records/publications/store/edits.ts';
import {
  getPublication,
  getPublications,
  ifPublicationUnchanged,
} from '#src/records/publications/store/publications.ts';
import { getWorks, saveWorks } from '#src/records/publications/store/works.ts';
import { giveBack, takeOver } from '#src/records/works/take-over.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { editableWork, withShownFields } from '#src/records/works/work-content.ts';
import { Problem } from '#src/runtime/errors.ts';
import type { Write } from '#src/table/table.ts';
import { saveWithConsequences } from '../saving/consequences.ts';
import { pairWrites } from '../store/pairs.ts';

/** A pair before and after a decision; `before` is undefined if the pair is new. */
export interface PairChange {
  before: DuplicatePair | undefined;
  after: DuplicatePair;
}

/** Who decides, the workspace whose activity log reports it, and when. */
export interface MergeDecider {
  workspace: string;
  actor: string | null;
  now: Date;
}

/**
 * Replaces a work of a pair by the kept record, a publication or another work, which takes over its people, and its edits
 * of fields that are not edited there. Throws `conflict` if one of the two is deleted or already merged.
 */
export async function mergeWork(pair: PairChange, by: MergeDecider): Promise<'saved' | 'stale'> {
  const { kept, gone } = sidesOf(pair.after);
  const works = await getWorks([gone.id, kept.id]);
  const work = works.get(gone.id);
  if (!work || work.deleted_at !== null) {
    throw new Problem('conflict', 'The work is deleted, merged, or has become a publication');
  }
  const merged = { ...work, deleted_at: by.now.toISOString(), is_merged: true };
  if (kept.kind === 'publication') {
    const publication = await livePublication(kept.id);
    const context = { people: await peopleOf(publication, workPeople(work)), ...by };
    const { record, changes, taken } = takeOver({ before: publication, record: publication }, work, context);
    const replaced = { ...merged, replaced_by: kept.id, taken_over: taken };
    const report = reported('publication.merged', kept.id, work, pair, by, changes);
    return saveWithPublication([publication, record], changes, [work, replaced], pair, report, by);
  }
  const before = liveWork(works.get(kept.id));
  const { after, changes, taken_over } = takingOver(before, work, by.now);
  const writes = [
    ...(changes.length > 0 ? [workEditWrite(kept.id, editOf(after, changes, null, by))] : []),
    reported('publication.merged', kept.id, work, pair, by),
  ];
  const change: WorkChange = [work, { ...merged, merged_into: kept.id, taken_over }];
  return save([change, [before, after]], pair, writes);
}

/**
 * Restores a work that was replaced by the kept record of the pair. That one loses the people and edits that it took
 * over, except fields edited again since.
 */
export async function undoWorkMerge(pair: PairChange, by: MergeDecider): Promise<'saved' | 'stale'> {
  const { kept, gone } = sidesOf(pair.before ?? pair.after);
  const works = await getWorks([gone.id, kept.id]);
  const work = works.get(gone.id);
  if (!work?.is_merged) throw new Problem('conflict', 'The work is not merged any more');
  // A work whose ORCID record has named a DOI since stays replaced by that publication.
  const isReplaced = work.merged_into !== null && work.replaced_by !== null;
  const restored = {
    ...work,
    ...(isReplaced ? {} : { deleted_at: work.is_deleted ? work.deleted_at : null, replaced_by: null }),
    merged_into: null,
    taken_over: null,
    is_merged: false,
  };
  const report = reported('publication.unmerged', kept.id, work, pair, by);
  if (kept.kind === 'publication' && work.taken_over) {
    const publication = await getPublication(kept.id);
    if (!publication) return save([[work, restored]], pair, [report]);
    const { edit } = work.taken_over;
    const made = edit === null ? undefined : await getEdit(publication.doi, edit);
    const context = { people: await peopleOf(publication), now: by.now };
    const { record, changes } = giveBack(publication, work.taken_over, made, context);
    return saveWithPublication([publication, record], changes, [work, restored], pair, report, by, edit);
  }
  const before = works.get(kept.id);
  if (!before || !work.taken_over) return save([[work, restored]], pair, [report]);
  if (before.merged_into !== null) {
    throw new Problem('conflict', 'The other work was itself merged into another one since: undo that first');
  }
  const { after, changes } = await givenBack(before, work.taken_over, by.now);
  const history = editOf(after, changes, work.taken_over.edit, by);
  const writes = [...(changes.length > 0 ? [workEditWrite(kept.id, history)] : []), report];
  return save(
    [
      [work, restored],
      [before, after],
    ],
    pair,
    writes,
  );
}

/** The kept work with what it takes over. */
function takingOver(kept: WorkRecord, work: WorkRecord, now: Date) {
  // The owner of the kept one is already linked, or curators have unlinked them.
  const orcids = workPeople(work).filter((orcid) => orcid !== kept.orcid && !kept.linked_orcids.includes(orcid));
  const { record, changes } = withFields(editableWork, kept, unedited(kept, work), now);
  const after = withShownFields({ ...record, linked_orcids: [...kept.linked_orcids, ...orcids] });
  const edit = changes.length > 0 ? after.edit_count : null;
  return { after, changes, taken_over: { ...nothingTaken, edit, orcids } };
}

const nothingTaken = { doi: null, not_authors: [], is_hidden: false, is_deleted: false };

/** The kept work without what it took over. */
async function givenBack(kept: WorkRecord, { edit, orcids }: NonNullable<WorkRecord['taken_over']>, now: Date) {
  const made = edit === null ? undefined : await getWorkEdit(kept.id, edit);
  const values: FieldValues = made ? valuesBefore(kept, made).values : new Map();
  const { record, changes } = withFields(editableWork, kept, values, now);
  const linked_orcids = record.linked_orcids.filter((orcid) => !orcids.includes(orcid));
  return { after: withShownFields({ ...record, linked_orcids }), changes };
}

const editOf = (
  { edit_count: number }: Pick<WorkRecord, 'edit_count'>,
  changes: FieldChange[],
  reverts: number | null,
  { actor, now }: MergeDecider,
): PublicationEdit => ({ number, edited_at: now.getTime(), actor, reverts, changes });

/** The kept record of a merged pair, and the work that it replaces. */
function sidesOf(pair: DuplicatePair) {
  const [one, other] = recordsOf(pair);
  const [kept, gone] = pair.kept === other.id ? [other, one] : [one, other];
  return { kept, gone };
}

async function livePublication(doi: string): Promise<PublicationRecord> {
  const publication = (await getPublications([doi])).get(doi);
  if (!publication) throw new Problem('conflict', `${doi} was merged with another publication since`);
  if (publication.deleted_at !== null) throw new Problem('conflict', `${doi} is deleted: restore it first`);
  return publication;
}

/** The names of a publication's researchers and of others, as far as they exist. */
async function peopleOf({ researchers }: PublicationRecord, others: readonly string[] = []): Promise<PersonNames[]> {
  return (await getPeople([...new Set([...researchers.map(({ orcid }) => orcid), ...others])])).map(namesOf);
}

function liveWork(work: WorkRecord | undefined): WorkRecord {
  if (work && work.deleted_at === null) return work;
  throw new Problem('conflict', 'The work to keep is deleted, merged, or has become a publication');
}

type WorkChange = [before: WorkRecord, after: WorkRecord];

/** Saves a work with the publication that takes over from it or gives back. An unchanged publication is not written. */
async function saveWithPublication(
  [before, record]: [PublicationRecord, PublicationRecord],
  changes: FieldChange[],
  work: WorkChange,
  pair: PairChange,
  report: Write,
  by: MergeDecider,
  reverts: number | null = null,
): Promise<'saved' | 'stale'> {
  if (!hasPublicationChanged(before, record)) return save([work], pair, [ifPublicationUnchanged(before), report]);
  const writes = [
    ...(changes.length > 0 ? [await editWrite(record.doi, editOf(record, changes, reverts, by))] : []),
    report,
  ];
  const saved = await saveWithConsequences(
    { before, after: { ...record, version: before.version + 1 } },
    (at) => [...pairWrites(pair.after, pair.before, at), ...writes],
    { now: by.now, works: [{ before: work[0], after: { ...work[1], version: work[0].version + 1 } }] },
  );
  return saved === 'saved' ? 'saved' : 'stale';
}

async function save(changes: WorkChange[], pair: PairChange, writes: Write[]): Promise<'saved' | 'stale'> {
  const versions = changes.map(([before, after]) => ({ before, after: { ...after, version: before.version + 1 } }));
  const saved = await saveWorks(versions, (at) => [...pairWrites(pair.after, pair.before, at), ...writes]);
  return saved === 'saved' ? 'saved' : 'stale';
}

function reported(
  type: 'publication.merged' | 'publication.unmerged',
  kept: string,
  work: WorkRecord,
  { after }: PairChange,
  { workspace, actor, now }: MergeDecider,
  changes: readonly FieldChange[] = [],
): Write {
  const other = after.first_kind === 'work' ? 'another work' : kept;
  const message =
    type === 'publication.merged'
      ? `A work without a DOI was merged into ${other}`
      : `A work was separated from ${other}`;
  const reasons = [...after.reasons, ...after.newer_reasons];
  const changed = changes.length > 0 ? abridge(changes) : {};
  const metadata = { work_id: work.id, orcid: work.orcid, pair_id: after.id, reasons, ...changed };
  return eventWrite({ type, workspace, actor, message, resource: kept, metadata }, now);
}
