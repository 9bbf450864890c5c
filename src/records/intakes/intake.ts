import * as z from 'zod';
import type { WorkspaceRole } from '#src/vocabulary/workspace.ts';
import { editedLists } from './edited-lists.ts';

/** Intakes and their rows are kept for this long. */
const intakeKeptDays = 90;
export const maxIntakeRows = 20_000;
/** The most rows of one request. */
export const maxRowsAtOnce = 100;
/** Of what the client says about its reading of the file, as JSON in UTF-8. */
export const maxReadingBytes = 20_000;

export const intakeKinds = ['publications', 'edits'] as const;
export type IntakeKindName = (typeof intakeKinds)[number];

export const intakeStates = [
  'open',
  'checking',
  'checked',
  'applying',
  'stopped',
  'applied',
  'undoing',
  'undone',
] as const;
export type IntakeState = (typeof intakeStates)[number];

export const publicationClasses = [
  'known',
  'duplicate',
  'new_doi',
  'new_work',
  'twice',
  'erased',
  'faulty',
  'deleted',
] as const;
export type PublicationClass = (typeof publicationClasses)[number];
const editClasses = ['unchanged', 'edit', 'conflict', 'damaged', 'gone', 'unknown'] as const;
export const intakeClasses = [...publicationClasses, ...editClasses] as const;
export type IntakeClass = (typeof intakeClasses)[number];

export const intakeDecisions = ['apply', 'skip', 'same', 'edit', 'work'] as const;
export type IntakeDecision = (typeof intakeDecisions)[number];

/** The outcomes of rows. `waiting`: nothing yet. `fetching`: a source has not answered yet. */
export const intakeOutcomes = [
  'waiting',
  'created',
  'fetching',
  'fetched',
  'linked',
  'edited',
  'unchanged',
  'skipped',
  'failed',
  'undone',
  'left',
] as const;
export type IntakeOutcome = (typeof intakeOutcomes)[number];

/** Outcomes of rows with which an apply is not done. */
export const isPending = (outcome: IntakeOutcome): boolean => outcome === 'waiting' || outcome === 'fetching';
/** Outcomes that have changed something, which an undo takes back. */
export const hasChanged = (outcome: IntakeOutcome): boolean =>
  outcome === 'created' || outcome === 'fetched' || outcome === 'linked' || outcome === 'edited';

export const IntakeOptions = z.object({
  link_names: z.boolean(),
  group_id: z.string().nullable(),
  fetch: z.boolean(),
});
export type IntakeOptions = z.output<typeof IntakeOptions>;

/** A decision about all rows of a class that are not decided one by one. */
const ClassDecision = z.object({
  decision: z.enum(intakeDecisions).nullable(),
  fields: z.array(z.string()).nullable(),
});
export type ClassDecision = z.output<typeof ClassDecision>;

/** Counts by name. Missing ones are 0. */
const Counts = z.record(z.string(), z.int());
export type Counts = z.output<typeof Counts>;

/**
 * How many rows there are of each kind. `pending`: those of each class without an outcome. `decided`: of these, those decided
 * one by one, by class and decision as `duplicate same`, or `duplicate -`.
 */
export const IntakeTally = z.object({ counts: Counts, outcomes: Counts, pending: Counts, decided: Counts });
export type IntakeTally = z.output<typeof IntakeTally>;

export const emptyTally: IntakeTally = { counts: {}, outcomes: {}, pending: {}, decided: {} };

/** A row that an undo has left, because somebody has touched it since. */
export const LeftIntakeRow = z.object({
  line: z.int(),
  /** Of the record: `work`, `publication` or another one. Null if it was left by an earlier release. */
  kind: z.string().nullable().default(null),
  id: z.string(),
  reason: z.string(),
});
export type LeftIntakeRow = z.output<typeof LeftIntakeRow>;
export const mostLeftRows = 100;

/** A file that was taken in. Times in milliseconds since the epoch. */
export const IntakeRecord = z.object({
  id: z.string(),
  workspace: z.string(),
  kind: z.enum(intakeKinds),
  list: z.enum(editedLists).nullable(),
  /** The name of the file. */
  name: z.string(),
  /** Who took it in, and the `sub` of their tokens, because an address can get a new owner. */
  actor: z.string().nullable(),
  subject: z.string(),
  /** The request that asked for the latest step. */
  request_id: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
  state: z.enum(intakeStates),
  total: z.int(),
  received: z.int(),
  options: IntakeOptions,
  /** The number of the latest check, and how many rows it has classed. */
  checks: z.int(),
  checked: z.int(),
  tally: IntakeTally,
  class_decisions: z.record(z.string(), ClassDecision),
  /** How many DOIs a second the sources can be asked for. */
  fetch_per_s: z.number().nullable().default(null),
  undone: z.object({ restored: z.int(), left: z.int(), left_rows: z.array(LeftIntakeRow) }).nullable(),
  /** Why the latest step ended before its end. */
  failure: z.string().nullable(),
  /** How often the current step has failed without getting on. */
  failures: z.int().default(0),
  /** The run that works on it, and until when nobody else may. */
  lease_run: z.string().nullable(),
  lease_until: z.int(),
  /** When a message to go on is due. If it is lost, the schedule sends another. */
  due_at: z.int(),
  /** Incremented by every write but those of a run, which holds the lease. */
  version: z.int(),
});
export type IntakeRecord = z.output<typeof IntakeRecord>;

