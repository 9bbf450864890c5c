import { createHash } from 'node:crypto';
import { proposePair, updateWorkPairs } from '#src/duplicates/find.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { eventWrite, rememberWorkspace } from '#src/logbook/activity.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import {
  abridge,
  type FieldChange,
  type FieldValues,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import { getWorkEdit, workEditWrite } from '#src/records/publications/store/edits.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { editableWork, emptyWork, withShownFields } from '#src/records/works/work-content.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { AttemptTime, Write, Writes } from '#src/table/table.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import type { Curator } from './change-publication.ts';
import { decideDuplicate } from './duplicates.ts';
import { patchedRecord } from './edit-publication.ts';
import { reachOf, requireOutputWithin, workAsOutput } from './groups/reach.ts';
import { requirePerson } from './link-person.ts';

/** A change to one work without a DOI. */
export interface WorkEdit {
  /** The fields to set, undefined to return to the source's value. */
  values?: FieldValues;
  visible?: boolean;
  deleted?: boolean;
  reverts?: number;
  /** People to link or unlink. */
  link?: string | readonly string[];
  unlink?: string | readonly string[];
  /** Of the transaction. If one does not hold, the change is planned again. */
  conditions?: readonly Write[];
  /** Written in the transaction of the change, asked for each attempt, with the work that is written. */
  alsoWriteAt?: WritesWithWork;
  /** Whether something else reports it, with others. */
  isUnreported?: boolean;
}

/** Writes that go with that of a work. */
export type WritesWithWork = (at: AttemptTime, work: WorkRecord, edit: number | undefined) => readonly Write[];

export interface WorkChangeResult {
  work: WorkRecord;
  /** False if the work already was as requested. */
  isChanged: boolean;
}

type Plan = (work: WorkRecord) => WorkEdit | Promise<WorkEdit>;

/** Limit of all edited fields together, as JSON: a work is one item of the table. */
const maxEditsBytes = 100_000;

/**
 * Changes a work. `plan` returns the change to the record it is given, or throws; it is called again after a concurrent
 * change, so none is lost. The record, its list row, history, links and activity events are one transaction. Throws
 * `not_found` for an unknown work or person, and `conflict` if a work to restore is merged or is now a publication.
 */
export async function changeWork(id: string, plan: Plan, curator: Curator): Promise<WorkChangeResult> {
  await rememberWorkspace(curator.workspace);
  return retryIfStale(
    `The work ${id}`,
    async () => {
      const before = await getWork(id);
      if (!before) throw new Problem('not_found', 'There is no work with this id');
      const change = await plan(before);
      const { work, writes } = prepare(before, change, curator);
      if (work === before) return { work, isChanged: false };
      const { alsoWriteAt } = change;
      const edit = work.edit_count > before.edit_count ? work.edit_count : undefined;
      const all: Writes = alsoWriteAt ? (at) => [...writes, ...alsoWriteAt(at, work, edit)] : writes;
      const saved = await saveWork(work, before, all);
      if (saved === 'refused') for (const orcid of peopleIn(change.link)) await requirePerson(orcid);
      if (saved !== 'saved') return stale;
      await updateWorkPairs(work, before, curator.now);
      return { work, isChanged: true };
    },
    persistent,
  );
}

