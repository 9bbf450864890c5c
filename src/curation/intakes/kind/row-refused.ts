import type { RowRefusal } from '#src/records/intakes/intake.ts';
import { Problem, type ProblemCode } from '#src/runtime/errors.ts';

/**
 * A row that cannot be dealt with, for a reason that the dashboard has texts for. `about`: the record or field that is the reason.
 * `cause`: for the log.
 */
export class RowRefused extends Problem {
  readonly reason: RowRefusal;
  readonly about: string | null;
  constructor(
    code: ProblemCode,
    reason: RowRefusal,
    message: string,
    about: string | null = null,
    options: { cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.reason = reason;
    this.about = about;
  }
}
