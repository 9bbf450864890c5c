import { proposePair } from '#src/duplicates/find.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { newLink } from '#src/matching/link.ts';
import { outputId } from '#src/records/groups/output.ts';
import { ifStandsForItself } from '#src/records/groups/store/outputs.ts';
import type { StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { linkable } from '#src/records/publications/not-authors.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { getWork, getWorks } from '#src/records/publications/store/works.ts';
import { maxLinkedPeople, type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { editableWork } from '#src/records/works/work-content.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { type AttemptTime, transact, type Write } from '#src/table/table.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { changePublication } from '../../change-publication.ts';
import { decideDuplicate } from '../../duplicates.ts';
import { patchedFields, patchedRecord } from '../../edit-publication.ts';
import { changeWork, createWork, requireShown } from '../../works.ts';
import type { IntakeRowResult, RowContext } from '../kind/kind.ts';
import { RowRefused } from '../kind/row-refused.ts';
import { contentOf } from './content.ts';
import { classOf, idsOfContent, linkedBy, requireRestorable, workOf } from './deleted.ts';
import { addingGroups, type GroupChange, wantedGroups } from './groups.ts';
import type { Made } from './made.ts';
import { offeredPath, valueInRow } from './offers.ts';
import { touchablePublication, touchableWork } from './touched.ts';

/** The people of a row who are linked. */
export const wantedPeople = ({ intake }: Pick<RowContext, 'intake'>, { finding }: StoredIntakeRow): string[] =>
  linkedBy(intake, finding.people);

/** The entry of a row. Throws if there is none. */
export function entryOf(row: StoredIntakeRow): IntakeRow {
  const entry = contentOf(row)?.row;
  if (!entry) throw new RowRefused('invalid_body', 'empty', 'There is nothing to store');
  return entry;
}

/** The people among these who are in the registry. */
export const existingPeople = async (orcids: readonly string[]): Promise<string[]> => {
  const known = new Set((await getPeople([...orcids])).map(({ orcid }) => orcid));
  return orcids.filter((orcid) => known.has(orcid));
};

/** A work that stands for itself, or the record that stands for it. */
type Place = { kind: 'work'; work: WorkRecord } | { kind: 'publication'; id: string };

/** Follows a work to the record that has taken its place. */
async function placeOf(id: string): Promise<Place | undefined> {
  let work = await getWork(id);
  for (let depth = 0; work && depth < 8; depth++) {
    if (work.replaced_by !== null) return { kind: 'publication', id: work.replaced_by };
    if (work.merged_into === null) return { kind: 'work', work };
    work = await getWork(work.merged_into);
  }
  return undefined;
}

/**
 * Adds a work for a row, with its people and groups. One with this content that was deleted by an undo, or is to be restored, is
 * restored, and one that is there is linked.
 */
export async function storeWork(row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { curator, intake } = context;
  const entry = entryOf(row);
  const input = workOf(entry, await existingPeople(wantedPeople(context, row)));
  const before = await addedWithOtherLinks(row, entry, intake);
  if (before !== undefined) return changeOrRestore(before, row, context);
  let result: IntakeRowResult | undefined;
  let groups: GroupChange | undefined;
  const outputOf = (work: WorkRecord) => ({ kind: 'work' as const, id: work.id });
  const made = (work: WorkRecord): IntakeRowResult => ({
    outcome: 'created',
    output: outputOf(work),
    made: {
      isNew: true,
      orcids: [...input.researcher_orcids],
      groups: groups?.ids ?? [],
      groups_version: groups?.version ?? 0,
      edit: null,
      after: touchableWork(work),
    } satisfies Made,
  });
  const { created, work } = await createWork(input, curator, {
    beforeEach: async (id) => {
      await context.requireUnsettled();
      groups = await addingGroups({ kind: 'work', id }, wantedGroups(intake, row, true), curator.now);
    },
    alsoWriteAt: (at, work) => {
      result = made(work);
      return [...(groups?.writes(at) ?? []), context.settle(result, at)];
    },
    isAlsoGone: true,
  });
  if (created && result) {
    context.settled(result);
    return keepApart(row, work.id, context);
  }
  return changeOrRestore(work.id, row, context);
}

/** The work of an entry that was added with other links, unless there is one with its own: another one would be a copy. */
async function addedWithOtherLinks(
  { finding: { people } }: StoredIntakeRow,
  entry: IntakeRow,
  { options }: RowContext['intake'],
): Promise<string | undefined> {
  const [own, ...others] = idsOfContent({ row: entry, people }, options);
  if (own === undefined || others.length === 0) return undefined;
  const works = await getWorks([own, ...others]);
  if (works.has(own)) return undefined;
  return others.find((id) => {
    const work = works.get(id);
    // One that was merged or replaced is deleted, and another record stands for it.
    return work && (work.deleted_at === null || work.merged_into !== null || work.replaced_by !== null);
  });
}

/** Links and restores the work that is there, or changes the record that stands for it. */
async function changeOrRestore(id: string, row: StoredIntakeRow, context: RowContext): Promise<void> {
  const place = await placeOf(id);
  if (!place) throw new RowRefused('conflict', 'gone', 'It was merged into a record that is gone');
  if (place.kind === 'publication') return changeKnownPublication(place.id, row, context);
  if (place.work.deleted_at === null) return changeKnownWork(place.work.id, row, context);
  return restoreWork(place.work.id, row, context);
}

async function restoreWork(id: string, row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { curator, intake } = context;
  let result: IntakeRowResult | undefined;
  const { isChanged } = await changeWork(
    id,
    async ({ deleted_at }) => {
      await context.requireUnsettled();
      if (deleted_at !== null) await requireRestorable(row, { kind: 'work', id, deleted_at });
      const groups = await addingGroups({ kind: 'work', id }, wantedGroups(intake, row, true), curator.now);
      const alsoWriteAt = (at: AttemptTime, after: WorkRecord) => {
        const shared = { orcids: [], groups: groups.ids, groups_version: groups.version, edit: null };
        const made: Made = { isNew: true, ...shared, after: touchableWork(after) };
        result = { outcome: 'created', output: { kind: 'work', id }, made };
        return [...groups.writes(at), context.settle(result, at)];
      };
      return { deleted: false, alsoWriteAt, isUnreported: true };
    },
    curator,
  );
  if (isChanged && result) return context.settled(result);
  // Somebody has restored it in the meantime.
  return changeKnownWork(id, row, context);
}

/** The patch with the fields of the file that are to become edits. */
function patchOf(row: StoredIntakeRow, context: RowContext): JsonPatch {
  if (context.decided.decision !== 'edit') return [];
  const entry = entryOf(row);
  const names = context.decided.fields ?? row.finding.offers.map(({ field }) => field);
  return names.flatMap((field) => {
    const value = valueInRow(entry, field);
    return value === undefined ? [] : [{ op: 'add' as const, path: offeredPath(field), value }];
  });
}

/** Links the people and adds the groups of a row to the record that it is, and edits that if it is to. */
export async function changeKnown(row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { target } = row.finding;
  if (target === null) throw new RowRefused('invalid_body', 'gone', 'No record was found for it');
  if (target.kind === 'publication') return changeKnownPublication(target.id, row, context);
  const place = await placeOf(target.id);
  if (!place) throw new RowRefused('not_found', 'gone', 'The work that it is is gone');
  return place.kind === 'work'
    ? changeKnownWork(place.work.id, row, context)
    : changeKnownPublication(place.id, row, context);
}

/** The result of a change of a stored record. */
function changedResult(
  output: { kind: 'publication' | 'work'; id: string },
  { orcids, groups, edit }: { orcids: readonly string[]; groups: GroupChange; edit: number | null },
): IntakeRowResult {
  const made: Made = {
    isNew: false,
    orcids: [...orcids],
    groups: groups.ids,
    groups_version: groups.version,
    edit,
    after: null,
  };
  const isLinked = orcids.length + groups.ids.length > 0;
  return { outcome: edit !== null ? 'edited' : isLinked ? 'linked' : 'unchanged', output, edit, made };
}

async function changeKnownPublication(id: string, row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { curator, intake } = context;
  const patch = patchOf(row, context);
  const people = await existingPeople(wantedPeople(context, row));
  let result: IntakeRowResult | undefined;
  let isRestored = false;
  const { record, isChanged } = await changePublication(
    id,
    async (record) => {
      await context.requireUnsettled();
      const { deleted_at } = record;
      isRestored = deleted_at !== null && classOf(row) !== 'known';
      if (isRestored && deleted_at !== null)
        await requireRestorable(row, { kind: 'publication', id: record.doi, deleted_at });
      const base = isRestored ? { ...record, deleted_at: null } : record;
      const { values } = patchedFields(base, patch);
      const linked = new Set(record.researchers.map(({ orcid }) => orcid));
      const orcids = linkable(people, record).filter((orcid) => !linked.has(orcid));
      const name = { kind: 'publication' as const, id: record.doi };
      const groups = await addingGroups(name, wantedGroups(intake, row, isRestored), curator.now);
      const alsoWriteAt = (at: AttemptTime, after: PublicationRecord, edit: number | undefined) => {
        const changed = changedResult(name, { orcids, groups, edit: edit ?? null });
        const made = { ...(changed.made as Made), isNew: true, after: touchablePublication(after) };
        result = isRestored ? { ...changed, outcome: 'created', made } : changed;
        return [...groups.writes(at), context.settle(result, at)];
      };
      const links = [...record.researchers, ...orcids.map(newLink)];
      const after = orcids.length > 0 ? await rematched({ ...record, researchers: links }) : record;
      return {
        ...(values && { values }),
        ...(orcids.length > 0 && { people: { researchers: after.researchers, not_authors: after.not_authors } }),
        ...(isRestored && { deleted: false }),
        alsoWriteAt,
        isUnreported: true,
      };
    },
    curator,
  );
  if (isChanged && result) return context.settled(result);
  await groupsAlone({ kind: 'publication', id: record.doi }, row, context);
}

async function changeKnownWork(id: string, row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { curator, intake } = context;
  const patch = patchOf(row, context);
  const people = await existingPeople(wantedPeople(context, row));
  let result: IntakeRowResult | undefined;
  const { isChanged } = await changeWork(
    id,
    async (work) => {
      await context.requireUnsettled();
      requireShown(work);
      const { values } = patchedRecord(editableWork, work, patch);
      const linked = new Set(workPeople(work));
      const room = Math.max(maxLinkedPeople - work.linked_orcids.length, 0);
      // Whom a curator has unlinked stays so.
      const isFree = (orcid: string) => !linked.has(orcid) && orcid !== work.orcid;
      const orcids = people.filter(isFree).slice(0, room);
      const groups = await addingGroups({ kind: 'work', id }, wantedGroups(intake, row, false), curator.now);
      const alsoWriteAt = (at: AttemptTime, _: WorkRecord, edit: number | undefined): Write[] => {
        result = changedResult({ kind: 'work', id }, { orcids, groups, edit: edit ?? null });
        return [...groups.writes(at), context.settle(result, at)];
      };
      return { values, link: orcids, alsoWriteAt, isUnreported: true };
    },
    curator,
  );
  if (isChanged && result) return context.settled(result);
  await groupsAlone({ kind: 'work', id }, row, context);
}

/** Adds the groups of a row to a record that does not change otherwise. */
async function groupsAlone(
  output: { kind: 'publication' | 'work'; id: string },
  row: StoredIntakeRow,
  context: RowContext,
): Promise<void> {
  const { curator, intake } = context;
  const result = await retryIfStale(
    `The groups of ${output.id}`,
    async () => {
      await context.requireUnsettled();
      const groups = await addingGroups(output, wantedGroups(intake, row, false), curator.now);
      const changed = changedResult(output, { orcids: [], groups, edit: null });
      if (groups.ids.length === 0) return changed;
      const failed = await transact((at) => [
        ...groups.writes(at),
        ifStandsForItself(outputId(output)),
        context.settle(changed, at),
      ]);
      return failed ? stale : changed;
    },
    persistent,
  );
  if (result.outcome === 'unchanged') await context.settleAlone(result);
  else context.settled(result);
}

/** Remembers that a likely duplicate is another record, so that nobody is asked again. After a kill, somebody is. */
async function keepApart(row: StoredIntakeRow, id: string, { curator }: RowContext): Promise<void> {
  const { target, likeness } = row.finding;
  if (row.class !== 'duplicate' || (target?.kind !== 'publication' && target?.kind !== 'work')) return;
  const [one, other] = [
    { kind: 'work' as const, id },
    { kind: target.kind, id: target.id },
  ];
  const candidate = { record: other, likeness: { score: likeness ?? 100, reasons: [] } };
  await proposePair(one, candidate, curator.now, { isRequested: true });
  await decideDuplicate(pairId(one, other), { decision: 'different' }, curator, () => {});
}
