import type { AttemptTime, Write } from '#src/table/table.ts';
import type { IntakeRowResult, RowContext } from '../kind/kind.ts';

/** The result of a row, written in the transaction of a change that may be planned again after a concurrent write. */
export class Settlement {
  readonly #context: RowContext;
  readonly #unchanged: IntakeRowResult;
  #result: IntakeRowResult;
  #isPlanned = false;
  #isWritten = false;

  /** `unchanged` is the result if nothing has to be written. */
  constructor(context: RowContext, unchanged: IntakeRowResult) {
    this.#context = context;
    this.#unchanged = unchanged;
    this.#result = unchanged;
  }

  /** Called first for each attempt. Throws `RowIsSettled` if another run has dealt with the row. */
  async begin(): Promise<void> {
    if (this.#isPlanned) await this.#context.requireUnsettled();
    this.#isPlanned = true;
    this.#isWritten = false;
  }

  /** The result if the change is written. */
  is(result: IntakeRowResult): void {
    this.#result = result;
  }

  /** For the transaction of an attempt, if it writes something. */
  writes(at?: AttemptTime): readonly Write[] {
    this.#isWritten = true;
    return [this.#context.settle(this.#result, at)];
  }

  /** Once the change is done. */
  async end(): Promise<void> {
    if (this.#isWritten) this.#context.settled(this.#result);
    else await this.#context.settleAlone(this.#unchanged);
  }
}
