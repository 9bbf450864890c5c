/** A row of a result. Statements cast everything that they return to text. */
export type Found = Readonly<Record<string, string | null>>;

/** Runs one statement with the values of `$1` and so on. Statements cast these, because all are texts. */
export type Run = (statement: string, values?: readonly (string | null)[]) => Promise<Found[]>;

/** A database of lists. The lists know nothing of how it is reached. */
export interface Database {
  /** Runs a statement in a transaction of its own. */
  run: Run;
  /** Runs statements that all see the database as it was at the first of them. They must not write. */
  snapshot<T>(read: (run: Run) => Promise<T>): Promise<T>;
}

/** The error that every implementation throws for a failed statement. */
export class StatementFailed extends Error {
  // A literal: minified bundles rename classes.
  override name = 'StatementFailed';
  /** Undefined if the database did not answer. */
  readonly sqlState: string | undefined;

  constructor(sqlState: string | undefined, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.sqlState = sqlState;
  }
}

const failedWith = (error: unknown, classes: RegExp): error is StatementFailed =>
  error instanceof StatementFailed && classes.test(error.sqlState ?? '');

/** Whether a statement will always fail with its values: their type, a constraint or a limit of the program. */
export const blamesValues = (error: unknown): error is StatementFailed => failedWith(error, /^(22|23|54)/);

/** Whether a statement needs a table that does not exist, or the type of its rows. */
export const isMissingTable = (error: unknown): boolean => failedWith(error, /^42(P01|704)$/);

/** Whether a statement needs a column that does not exist. */
export const isMissingColumn = (error: unknown): boolean => failedWith(error, /^42703$/);

/**
 * Whether a statement may succeed later: no answer, a conflict, no resources, a lock, an operator's intervention, a
 * password that is being replaced, or a database that only reads, as one does that is about to replace another.
 */
export const mayPass = (error: unknown): error is StatementFailed =>
  failedWith(error, /^$|^25006$|^(08|28|40|53|55|57|58)/);

/** The values of one statement. */
export class Values {
  readonly all: (string | null)[] = [];

  /** The placeholder of a value, cast to a type of PostgreSQL. */
  bind(value: string | number | null, type: string): string {
    return `$${this.all.push(value === null ? null : String(value))}::${type}`;
  }

  /**
   * An array of texts. It is bound as one text, because not every client can bind arrays. The planner estimates how many
   * rows have one of its values, which it cannot for an array that a statement computes.
   */
  bindTexts(values: Iterable<string>): string {
    return this.bind(arrayOf(values), 'text[]');
  }

  bindKeys(values: Iterable<Buffer>): string {
    return this.bind(arrayOf(Array.from(values, hexOf)), 'bytea[]');
  }

  bindKey(value: Buffer): string {
    return this.bind(hexOf(value), 'bytea');
  }
}

/** An array as PostgreSQL reads it. */
const arrayOf = (values: Iterable<string>) =>
  `{${Array.from(values, (value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Bytes as PostgreSQL reads them. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
