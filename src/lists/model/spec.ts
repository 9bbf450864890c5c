import type * as z from 'zod';
import type { LocalizedText } from '../../domain/values/bibliography.ts';
import type { Collection, SnapshotName } from '../../storage/keys.ts';

export type Value = string | number;

/** What every list row has. */
export interface ListRow {
  /** When the row was written, in milliseconds since the epoch. */
  changed: number;
  /** When it ceased to be public; of rows that can be hidden. */
  withdrawn_at?: number | null;
}

/**
 * The schema of list rows: an object whose fields are never optional, since a column holds a value for every row. A
 * field that rows of an older shape lack has a `.default(...)`; that is the one way in which an absent field is read.
 */
export type RowSchema = z.ZodObject & z.ZodType<ListRow>;

/** Where rows are stored and how they are read. */
export interface RowStorage<Schema extends z.ZodType> {
  collection: Collection;
  /** The name of the snapshot, if it is not that of the collection: two lists may read different fields of the same rows. */
  snapshot?: SnapshotName;
  schema: Schema;
  /** The version of the rows' shape; it stands beside the schema. */
  shape: number;
}

/** What a collection can be queried by, as functions of a row. Each is called once for a row, when the row is read. */
export interface ListSpec<
  Schema extends RowSchema,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
> extends RowStorage<Schema> {
  /** Ties are broken by it, ascending. */
  id: (row: z.output<Schema>) => string;
  /** The texts that `q` searches. */
  texts: (row: z.output<Schema>) => (LocalizedText | null)[];
  sorts: Record<Sort, (row: z.output<Schema>) => Value | null>;
  /** Filters for equality; a row with several values passes when one of them is equal. */
  equals: Record<Equal, (row: z.output<Schema>) => Value | readonly Value[] | null>;
  /**
   * Filters for a minimum or a maximum. A row without the number passes neither, but for a minimum of 0, which is no
   * filter.
   */
  atLeast: Record<AtLeast, (row: z.output<Schema>) => number | null>;
  /** Conditions by name, such as `public`. */
  where: Record<Where, (row: z.output<Schema>) => boolean>;
}

/** Types a specification. */
export function listSpec<
  Schema extends RowSchema,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSpec<Schema, Sort, Equal, AtLeast, Where> {
  return spec;
}

/** Any specification of a list of such rows. */
export interface AnyListSpec<Row> {
  id: (row: Row) => string;
  texts: (row: Row) => (LocalizedText | null)[];
  sorts: Record<string, (row: Row) => Value | null>;
  equals: Record<string, (row: Row) => Value | readonly Value[] | null>;
  atLeast: Record<string, (row: Row) => number | null>;
  where: Record<string, (row: Row) => boolean>;
}

/** None, one or several values, as a list. */
export const valuesOf = (value: Value | readonly Value[] | null): readonly Value[] =>
  value === null ? [] : typeof value === 'object' ? value : [value];