/** The least role for an intake: that of the routes which change the same records. */
export const leastRoleFor = ({ list }: Pick<IntakeRecord, 'list'>): WorkspaceRole =>
  list === 'groups' ? 'workspace_admin' : 'workspace_member';

/** The states in which a job works on an intake. */
export const isUnderWay = ({ state }: Pick<IntakeRecord, 'state'>): boolean =>
  state === 'checking' || state === 'applying' || state === 'undoing';

export const expiresAtMs = ({ created_at }: Pick<IntakeRecord, 'created_at'>): number =>
  created_at + intakeKeptDays * 86_400_000;

/** A person whom a row names. */
export const IntakePerson = z.object({
  position: z.int(),
  orcid: z.string(),
  name: z.string(),
  by: z.enum(['orcid', 'name']),
});
export type IntakePerson = z.output<typeof IntakePerson>;

/** A department that a row names, and the group that it is. */
export const IntakeGroup = z.object({
  text: z.string(),
  group_id: z.string().nullable(),
  name: z.string().nullable(),
});
export type IntakeGroup = z.output<typeof IntakeGroup>;

/** A field in which the file differs from the stored record. */
export const IntakeOffer = z.object({ field: z.string(), stored: z.unknown(), file: z.unknown() });
export type IntakeOffer = z.output<typeof IntakeOffer>;

export const IntakeTarget = z.object({
  kind: z.enum(['publication', 'work', 'person', 'project', 'group']),
  id: z.string(),
  title: z.string().nullable(),
});
export type IntakeTarget = z.output<typeof IntakeTarget>;

export const EditedCell = z.object({
  field: z.string(),
  from: z.string().nullable(),
  now: z.string().nullable(),
  to: z.string(),
  state: z.enum(['edit', 'conflict', 'same', 'damaged']),
  reason: z.string().optional(),
});
export type EditedCell = z.output<typeof EditedCell>;

/** The findings of a check about a row. Each kind of intake has its own part of it. */
export const IntakeFinding = z.object({
  target: IntakeTarget.nullable().default(null),
  /** When that was deleted. ISO 8601. */
  deleted_at: z.string().nullable().default(null),
  likeness: z.int().nullable().default(null),
  /** The row before that says the same. */
  twice_of: z.object({ index: z.int(), line: z.int() }).nullable().default(null),
  people: z.array(IntakePerson).default([]),
  groups: z.array(IntakeGroup).default([]),
  offers: z.array(IntakeOffer).default([]),
  /** The class that a faulty or repeated row would have otherwise. */
  beneath: z.enum(intakeClasses).nullable().default(null),
  /** Of edits. */
  cells: z.array(EditedCell).default([]),
});
export type IntakeFinding = z.output<typeof IntakeFinding>;

/** The record that a row has become or changed. */
export const IntakeOutput = z.object({ kind: z.string(), id: z.string() });
export type IntakeOutput = z.output<typeof IntakeOutput>;

/** Why rows have failed, as far as there are texts for it. */
export const rowRefusals = [
  'cell_changed',
  'deleted',
  'doi_missing',
  'doi_unknown',
  'empty',
  'gone',
  'not_stored',
  'part_of',
  'source_silent',
] as const;
export type RowRefusal = (typeof rowRefusals)[number];

/** A row as stored. */
export interface StoredIntakeRow {
  index: number;
  line: number;
  /** As its kind has it. Null if it named somebody who was erased. */
  content: unknown;
  /** The number of the check that has classed it; 0 before the first. */
  check: number;
  class: IntakeClass | null;
  finding: IntakeFinding;
  /** Decided one by one: undefined if the decision about its class counts. */
  decision: IntakeDecision | null | undefined;
  fields: string[] | null;
  outcome: IntakeOutcome;
  output: IntakeOutput | null;
  message: string | null;
  /** Why it has failed, and the record or field that is the reason. */
  refusal: { code: string; about: string | null } | null;
  /** Number of the edit that was made. */
  edit: number | null;
  /** Whatever its kind needs to undo it. */
  made: unknown;
  /** How often the sources have not answered, and when they are asked again. */
  attempts: number;
  retry_at: number;
  /** Incremented by every write, which is conditional on the revision it read. */
  revision: number;
}