/** The changed record and its writes, or the record itself if nothing changes. */
function prepare(before: WorkRecord, change: WorkEdit, curator: Curator): { work: WorkRecord; writes: Write[] } {
  const { values = new Map(), visible = before.visible, deleted = before.deleted_at !== null, reverts } = change;
  const { conditions = [], isUnreported = false } = change;
  const { now } = curator;
  const { record, changes } = withFields(editableWork, before, values, now);
  let work = record;
  const writes: Write[] = [...conditions];
  const report = (type: ActivityType, done: string, changed: Changes, more: object = {}) => {
    if (isUnreported) return;
    const metadata = { ...abridge(changed), ...more };
    const message = `Work ${before.id} was ${done}`;
    const { workspace, actor } = curator;
    writes.push(eventWrite({ type, workspace, actor, message, resource: before.id, metadata }, now));
  };
  if (changes.length > 0) {
    work = withShownFields(work);
    requireRoom(work);
    const number = work.edit_count;
    writes.push(workEditWrite(before.id, { ...editBy(curator), number, reverts: reverts ?? null, changes }));
    const edit = { edit: String(number), ...(reverts !== undefined && { reverts: String(reverts) }) };
    report('publication.edited', reverts === undefined ? 'edited' : 'edited by reverting an edit', changes, edit);
  }
  const people = workPeople(before);
  for (const linked of peopleIn(change.link).filter((orcid) => !people.includes(orcid))) {
    const isOwner = linked === work.orcid;
    work = isOwner
      ? { ...work, is_owner_unlinked: false }
      : { ...work, linked_orcids: [...work.linked_orcids, linked] };
    report('publication.edited', 'linked to a person', [{ field: '/researchers', before: null, after: linked }]);
  }
  for (const unlinked of peopleIn(change.unlink).filter((orcid) => people.includes(orcid))) {
    const linked_orcids = work.linked_orcids.filter((orcid) => orcid !== unlinked);
    work = { ...work, linked_orcids, is_owner_unlinked: work.is_owner_unlinked || unlinked === work.orcid };
    report('publication.edited', 'unlinked from a person', [{ field: '/researchers', before: unlinked, after: null }]);
  }
  if (visible !== before.visible) {
    work = { ...work, visible };
    const changed = { field: '/visible', before: before.visible, after: visible };
    report('publication.visibility_changed', visible ? 'made visible' : 'hidden', [changed]);
  }
  if (deleted !== (before.deleted_at !== null)) {
    if (!deleted) requireUnreplaced(before);
    work = { ...work, deleted_at: deleted ? now.toISOString() : null, is_deleted: deleted };
    const changed = { field: '/deleted_at', before: before.deleted_at, after: work.deleted_at };
    report(deleted ? 'publication.deleted' : 'publication.restored', deleted ? 'deleted' : 'restored', [changed]);
  }
  if (work === before) return { work, writes };
  // A publication that replaces it later takes over what is decided now.
  return { work: { ...work, taken_over: null, version: before.version + 1 }, writes };
}

type Changes = readonly Pick<FieldChange, 'field' | 'before' | 'after'>[];

const peopleIn = (named: WorkEdit['link']): readonly string[] =>
  named === undefined ? [] : typeof named === 'string' ? [named] : named;

const editBy = ({ now, actor }: Curator) => ({ edited_at: now.getTime(), actor });

function requireRoom({ edits }: WorkRecord): void {
  if (Buffer.byteLength(JSON.stringify(edits)) <= maxEditsBytes) return;
  throw invalidField('body', '', 'makes the edits of the work too large: they must be shorter');
}

/** Throws `conflict` if a work is merged, or is now a publication. */
function requireUnreplaced({ replaced_by, merged_into }: WorkRecord): void {
  const other = replaced_by ?? merged_into;
  if (other !== null) throw new Problem('conflict', `The work is part of ${other}: separate it first`);
}

/** Throws if the work is not shown: edits and links of others would never be seen. */
export function requireShown(work: WorkRecord): void {
  requireUnreplaced(work);
  if (work.deleted_at !== null) throw new Problem('invalid_body', 'The work is deleted: restore it first');
}

/** Throws if the record does not have the version that the request expects. */
type Precondition = (record: { version: number }) => void;

/** Applies a JSON Patch to a work. Throws for an unknown id, a failed precondition and an invalid patch. */
export const patchWork = (
  id: string,
  patch: JsonPatch,
  curator: Curator,
  { precondition, steward }: { precondition: Precondition; steward: string | undefined },
) =>
  changeWork(
    id,
    async (work) => {
      const reach = await reachOf(steward, curator.now);
      await requireOutputWithin(reach, workAsOutput(work), curator.now);
      precondition(work);
      requireShown(work);
      return { ...patchedRecord(editableWork, work, patch), conditions: reach.conditions };
    },
    curator,
  );

/**
 * Reverts the fields of an edit, as a new edit. Throws `not_found` for an unknown work or edit, `conflict` if a later edit
 * has changed one of the fields, and `forbidden` if the work is in no group of a steward.
 */
