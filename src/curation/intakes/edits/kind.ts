import { fittedCell, sheetText } from '#src/formats/editing/cell-text.ts';
import { cellsOf, versionOf } from '#src/formats/editing/cells.ts';
import type { EditColumn } from '#src/formats/editing/columns.ts';
import { compareCell } from '#src/formats/editing/compare.ts';
import { GroupId } from '#src/records/groups/group.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import {
  type EditedCell,
  type IntakeClass,
  IntakeFinding,
  type IntakeRecord,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import { ProjectId } from '#src/records/projects/project.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import type { CheckedIntakeRow, IntakeKind } from '../kind/kind.ts';
import {
  changedValues,
  columnOf,
  type EditContent,
  type EditedRecords,
  editOf,
  type FoundRecord,
  issuesByColumn,
  TouchedRecord,
} from './edited-list.ts';
import { editedPublications, editedWorks } from './outputs.ts';
import { editedGroups, editedPeople, editedProjects } from './records.ts';

const lists: Record<EditedList, EditedRecords> = {
  publications: editedPublications,
  works: editedWorks,
  people: editedPeople,
  projects: editedProjects,
  groups: editedGroups,
};

/** Other texts are ids of nothing, and may be too long for a key. */
const isId: Record<EditedList, (id: string) => boolean> = {
  publications: (id) => parseDoi(id) !== undefined,
  works: (id) => /^[0-9a-f]{32}$/.test(id),
  people: (id) => parseOrcidId(id) === id,
  projects: (id) => ProjectId.safeParse(id).success,
  groups: (id) => GroupId.safeParse(id).success,
};

/** Records that are read at once. */
const batchSize = 100;

/** Spreadsheets of stored records that come back: what was changed in them becomes edits of curators. */
export const editsKind: IntakeKind = {
  name: 'edits',
  async *check(rows, { intake }) {
    const list = listOf(intake);
    for (let first = 0; first < rows.length; first += batchSize) {
      const batch = rows.slice(first, first + batchSize).map((row) => ({ row, edit: editOf(row) }));
      const ids = new Set(batch.flatMap(({ edit }) => (edit && isId[list](edit.id) ? edit.id : [])));
      const records = await lists[list].find([...ids]);
      yield batch.map(({ row, edit }) => checkedRow(row, edit, edit && records.get(edit.id), list));
    }
  },
  stepOf: ({ class: its }) => (its === 'edit' || its === 'conflict' || its === 'damaged' ? 'change' : undefined),
  async apply(row, context) {
    const list = listOf(context.intake);
    const invalid = row.finding.cells.find(({ reason }) => reason?.startsWith(invalidPrefix));
    if (invalid) throw invalidField('body', invalid.field, invalid.reason?.slice(invalidPrefix.length) ?? '');
    const cells = row.finding.cells.filter(({ state }) => state === 'edit' || state === 'conflict');
    const changes = (document: object) => changedValues(list, cells, document);
    await lists[list].write(idOf(row), changes, context);
  },
  async undo(row, context) {
    try {
      await lists[listOf(context.intake)].takeBack(idOf(row), row.made, context);
    } catch (error) {
      if (!(error instanceof TouchedRecord)) throw error;
      await context.settleAlone({ outcome: 'left', message: error.message });
    }
  },
};

function listOf({ list }: IntakeRecord): EditedList {
  if (list === null) throw new Error('An intake of edits has no list');
  return list;
}

const idOf = (row: StoredIntakeRow): string => row.finding.target?.id ?? '';

/** Before what a record says of a value that it does not take. */
const invalidPrefix = 'invalid: ';

/** Faults with which it is not certain which record a row is about. */
const ofKeys: ReadonlySet<string> = new Set(['id-unknown', 'id-twice', 'version-changed']);

function checkedRow(
  { index }: StoredIntakeRow,
  edit: EditContent | undefined,
  record: FoundRecord | undefined,
  list: EditedList,
): CheckedIntakeRow {
  if (!edit) return { index, class: 'erased', finding: IntakeFinding.parse({}) };
  const title = record && inLocale(record.title, defaultLocale);
  const target = record && { kind: lists[list].target, id: record.id, title: title ?? null };
  const found = (its: IntakeClass, cells: EditedCell[]) => {
    const finding = IntakeFinding.parse({ ...(target && { target }), cells });
    return { index, class: its, finding };
  };
  const faults = edit.faults.map(({ code }): EditedCell => {
    return { field: 'id', from: null, now: null, to: edit.id, state: 'damaged', reason: code };
  });
  if (!record || edit.faults.some(({ code }) => ofKeys.has(code))) return found('unknown', faults);
  if (record.isGone) return found('gone', faults);
  const cells = [...faults, ...comparedCells(edit, record, list)];
  return found(classOf(cells), cells);
}

/** Cells that need a person come first. */
function classOf(cells: readonly EditedCell[]): IntakeClass {
  const states = new Set(cells.map(({ state }) => state));
  if (states.has('conflict')) return 'conflict';
  if (states.has('damaged')) return 'damaged';
  return states.has('edit') ? 'edit' : 'unchanged';
}

/** The cells that differ from what is stored, with those whose value the record does not take. */
function comparedCells({ cells, version }: EditContent, record: FoundRecord, list: EditedList): EditedCell[] {
  const isAsExported = versionOf(list, cellsOf(list, record)) === version;
  const compared = cells.flatMap(({ field, from, to }): { column: EditColumn; cell: EditedCell }[] => {
    const column = columnOf(list, field);
    if (!column) return [];
    const { state, now, reason } = compareCell(column, { from, to }, record.document, isAsExported);
    if (state === 'same') return [];
    const cell = { field, from, now: fittedCell(now), to: sheetText(to), state, ...(reason && { reason }) };
    return [{ column, cell }];
  });
  const written = compared.flatMap(({ cell }) => (cell.state === 'damaged' ? [] : [cell]));
  const refused = refusedBy(record, written, list);
  return compared.map(({ column, cell }) => {
    const message = refused.get(column);
    return message === undefined
      ? cell
      : { ...cell, state: 'damaged', reason: `${invalidPrefix}${message}`.slice(0, 300) };
  });
}

function refusedBy(record: FoundRecord, cells: readonly EditedCell[], list: EditedList): Map<EditColumn, string> {
  if (cells.length === 0) return new Map();
  const values = changedValues(list, cells, record.document);
  try {
    record.accept(values);
    return new Map();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return issuesByColumn(error, values);
  }
}
