import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import type {
  ClassDecision,
  IntakeClass,
  IntakeFinding,
  IntakeKindName,
  IntakeOutcome,
  IntakeOutput,
  IntakeRecord,
  StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import type { ReadBefore } from '#src/sources/requests/source.ts';
import type { AttemptTime, Write } from '#src/table/table.ts';
import type { Curator } from '../../change-publication.ts';

/**
 * How files of one kind are dealt with. The job around it (../run.ts) reads the rows, calls these, keeps the progress, and survives kills:
 * a kind says what rows are and makes the changes, each in one transaction with the result of its row.
 */
export interface IntakeKind {
  name: IntakeKindName;
  /**
   * Classes all rows that have no outcome yet, in batches of any order, each as soon as it is known. Reads many records at
   * once. Called again from the start after a kill.
   */
  check(rows: readonly StoredIntakeRow[], context: CheckContext): AsyncIterable<readonly CheckedIntakeRow[]>;
  /**
   * When a row with this decision, which is neither null nor `skip`, is dealt with. `store`: adds records, many at once.
   * `change`: changes stored ones. `fetch`: asks sources, slowly. Undefined: it stays as it is.
   */
  stepOf(row: StoredIntakeRow, decided: ClassDecision, intake: IntakeRecord): IntakeStep | undefined;
  /**
   * Makes the change of a row, with its result in the transaction: `context.settle`. A row that changes nothing is settled
   * with `context.settleAlone`. May throw: `PostponedRow` to be called again later, a Problem to report it as failed.
   */
  apply(row: StoredIntakeRow, context: RowContext): Promise<void>;
  /** Asks the sources about many rows of the step `fetch` at once, as far as they answer lists. Must not throw for a source. */
  readTogether?(rows: readonly StoredIntakeRow[], signal: AbortSignal): Promise<ReadBefore>;
  /**
   * Takes back what `apply` has made of a row, which it finds in `row.made`, or settles it as `left` with the reason, because
   * somebody has touched it since. Called for rows that have changed something: those that changed records first, then those
   * that added them.
   */
  undo(row: StoredIntakeRow, context: RowContext): Promise<void>;
}

export const intakeSteps = ['store', 'change', 'fetch'] as const;
export type IntakeStep = (typeof intakeSteps)[number];

export interface CheckContext {
  intake: IntakeRecord;
  now: Date;
}

export interface CheckedIntakeRow {
  index: number;
  class: IntakeClass;
  finding: IntakeFinding;
  /** Only if it is to be replaced: null for a row that names somebody who was erased. */
  content?: null;
}

/** The outcome of a row. */
export interface IntakeRowResult {
  outcome: IntakeOutcome;
  output?: IntakeOutput | null;
  /** Short, in English, or a code that the dashboard has texts for. */
  message?: string | null;
  refusal?: StoredIntakeRow['refusal'];
  /** The number of the edit. */
  edit?: number | null;
  /** Whatever `undo` needs. */
  made?: unknown;
}

/** For one row of a run. */
export interface RowContext {
  intake: IntakeRecord;
  decided: ClassDecision;
  curator: Curator;
  /** For audit records. */
  changeContext: ChangeContext;
  signal: AbortSignal;
  /** Answers of sources about this row and others. */
  readBefore?: ReadBefore | undefined;
  /**
   * The write of the result of the row, for the transaction of its change. It fails if the row has changed since it was read,
   * and throws if the run has lost the intake: call it anew for each attempt, with its time if there is one.
   */
  settle(result: IntakeRowResult, at?: AttemptTime): Write;
  /** Counts a result whose transaction was committed. */
  settled(result: IntakeRowResult): void;
  /** Writes the result of a row that changes nothing. */
  settleAlone(result: IntakeRowResult): Promise<void>;
  /** Throws `RowIsSettled` if another run has dealt with the row, or it has changed. Call it where a refused write is planned again. */
  requireUnsettled(): Promise<void>;
}

/** Another run has dealt with the row. */
export class RowIsSettled extends Error {}

/** The row cannot be dealt with now, because a source does not answer. */
export class PostponedRow extends Error {
  readonly afterMs: number;
  /** Whether that counts as an attempt: not if only our own pace is the reason. */
  readonly isCounted: boolean;
  constructor(afterMs: number, reason: string, isCounted: boolean) {
    super(reason);
    this.afterMs = afterMs;
    this.isCounted = isCounted;
  }
}