export const revertWorkEdit = (
  id: string,
  number: number,
  curator: Curator,
  { precondition, steward }: { precondition: Precondition; steward: string | undefined },
) =>
  changeWork(
    id,
    async (work) => {
      const reach = await reachOf(steward, curator.now);
      await requireOutputWithin(reach, workAsOutput(work), curator.now);
      precondition(work);
      const edit = await getWorkEdit(id, number);
      if (!edit) throw new Problem('not_found', 'There is no edit with this id');
      requireShown(work);
      const { values, conflicts } = valuesBefore(work, edit);
      if (conflicts.length > 0) {
        const text = `Later edits have changed ${conflicts.slice(0, 3).join(', ')} again: revert them first`;
        throw new Problem('conflict', text, { details: { fields: conflicts } });
      }
      return { values, reverts: number, conditions: reach.conditions };
    },
    curator,
  );

/** A work as a curator enters it. */
export interface NewWork {
  title: unknown;
  work_type: unknown;
  publication_date?: unknown;
  data?: Record<string, unknown> | undefined;
  researcher_orcids: readonly string[];
}

/** How a work is added by something that adds and reports many at once. */
export interface WorkAddition {
  /** Written in the transaction instead of an event. */
  alsoWriteAt?: WritesWithWork;
  /** Called before each attempt, and may throw. */
  beforeEach?: (id: string) => Promise<void>;
  /** Whether a work with this content that is deleted or merged is returned, too. */
  isAlsoGone?: boolean;
}

/** The work of a curator's input, whose content decides its id. Throws `invalid_body` for invalid fields. */
function newWork(
  { title, work_type, publication_date, data = {}, researcher_orcids }: NewWork,
  now: Date,
): { id: string; work: WorkRecord } {
  const set = (path: string, value: unknown) => ({ op: 'add' as const, path, value });
  const token = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
  const patch = [
    set('/title', title),
    set('/work_type', work_type),
    ...(publication_date === undefined ? [] : [set('/publication_date', publication_date)]),
    ...Object.entries(data)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => set(`/data/${token(name)}`, value)),
  ];
  const empty = emptyWork('', now);
  const { values } = patchedRecord(editableWork, empty, patch as JsonPatch);
  const { edits } = withFields(editableWork, empty, values, now).record;
  const linked_orcids = [...new Set(researcher_orcids)].sort();
  const id = idOf({ edits, linked_orcids });
  const record: WorkRecord = { ...emptyWork(id, now), origin: 'curator', edits, linked_orcids, version: 1 };
  return { id, work: withShownFields(record) };
}

/** The id that a new work has, or has had. Throws `invalid_body` for invalid fields. */
export const newWorkId = (input: NewWork): string => newWork(input, new Date(0)).id;

/**
 * Adds a work that no source has. Its content decides its id, so that a repeated request finds the work of the first.
 * Throws `invalid_body` for invalid fields and unknown people, and `conflict` if that work is deleted or merged.
 */
export async function createWork(
  input: NewWork,
  curator: Curator,
  { alsoWriteAt, beforeEach, isAlsoGone = false }: WorkAddition = {},
): Promise<{ created: boolean; work: WorkRecord }> {
  await rememberWorkspace(curator.workspace);
  const { id, work } = newWork(input, curator.now);
  const { linked_orcids } = work;
  requireRoom(work);
  return retryIfStale(
    `The work ${id}`,
    async () => {
      await beforeEach?.(id);
      const stored = await getWork(id);
      if (stored) {
        if (!isAlsoGone) requireListed(stored);
        return { created: false, work: stored };
      }
      const known = new Set((await getPeople(linked_orcids)).map(({ orcid }) => orcid));
      const unknown = input.researcher_orcids.findIndex((orcid) => !known.has(orcid));
      if (unknown >= 0) throw invalidField('body', `researcher_orcids.${unknown}`, 'is not the iD of a known person');
      const { workspace, actor, now } = curator;
      const message = `Work ${id} was added by hand`;
      const report = { type: 'publication.edited', workspace, actor, message, resource: id } as const;
      const writes: Writes = alsoWriteAt ? (at) => alsoWriteAt(at, work, undefined) : [eventWrite(report, now)];
      if ((await saveWork(work, undefined, writes)) !== 'saved') return stale;
      // Who adds many has compared them before.
      if (!alsoWriteAt) await updateWorkPairs(work, undefined, now);
      return { created: true, work };
    },
    persistent,
  );
}

