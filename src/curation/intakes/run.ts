import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import {
  countRow,
  decisionOf,
  type IntakeRecord,
  type IntakeTally,
  leastRoleFor,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import {
  changeIntake,
  closeIntakeWrite,
  getIntake,
  renewLease,
  takeLease,
} from '#src/records/intakes/store/intakes.ts';
import { getIntakeRows, rowWrite, saveIntakeRow } from '#src/records/intakes/store/rows.ts';
import { type Write, writeBoundMs } from '#src/table/table.ts';
import { mayStillEdit } from '../bulk-edits/author.ts';
import type { Curator } from '../change-publication.ts';
import { type IntakeRowResult, type RowContext, RowIsSettled } from './kind/kind.ts';

/** Longer than any row takes. After a kill, the next run begins as late as that. */
const leaseMs = 60_000;
/** How often the lease is renewed, and a stop is noticed. */
const tickMs = 1_500;

/** The run has to end: it is out of time, somebody has stopped it, or another run has the intake. */
export class RunEnded extends Error {}
/** Who has asked for the step has no role in the workspace any more. */
export class RoleLost extends RunEnded {}

/** A run of the job that has an intake for itself: no other one writes results of its rows. */
export class IntakeRun {
  readonly run: string;
  readonly signal: AbortSignal;
  intake: IntakeRecord;
  tally: IntakeTally;
  checked: number;
  /** How many DOIs a second are fetched and stored, as measured. */
  pace: number | null = null;
  #leaseUntilMs: number;
  #tickedAtMs = 0;
  #ticking: Promise<void> | undefined;
  #ended: RunEnded | undefined;

  readonly #checksRole: boolean;

  private constructor(
    intake: IntakeRecord,
    run: string,
    leaseUntilMs: number,
    signal: AbortSignal,
    checksRole: boolean,
  ) {
    this.#checksRole = checksRole;
    this.intake = intake;
    this.run = run;
    this.signal = signal;
    this.tally = intake.tally;
    this.checked = intake.checked;
    this.#leaseUntilMs = leaseUntilMs;
  }

  /** Takes an intake. Undefined if another run has it, or there is none. */
  static async begin(
    id: string,
    now: Date,
    signal: AbortSignal,
    { checksRole }: { checksRole: boolean },
  ): Promise<IntakeRun | undefined> {
    const run = randomUUID();
    const untilMs = Math.max(Date.now(), now.getTime()) + leaseMs;
    if (!(await takeLease({ id, run, untilMs }, now.getTime()))) return undefined;
    const intake = await getIntake(id);
    return intake && new IntakeRun(intake, run, untilMs, signal, checksRole);
  }

  isOver(): boolean {
    return this.#ended !== undefined || this.signal.aborted;
  }

  /** Renews the lease now and then, and reports the progress. Throws `RunEnded` if the run has to end. */
  async tick(): Promise<void> {
    this.#throwIfOver();
    if (Date.now() - this.#tickedAtMs >= tickMs) {
      this.#ticking ??= this.#renew().finally(() => {
        this.#ticking = undefined;
      });
      await this.#ticking;
    }
    this.#throwIfOver();
  }

  async #renew(): Promise<void> {
    const { id, version } = this.intake;
    const untilMs = Date.now() + leaseMs;
    const isOwn = await renewLease({ id, run: this.run, untilMs }, this.#progress());
    const current = isOwn ? await getIntake(id) : undefined;
    if (current?.version !== version) this.#ended ??= new RunEnded();
    else if (this.#checksRole && !(await mayStillEdit(this.intake, leastRoleFor(this.intake))))
      this.#ended ??= new RoleLost();
    else {
      this.#leaseUntilMs = untilMs;
      this.#tickedAtMs = Date.now();
    }
  }

  #progress() {
    const { tally, checked, pace } = this;
    return { tally, checked, ...(pace !== null && { fetch_per_s: pace }) };
  }

  #throwIfOver(): void {
    if (this.#ended) throw this.#ended;
    if (this.signal.aborted) throw new RunEnded();
  }

  /** Throws if a write that begins now could be committed after the lease, when another run may have begun. */
  #requireLease(atMs: number): void {
    if (atMs <= this.#leaseUntilMs - writeBoundMs) return;
    this.#ended ??= new RunEnded();
    throw this.#ended;
  }

  /** Everything that a kind needs to deal with one row. */
  contextOf(row: StoredIntakeRow): RowContext {
    const { intake } = this;
    const { id, workspace, actor, request_id: requestId } = intake;
    const now = new Date();
    const settled = (result: IntakeRowResult) => ({
      outcome: result.outcome,
      message: result.message ?? null,
      refusal: result.refusal ?? null,
      ...(result.output !== undefined && { output: result.output }),
      ...(result.edit !== undefined && { edit: result.edit }),
      ...('made' in result && { made: result.made }),
    });
    const count = (result: IntakeRowResult) => {
      countRow(this.tally, row, -1);
      countRow(this.tally, { ...row, outcome: result.outcome });
    };
    let counted = false;
    const countOnce = (result: IntakeRowResult) => {
      if (!counted) count(result);
      counted = true;
    };
    const curator: Curator = { workspace, actor, now };
    const changeContext: ChangeContext = { actor, now, requestId };
    return {
      intake,
      decided: decisionOf(intake, row),
      curator,
      changeContext,
      signal: this.signal,
      settle: (result, at): Write => {
        this.#requireLease(Math.max(at ?? 0, Date.now()));
        return rowWrite(id, row, settled(result));
      },
      settled: countOnce,
      settleAlone: async (result) => {
        this.#requireLease(Date.now());
        if (!(await saveIntakeRow(id, row, settled(result)))) throw new RowIsSettled();
        countOnce(result);
      },
      requireUnsettled: async () => {
        const [current] = await getIntakeRows(id, [row.index]);
        if (current?.revision !== row.revision) throw new RowIsSettled();
      },
    };
  }

  /** Reports how far a run has got that another one continues. */
  async saveProgress(): Promise<void> {
    const lease = { id: this.intake.id, run: this.run, untilMs: this.#leaseUntilMs };
    await renewLease(lease, this.#progress());
  }

  /** Counts one more run that has failed. */
  async noteFailure(): Promise<void> {
    const { id, failures } = this.intake;
    await renewLease({ id, run: this.run, untilMs: Date.now() + leaseMs }, { failures: failures + 1 });
  }

  /** Ends the step, with other writes. Throws `RunEnded` if somebody has changed the intake. */
  async finish(fields: Partial<IntakeRecord>, also: readonly Write[] = []): Promise<void> {
    this.#requireLease(Date.now());
    const all = { ...fields, tally: this.tally, checked: this.checked, updated_at: Date.now() };
    const after = await changeIntake(this.intake, all, [closeIntakeWrite(this.intake), ...also]);
    if (!after) throw new RunEnded();
    this.intake = after;
  }
}
