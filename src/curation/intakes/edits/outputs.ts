import * as z from 'zod';
import { publicationForEditing, workForEditing } from '#src/formats/editing/documents.ts';
import {
  type EditableKind,
  type Edited,
  editablePublication,
  type FieldValues,
  type PublicationEdit,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getEdit, getWorkEdit } from '#src/records/publications/store/edits.ts';
import { findPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { editableWork } from '#src/records/works/work-content.ts';
import type { AttemptTime } from '#src/table/table.ts';
import { changePublication } from '../../change-publication.ts';
import { patchedFields, patchedRecord } from '../../edit-publication.ts';
import { changeWork, requireShown } from '../../works.ts';
import type { IntakeRowResult } from '../kind/kind.ts';
import { RowRefused } from '../kind/row-refused.ts';
import { type ChangedValues, type EditedRecords, patchOf, TouchedRecord } from './edited-list.ts';
import { Settlement } from './settlement.ts';

/** For an undo: the number of the edit, and whether the output was visible, if that was changed. */
const MadeEdit = z.object({ edit: z.int().nullable(), visible: z.boolean().nullable() });
type MadeEdit = z.output<typeof MadeEdit>;

interface PlannedEdit {
  values: FieldValues;
  visible: boolean;
}

/** The result of an edit that is planned. */
function editResult<R extends Edited & { visible: boolean }>(
  kind: EditableKind<R>,
  { id, record }: { id: string; record: R },
  { values, visible }: PlannedEdit,
  now: Date,
): IntakeRowResult {
  const { edit_count } = withFields(kind, record, values, now).record;
  const edit = edit_count > record.edit_count ? edit_count : null;
  const made: MadeEdit = { edit, visible: visible === record.visible ? null : record.visible };
  return { outcome: 'edited', output: { kind: kind.noun, id }, edit, made };
}

/** The change that takes an edit back. */
async function revertedEdit<R extends Edited & { visible: boolean }>(
  record: R,
  made: MadeEdit,
  edit: PublicationEdit | undefined,
): Promise<PlannedEdit & { reverts?: number }> {
  const visible = made.visible ?? record.visible;
  if (made.edit === null) return { values: new Map(), visible };
  if (!edit) throw new TouchedRecord('gone');
  const { values, conflicts } = valuesBefore(record, edit);
  if (conflicts.length > 0) throw new TouchedRecord('edited');
  return { values, visible, reverts: made.edit };
}

const requireSame = (record: PublicationRecord, doi: string) => {
  if (record.doi !== doi)
    throw new RowRefused('conflict', 'part_of', `The publication is part of ${record.doi}`, record.doi);
};

export const editedPublications: EditedRecords = {
  target: 'publication',
  async find(ids) {
    const records = await findPublications([...ids]);
    return new Map(
      ids.flatMap((id, at) => {
        const record = records[at];
        if (!record) return [];
        const { document } = publicationForEditing(record);
        const accept = (values: ChangedValues) => void patchedFields(record, patchOf(values));
        const isGone = record.deleted_at !== null || record.doi !== id;
        return [[id, { id, document, title: publicationTitle(document), isGone, accept }]];
      }),
    );
  },
  async write(id, changes, context) {
    const settlement = new Settlement(context, { outcome: 'unchanged' });
    await changePublication(
      id,
      async (record) => {
        await settlement.begin();
        requireSame(record, id);
        const values = changes(publicationForEditing(record).document);
        const planned = patchedFields(record, patchOf(values)) as PlannedEdit;
        settlement.is(editResult(editablePublication, { id, record }, planned, context.curator.now));
        return { ...planned, alsoWriteAt: (at: AttemptTime) => settlement.writes(at), isUnreported: true };
      },
      context.curator,
    );
    await settlement.end();
  },
  async takeBack(id, made, context) {
    const undone = MadeEdit.parse(made);
    const settlement = new Settlement(context, { outcome: 'undone' });
    await changePublication(
      id,
      async (record) => {
        await settlement.begin();
        if (record.doi !== id) throw new TouchedRecord('merged');
        if (record.deleted_at !== null) throw new TouchedRecord('deleted');
        const edit = undone.edit === null ? undefined : await getEdit(id, undone.edit);
        return {
          ...(await revertedEdit(record, undone, edit)),
          alsoWriteAt: (at: AttemptTime) => settlement.writes(at),
          isUnreported: true,
        };
      },
      context.curator,
    );
    await settlement.end();
  },
};

const publicationTitle = (document: object) =>
  (document as { title?: PublicationRecord['original']['title'] }).title ?? null;

export const editedWorks: EditedRecords = {
  target: 'work',
  async find(ids) {
    const works = await getWorks(ids);
    return new Map(
      [...works].map(([id, work]) => [
        id,
        {
          ...workForEditing(work),
          title: work.title,
          isGone: work.deleted_at !== null,
          accept: (values: ChangedValues) => void patchedRecord(editableWork, work, patchOf(values)),
        },
      ]),
    );
  },
  async write(id, changes, context) {
    const settlement = new Settlement(context, { outcome: 'unchanged' });
    await changeWork(
      id,
      async (work: WorkRecord) => {
        await settlement.begin();
        requireShown(work);
        const planned = patchedRecord(editableWork, work, patchOf(changes(workForEditing(work).document)));
        settlement.is(editResult(editableWork, { id, record: work }, planned, context.curator.now));
        return { ...planned, alsoWriteAt: (at: AttemptTime) => settlement.writes(at), isUnreported: true };
      },
      context.curator,
    );
    await settlement.end();
  },
  async takeBack(id, made, context) {
    const undone = MadeEdit.parse(made);
    const settlement = new Settlement(context, { outcome: 'undone' });
    await changeWork(
      id,
      async (work) => {
        await settlement.begin();
        if (work.merged_into !== null || work.replaced_by !== null) throw new TouchedRecord('merged');
        if (work.deleted_at !== null) throw new TouchedRecord('deleted');
        const edit = undone.edit === null ? undefined : await getWorkEdit(id, undone.edit);
        return {
          ...(await revertedEdit(work, undone, edit)),
          alsoWriteAt: (at: AttemptTime) => settlement.writes(at),
          isUnreported: true,
        };
      },
      context.curator,
    );
    await settlement.end();
  },
};