/** Throws `conflict`, with the id, if the work that is there already is in no list of works. */
function requireListed({ id, deleted_at, replaced_by, merged_into }: WorkRecord): void {
  const other = replaced_by ?? merged_into;
  if (other === null && deleted_at === null) return;
  const text = other === null ? 'deleted: restore it first' : `part of ${other}: separate it first`;
  throw new Problem('conflict', `The work ${id} has this content, and is ${text}`, { details: { id } });
}

/** 128 bits of a hash of the content. */
const idOf = (content: object): string =>
  createHash('sha256')
    .update(`curator/${JSON.stringify(content)}`)
    .digest('hex')
    .slice(0, 32);

/** Makes the same change to several works, each in a transaction of its own. Repeating it after an error does the rest. */
export async function changeWorks(
  ids: readonly string[],
  change: WorkEdit,
  curator: Curator,
): Promise<{ changed: string[]; notFound: string[]; refused: { id: string; message: string }[] }> {
  const result = {
    changed: [] as string[],
    notFound: [] as string[],
    refused: [] as { id: string; message: string }[],
  };
  await inParallel([...new Set(ids)], worksAtOnce, async (id) => {
    try {
      const { isChanged } = await changeWork(id, () => change, curator);
      if (isChanged) result.changed.push(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'not_found') result.notFound.push(id);
      else result.refused.push({ id, message: error.message });
    }
  });
  return result;
}

const worksAtOnce = 10;

/** A merged work, and the record that it is part of. */
export interface WorkMergeResult extends WorkChangeResult {
  into: { id: string; visible: boolean };
}

/**
 * Merges a work into another one, or into a publication by its DOI, as a decision about their pair, which needs not have
 * been found. Repeating it changes nothing. Throws `conflict` if they were marked as different, or one is deleted or
 * merged.
 */
export async function mergeWorkInto(id: string, into: string, curator: Curator): Promise<WorkMergeResult> {
  const before = await getWork(id);
  if (!before) throw new Problem('not_found', 'There is no work with this id');
  const publication = await findPublication(into);
  const other = publication ? ({ kind: 'publication', id: publication.doi } as const) : await otherWork(id, into);
  if (before.merged_into !== other.id && before.replaced_by !== other.id) requireShown(before);
  const work = { kind: 'work', id } as const;
  await proposePair(work, { record: other, likeness: { score: 100, reasons: [] } }, curator.now, { isRequested: true });
  await decideDuplicate(pairId(work, other), { decision: 'merge', keep: other.id }, curator, () => {});
  // The merge may have hidden it.
  const kept = other.kind === 'publication' ? await findPublication(other.id) : await getWork(other.id);
  return { ...(await changedSince(before)), into: { id: other.id, visible: kept?.visible ?? false } };
}

async function otherWork(id: string, into: string): Promise<{ kind: 'work'; id: string }> {
  if (into === id) throw invalidField('body', 'into', 'must be another work');
  if (await getWork(into)) return { kind: 'work', id: into };
  throw invalidField('body', 'into', 'must be the DOI of a publication in the registry, or the id of a work');
}

/** Undoes the merge of a work, or its replacement by a publication. */
export async function separateWork(id: string, curator: Curator): Promise<WorkChangeResult> {
  const before = await getWork(id);
  if (!before) throw new Problem('not_found', 'There is no work with this id');
  const { merged_into, replaced_by, is_merged } = before;
  const other = merged_into ?? replaced_by;
  if (other === null) return { work: before, isChanged: false };
  if (!is_merged) throw new Problem('conflict', `Its ORCID record says that it is ${other}`);
  const kind = merged_into === null ? 'publication' : 'work';
  const pair = pairId({ kind: 'work', id }, { kind, id: other });
  await decideDuplicate(pair, { decision: 'undo' }, curator, () => {});
  return changedSince(before);
}

async function changedSince(before: WorkRecord): Promise<WorkChangeResult> {
  const work = (await getWork(before.id)) ?? before;
  return { work, isChanged: work.version !== before.version };
}
