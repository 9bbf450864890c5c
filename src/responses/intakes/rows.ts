import * as z from 'zod';
import { contentOf } from '#src/curation/intakes/publications/content.ts';
import { actorOfEvent } from '#src/logbook/activity-log.ts';
import {
  decisionOf,
  EditedCell,
  IntakeGroup,
  IntakeOffer,
  IntakeOutput,
  IntakePerson,
  type IntakeRecord,
  IntakeTarget,
  intakeClasses,
  intakeDecisions,
  intakeOutcomes,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import { IntakeRow, maxRowBytes } from '#src/records/intakes/row.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';

const utf8 = new TextEncoder();
const line = z.int().min(0);
const code = z.string().max(50);

const SentRemark = z.strictObject({ code, detail: z.string().max(200).optional(), line: line.optional() });

/** An entry of a file of references, as it was read. */
const PublicationRowInput = z
  .strictObject({
    line: line.meta({ description: 'Its first line in the file; of a spreadsheet, its row' }),
    key: z.string().max(500).nullable(),
    original: z.string().max(2_000).meta({ description: 'The entry as in the file' }),
    row: IntakeRow.nullable().meta({ description: 'What was read. null if nothing could be' }),
    faults: z.array(SentRemark).max(100).meta({ description: 'What needs a look before it is stored' }),
    notes: z.array(SentRemark).max(100),
  })
  .refine(({ row }) => utf8.encode(JSON.stringify(row)).length <= maxRowBytes, {
    error: `must have at most ${maxRowBytes} bytes as JSON`,
    path: ['row'],
  });

const cell = z.string().max(32_767);

/** A row of a spreadsheet of stored records. */
const EditRowInput = z.strictObject({
  line,
  id: z.string().min(1).max(2_000),
  version: z.string().max(100).nullable().meta({ description: 'Of the record when it was exported' }),
  cells: z
    .array(
      z.strictObject({
        field: z.string().max(100),
        from: cell.nullable().meta({ description: 'As exported; null if the file does not say' }),
        to: cell,
      }),
    )
    .max(200),
  faults: z.array(SentRemark).max(100),
});

const hasCells = (row: unknown) => typeof row === 'object' && row !== null && 'cells' in row;

/** Rows of either kind, told apart by their cells, so that the faults of a row are named. */
export const IntakeRowInput = z.union([
  z.preprocess((row) => (hasCells(row) ? null : row), PublicationRowInput),
  z.preprocess((row) => (hasCells(row) ? row : null), EditRowInput),
]);

const shownRemark = z.object({ code: z.string(), detail: z.string().optional(), line: z.int().optional() });

const common = {
  index: z.int().meta({ description: 'Its place in the file, from 0' }),
  line: z.int(),
  class: z.enum(intakeClasses).nullable().meta({ description: 'null before the check' }),
  decision: z.enum(intakeDecisions).nullable().meta({ description: 'Its own, or that of its class. null: undecided' }),
  fields: z.array(z.string()).nullable().meta({ description: 'With the decision `edit`; null: all that are offered' }),
  outcome: z.enum(intakeOutcomes),
  message: z.string().nullable().meta({ description: 'Why it failed or was left' }),
  code: z.string().nullable().meta({ description: 'Why it failed, for programs, if it is a usual reason' }),
  about: z.string().nullable().meta({ description: 'The DOI or field that `code` is about' }),
};

/** A row of a file of references. */
export const IntakeRowView = z
  .object({
    ...common,
    key: z.string().nullable(),
    original: z.string(),
    row: IntakeRow.nullable(),
    faults: z.array(shownRemark),
    notes: z.array(shownRemark),
    target: IntakeTarget.nullable().meta({ description: 'The record that it is, or may be' }),
    deletion: z.object({ at: z.string(), actor: z.string().nullable() }).nullable().meta({
      description: 'Of the class `deleted`: when the record was deleted, and who did, if the activity log says so',
    }),
    likeness: z.int().nullable(),
    twice_of: z.int().nullable().meta({ description: 'The line of the entry before that says the same' }),
    people: z.array(IntakePerson),
    groups: z.array(IntakeGroup),
    offers: z
      .array(IntakeOffer)
      .meta({ description: 'What the file says and the record does not, or says differently' }),
    output: IntakeOutput.nullable(),
  })
  .meta({ id: 'IntakeRow' });

/** A row of a spreadsheet of stored records. */
export const EditRowView = z
  .object({
    ...common,
    id: z.string(),
    title: z.string().nullable(),
    version: z.string().nullable(),
    cells: z.array(EditedCell),
    edit: z.int().nullable().meta({ description: 'The number of the edit that was made' }),
  })
  .meta({ id: 'IntakeEditRow' });

/** Who has deleted the records of rows, by their DOI or id, as far as the activity log of the workspace says so. */
export async function deletersOf(intake: IntakeRecord, rows: readonly StoredIntakeRow[]): Promise<Map<string, string>> {
  const deleted = rows.flatMap(({ finding: { target, deleted_at } }) =>
    target && deleted_at !== null ? { id: target.id, atMs: Date.parse(deleted_at) } : [],
  );
  const found = await inParallel(deleted, lookedUpAtOnce, async ({ id, atMs }) => {
    const actor = await actorOfEvent({ workspace: intake.workspace, type: 'publication.deleted', resource: id, atMs });
    return actor === undefined ? [] : [[id, actor] as const];
  });
  return new Map(found.flat());
}

const lookedUpAtOnce = 10;

export function shownRow(
  intake: IntakeRecord,
  row: StoredIntakeRow,
  deleters: ReadonlyMap<string, string> = new Map(),
): z.input<typeof IntakeRowView> | z.input<typeof EditRowView> {
  const { index, line: its, outcome, message, refusal, finding, output, edit } = row;
  const why = { message, code: refusal?.code ?? null, about: refusal?.about ?? null };
  const shared = { index, line: its, class: row.class, ...decisionOf(intake, row), outcome, ...why };
  if (intake.kind === 'edits') {
    const { id = '', version = null } = (row.content ?? {}) as { id?: string; version?: string | null };
    return { ...shared, id, title: finding.target?.title ?? null, version, cells: finding.cells, edit };
  }
  const nothing = { key: null, original: '', row: null, faults: [], notes: [] };
  const { target, deleted_at, likeness, twice_of, people, groups, offers } = finding;
  const deletion = deleted_at === null ? null : { at: deleted_at, actor: deleters.get(target?.id ?? '') ?? null };
  return {
    ...shared,
    ...(contentOf(row) ?? nothing),
    target,
    deletion,
    likeness,
    twice_of: twice_of?.line ?? null,
    people,
    groups,
    offers,
    output,
  };
}