const names = <Name extends string>(counts: Counts) => Object.entries(counts) as [Name, number][];
export const countOf = (counts: Counts, name: string): number => counts[name] ?? 0;
const decidedKey = (its: IntakeClass, decision: IntakeDecision | null): string => `${its} ${decision ?? '-'}`;

/** The defaults of each class. Null: a person decides. */
const defaultDecisions: Record<IntakeClass, IntakeDecision | null> = {
  known: 'skip',
  duplicate: null,
  new_doi: 'apply',
  new_work: 'apply',
  twice: 'skip',
  erased: 'skip',
  faulty: null,
  deleted: null,
  unchanged: 'skip',
  edit: 'apply',
  conflict: null,
  damaged: 'skip',
  gone: 'skip',
  unknown: 'skip',
};

/** The decisions that a class can have. */
export const possibleDecisions: Record<IntakeClass, readonly IntakeDecision[]> = {
  known: ['apply', 'skip', 'edit'],
  duplicate: ['apply', 'skip', 'same', 'edit', 'work'],
  new_doi: ['apply', 'skip', 'work'],
  new_work: ['apply', 'skip'],
  twice: ['apply', 'skip', 'work'],
  erased: ['skip'],
  faulty: ['apply', 'skip', 'work'],
  deleted: ['apply', 'skip'],
  unchanged: ['skip'],
  edit: ['apply', 'skip'],
  conflict: ['apply', 'skip'],
  damaged: ['apply', 'skip'],
  gone: ['skip'],
  unknown: ['skip'],
};

/** Whether no agency knows the DOI of a row, which can therefore be stored as a work. */
export const isDoiUnknown = ({ decision, refusal }: Pick<StoredIntakeRow, 'decision' | 'refusal'>): boolean =>
  decision === 'work' || refusal?.code === ('doi_unknown' satisfies RowRefusal);

/** The decision about a class as a whole. */
const classDecision = (intake: Pick<IntakeRecord, 'class_decisions'>, its: IntakeClass): ClassDecision =>
  intake.class_decisions[its] ?? { decision: defaultDecisions[its], fields: null };

/** The decision that counts for a row: its own, or that of its class. */
export function decisionOf(
  intake: Pick<IntakeRecord, 'class_decisions'>,
  row: Pick<StoredIntakeRow, 'class' | 'decision' | 'fields'>,
): ClassDecision {
  if (row.class === null) return { decision: null, fields: null };
  if (row.decision !== undefined) return { decision: row.decision, fields: row.fields };
  return classDecision(intake, row.class);
}

/** How many rows wait for a decision. */
export function undecidedCount({ tally, class_decisions }: Pick<IntakeRecord, 'tally' | 'class_decisions'>): number {
  return names<IntakeClass>(tally.pending).reduce((sum, [its, pending]) => {
    const alone = intakeDecisionsAndNone.reduce((all, each) => all + countOf(tally.decided, decidedKey(its, each)), 0);
    const isOpen = classDecision({ class_decisions }, its).decision === null;
    return sum + countOf(tally.decided, decidedKey(its, null)) + (isOpen ? pending - alone : 0);
  }, 0);
}

/** How many rows of a class without an outcome have this decision. */
export function pendingWith(
  { tally, class_decisions }: Pick<IntakeRecord, 'tally' | 'class_decisions'>,
  its: IntakeClass,
  decision: IntakeDecision,
): number {
  const alone = intakeDecisionsAndNone.reduce((all, each) => all + countOf(tally.decided, decidedKey(its, each)), 0);
  const others = countOf(tally.pending, its) - alone;
  const isClass = classDecision({ class_decisions }, its).decision === decision;
  return countOf(tally.decided, decidedKey(its, decision)) + (isClass ? others : 0);
}

const intakeDecisionsAndNone = [...intakeDecisions, null] as const;

/** Counts one more row, in place. */
export function countRow(
  tally: IntakeTally,
  { class: its, outcome, decision }: Pick<StoredIntakeRow, 'class' | 'outcome' | 'decision'>,
  by = 1,
): void {
  const add = (counts: Counts, name: string) => {
    counts[name] = countOf(counts, name) + by;
  };
  if (its === null) return;
  add(tally.counts, its);
  add(tally.outcomes, outcome);
  if (!isPending(outcome)) return;
  add(tally.pending, its);
  if (decision !== undefined) add(tally.decided, decidedKey(its, decision));
}

/** An empty tally to count into. */
export const newTally = (): IntakeTally => structuredClone(emptyTally);
