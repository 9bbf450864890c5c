import { updatePairs } from '#src/duplicates/find.ts';
import { allLinksOf } from '#src/duplicates/store/pairs.ts';
import { outputId } from '#src/records/groups/output.ts';
import { ifStandsForItself } from '#src/records/groups/store/outputs.ts';
import type { StoredIntakeRow } from '#src/records/intakes/intake.ts';
import { undoneOutputWrite } from '#src/records/intakes/store/undone.ts';
import { type FieldValues, valuesBefore } from '#src/records/publications/edits.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getEdit, getWorkEdit } from '#src/records/publications/store/edits.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { type AttemptTime, transact } from '#src/table/table.ts';
import { changePublication } from '../../change-publication.ts';
import { decideDuplicate } from '../../duplicates.ts';
import { changeWork } from '../../works.ts';
import type { IntakeRowResult, RowContext } from '../kind/kind.ts';
import { classOf } from './deleted.ts';
import { groupsVersion, removingGroups } from './groups.ts';
import { Made } from './made.ts';
import { isMergedWith, type TouchReason, touchablePublication, touchableWork, touchOf } from './touched.ts';

/** Somebody has touched what the intake has made. */
class Touched extends Error {
  readonly reason: TouchReason;
  constructor(reason: TouchReason) {
    super(reason);
    this.reason = reason;
  }
}

const undone: IntakeRowResult = { outcome: 'undone' };

/** Takes back what an intake has made of a row, or leaves it, because somebody has touched it since. */
export async function undoRow(row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { output } = row;
  const made = Made.safeParse(row.made).data;
  if (!output || !made) return context.settleAlone({ outcome: 'left', message: 'gone' });
  try {
    // A record that a person had deleted is theirs again.
    const isMarked = made.isNew && classOf(row) !== 'deleted';
    if (output.kind === 'work') await undoWork(output.id, made, isMarked, context);
    else await undoPublication(output.id, made, isMarked, context);
  } catch (error) {
    const reason = error instanceof Touched ? error.reason : isGone(error) ? 'gone' : undefined;
    if (reason === undefined) throw error;
    return context.settleAlone({ outcome: 'left', message: reason });
  }
  if (made.isNew && output.kind === 'work' && row.class === 'duplicate') await reopenPairs(output.id, context);
}

const isGone = (error: unknown) => error instanceof Problem && error.code === 'not_found';

/** The values before an edit. Throws if a later edit has changed them again. */
function valuesOf(
  record: Parameters<typeof valuesBefore>[0],
  edit: Parameters<typeof valuesBefore>[1] | undefined,
): FieldValues {
  if (!edit) return new Map();
  const { values, conflicts } = valuesBefore(record, edit);
  if (conflicts.length > 0) throw new Touched('edited');
  return values;
}

async function undoPublication(doi: string, made: Made, isMarked: boolean, context: RowContext): Promise<void> {
  const { curator } = context;
  const name = { kind: 'publication' as const, id: doi };
  let isSettled = false;
  await changePublication(
    doi,
    async (record) => {
      await context.requireUnsettled();
      if (record.doi !== doi) throw new Touched('merged');
      const groups = await removingGroups(name, made.groups, curator.now);
      const alsoWriteAt = (at: AttemptTime, { deleted_at }: PublicationRecord) => {
        isSettled = true;
        const marks = isMarked && deleted_at !== null ? [undoneOutputWrite({ ...name, deleted_at })] : [];
        return [...groups.writes(at), ...marks, context.settle(undone, at)];
      };
      isSettled = false;
      if (made.isNew) {
        await requireUntouched(name, made, touchablePublication(record));
        return { deleted: true, alsoWriteAt, isUnreported: true };
      }
      if (record.deleted_at !== null) throw new Touched('deleted');
      const unlinked = made.orcids.filter((orcid) => isStillOwn(record, orcid));
      const values = made.edit === null ? new Map() : valuesOf(record, await getEdit(doi, made.edit));
      const researchers = record.researchers.filter(({ orcid }) => !unlinked.includes(orcid));
      const after = unlinked.length > 0 ? await rematched({ ...record, researchers }) : record;
      return {
        values,
        ...(made.edit !== null && values.size > 0 && { reverts: made.edit }),
        ...(unlinked.length > 0 && { people: { researchers: after.researchers, not_authors: after.not_authors } }),
        alsoWriteAt,
        isUnreported: true,
      };
    },
    curator,
  );
  if (isSettled) context.settled(undone);
  else await groupsAlone(name, made, context);
}

