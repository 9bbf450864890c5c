import * as z from 'zod';
import { fittedCell } from '#src/formats/editing/cell-text.ts';
import { cellOf, type EditableRecord, valueOfCell } from '#src/formats/editing/cells.ts';
import { type EditColumn, editColumns } from '#src/formats/editing/columns.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import type { EditedCell, IntakeTarget, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import { type Issue, invalidRequest, type Problem } from '#src/runtime/errors.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import type { RowContext } from '../kind/kind.ts';
import { RowRefused } from '../kind/row-refused.ts';

/** A row of a spreadsheet of stored records, as it is sent. */
const EditContent = z.object({
  id: z.string(),
  version: z.string().nullable(),
  cells: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string() })),
  faults: z.array(z.object({ code: z.string(), detail: z.string().optional(), line: z.int().optional() })),
});
export type EditContent = z.output<typeof EditContent>;

/** The content of a row. Undefined if it named somebody who was erased. */
export const editOf = ({ content }: Pick<StoredIntakeRow, 'content'>): EditContent | undefined =>
  content === null ? undefined : EditContent.parse(content);

/** The values of changed cells by their column, in the form that the record takes. */
export type ChangedValues = ReadonlyMap<EditColumn, unknown>;

/** A stored record that a row names. */
export interface FoundRecord extends EditableRecord {
  title: LocalizedText | null;
  /** Whether it is deleted, or part of another one. */
  isGone: boolean;
  /** Throws `invalid_body`, naming the fields, if the record does not take these values. */
  accept(values: ChangedValues): void;
}

/** How records of one list are edited in a file: by the functions with which their pages edit them. */
export interface EditedRecords {
  target: IntakeTarget['kind'];
  /** The records with these ids; also those that are gone. */
  find(ids: readonly string[]): Promise<Map<string, FoundRecord>>;
  /**
   * Writes the values that `changes` makes of the record as it is then, with the result of the row in one transaction. Throws
   * what `changes` throws, and Problems of the record.
   */
  write(id: string, changes: (document: object) => ChangedValues, context: RowContext): Promise<void>;
  /** Takes a write back, unless somebody has touched what it has changed. Throws `TouchedRecord` then. */
  takeBack(id: string, made: unknown, context: RowContext): Promise<void>;
}

/** Somebody has touched since then the fields that an edit has changed. The message is a code that the dashboard has texts for. */
export class TouchedRecord extends Error {}

/** The columns of a list by field. */
export const columnOf = (list: EditedList, field: string): EditColumn | undefined =>
  editColumns(list).find((column) => column.field === field);

/**
 * The values of the cells of a row to be written. Throws `conflict` if one is not what it was when the file was checked:
 * nobody has seen then what would be lost.
 */
export function changedValues(list: EditedList, cells: readonly EditedCell[], document: object): ChangedValues {
  const values = new Map<EditColumn, unknown>();
  for (const { field, now, to } of cells) {
    const column = columnOf(list, field);
    if (!column) continue;
    const current = fittedCell(cellOf(column, document));
    if (current === to) continue;
    if (current !== now) {
      const text = `Somebody has changed ${field} since the check: take the file in again`;
      throw new RowRefused('conflict', 'cell_changed', text, field);
    }
    const read = valueOfCell(column, to, document);
    if ('fault' in read) throw invalidRequest('body', [{ path: field, message: `cannot be read: ${read.fault}` }]);
    values.set(column, read.value);
  }
  return values;
}

export const patchOf = (values: ChangedValues): JsonPatch =>
  [...values].map(([{ path }, value]) => ({ op: 'add' as const, path, value }));

/** The values by field. */
export const fieldsOf = (values: ChangedValues): Record<string, unknown> =>
  Object.fromEntries([...values].map(([{ field }, value]) => [field, value]));

/** The issues of a Problem for invalid values, by the columns that they are about. */
export function issuesByColumn(problem: Problem, values: ChangedValues): Map<EditColumn, string> {
  const issues = (problem.details?.issues ?? [{ path: '', message: problem.message }]) as Issue[];
  const found = new Map<EditColumn, string>();
  const [first] = values.keys();
  for (const { path, message } of issues) {
    const tokens = path.split('.');
    const column = [...values.keys()].find(({ field }) => tokens.includes(field)) ?? first;
    if (column && !found.has(column)) found.set(column, message);
  }
  return found;
}