/** Whether a link is still the intake's alone. Throws if a curator has decided about it, or an ORCID record has it, too. */
function isStillOwn(record: PublicationRecord, orcid: string): boolean {
  const link = record.researchers.find((each) => each.orcid === orcid);
  if (!link) return false;
  if (link.decision !== null || (record.orcid_bibliographies?.[orcid] ?? []).length > 0) throw new Touched('links');
  return true;
}

async function undoWork(id: string, made: Made, isMarked: boolean, context: RowContext): Promise<void> {
  const { curator } = context;
  const name = { kind: 'work' as const, id };
  let isSettled = false;
  await changeWork(
    id,
    async (work: WorkRecord) => {
      await context.requireUnsettled();
      const groups = await removingGroups(name, made.groups, curator.now);
      const alsoWriteAt = (at: AttemptTime, { deleted_at }: WorkRecord) => {
        isSettled = true;
        const marks = isMarked && deleted_at !== null ? [undoneOutputWrite({ ...name, deleted_at })] : [];
        return [...groups.writes(at), ...marks, context.settle(undone, at)];
      };
      isSettled = false;
      if (made.isNew) {
        await requireUntouched(name, made, touchableWork(work));
        return { deleted: true, alsoWriteAt, isUnreported: true };
      }
      if (work.replaced_by !== null) throw new Touched('doi');
      if (work.merged_into !== null) throw new Touched('merged');
      if (work.deleted_at !== null) throw new Touched('deleted');
      const unlink = made.orcids.filter((orcid) => work.linked_orcids.includes(orcid) && orcid !== work.orcid);
      const values = made.edit === null ? new Map() : valuesOf(work, await getWorkEdit(id, made.edit));
      const reverts = made.edit !== null && values.size > 0 ? { reverts: made.edit } : {};
      return { values, ...reverts, unlink, alsoWriteAt, isUnreported: true };
    },
    curator,
  );
  if (isSettled) context.settled(undone);
  else await groupsAlone(name, made, context);
}

/** Throws if a record that the intake has added is not as it was then. */
async function requireUntouched(
  name: { kind: 'publication' | 'work'; id: string },
  made: Made,
  now: NonNullable<Made['after']>,
): Promise<void> {
  const reason = made.after && touchOf(made.after, now, name.kind);
  if (reason) throw new Touched(reason);
  if ((await groupsVersion(name)) !== made.groups_version) throw new Touched('groups');
  if (await isMergedWith(name)) throw new Touched('merged');
}

/** Takes groups from a record that does not change otherwise. */
async function groupsAlone(
  name: { kind: 'publication' | 'work'; id: string },
  made: Made,
  context: RowContext,
): Promise<void> {
  await retryIfStale(
    `The groups of ${name.id}`,
    async () => {
      await context.requireUnsettled();
      const groups = await removingGroups(name, made.groups, context.curator.now);
      const conditions = groups.ids.length > 0 ? [ifStandsForItself(outputId(name))] : [];
      const failed = await transact((at) => [...groups.writes(at), ...conditions, context.settle(undone, at)]);
      return failed ? stale : undefined;
    },
    persistent,
  );
  context.settled(undone);
}

/** Forgets that a work is another one than what it is like, because it is gone. */
async function reopenPairs(id: string, { curator }: RowContext): Promise<void> {
  const record = { kind: 'work' as const, id };
  for (const { pairId, status } of await allLinksOf(record)) {
    if (status === 'different') await decideDuplicate(pairId, { decision: 'undo' }, curator, () => {});
  }
  await updatePairs(record, undefined, curator.now);
}
