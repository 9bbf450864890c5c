import type * as z from 'zod';
import type { Collection, SnapshotName } from '#src/table/keys.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';

export type Value = string | number;

export interface ListRow {
  /** When the row was written, in milliseconds since the epoch. */
  changed: number;
  /** When it stopped being public. Only for rows that can be hidden. */
  withdrawn_at?: number | null;
}

/**
 * The schema of list rows, without optional fields, because a column has a value for every row. A field missing in rows
 * of an older shape must have a `.default(...)`.
 */
export type RowSchema = z.ZodObject & z.ZodType<ListRow>;

export interface RowStorage<Schema extends z.ZodType> {
  collection: Collection;
  /** Defaults to the collection's name. Differs if two lists read different fields of the same rows. */
  snapshot?: SnapshotName;
  /** Tells lists of the same fields apart, because each has its own indexes in its own snapshot. */
  variant?: string;
  schema: Schema;
  /** The shape number of the rows, declared beside the schema. */
  shape: number;
}

/**
 * Numbers by key over all rows of a list, such as how many rows name a person. A key that no row has is absent. An
 * engine may keep them as rows change, so the numbers of a row depend on the row alone.
 */
export interface Tally<Row> {
  /** Lower-case letters and underscores. */
  name: string;
  /** How the numbers of one key are combined. */
  fold: 'sum' | 'min' | 'max';
  /** Adds the numbers of a row, which may be read only during the call, because the object is reused. */
  entries: (row: Row, add: (key: string, number: number) => void) => void;
}

/** The names of a list's sorts, filters and conditions, each a union of texts. */
export interface ListNames {
  sort: string;
  equal: string;
  atLeast: string;
  where: string;
}

/** The filters, sorts and search texts of a collection. Each function is called once per row, on reading. */
export interface ListSpec<Schema extends RowSchema, Names extends ListNames> extends RowStorage<Schema> {
  /** Breaks ties, too, ascending. */
  id: (row: z.output<Schema>) => string;
  /** The texts that `q` searches. */
  texts: (row: z.output<Schema>) => (LocalizedText | null)[];
  /** Whether a search in a locale falls back to texts in all languages, not only in the default locale. */
  anyLanguage?: boolean;
  sorts: Record<Names['sort'], (row: z.output<Schema>) => Value | null>;
  /** Equality filters; one matching value of a row is enough. */
  equals: Record<Names['equal'], (row: z.output<Schema>) => Value | readonly Value[] | null>;
  /** Minimum and maximum filters. A row without the number passes only a minimum of 0, which does not filter. */
  atLeast: Record<Names['atLeast'], (row: z.output<Schema>) => number | null>;
  /** Conditions by name, such as `public`. */
  where: Record<Names['where'], (row: z.output<Schema>) => boolean>;
  /** The tallies of all rows. Their names differ. */
  tallies?: readonly Tally<z.output<Schema>>[];
  /** Makes the rows outputs, which belong to groups. */
  output?: OutputSpec<z.output<Schema>>;
}

/** The fields of a row that the rule of groups reads. */
export interface OutputSpec<Row> {
  /** The equality filter by iDs of the people who are linked to it. */
  people: string;
  /** When it was published: a partial date. */
  date: (row: Row) => string | null;
}

/** Declares a specification, whose names are those of its functions. */
export const listSpec = <
  Schema extends RowSchema,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(
  spec: ListSpec<Schema, { sort: Sort; equal: Equal; atLeast: AtLeast; where: Where }>,
) => spec;

export interface AnyListSpec<Row> {
  id: (row: Row) => string;
  texts: (row: Row) => (LocalizedText | null)[];
  anyLanguage?: boolean;
  sorts: Record<string, (row: Row) => Value | null>;
  equals: Record<string, (row: Row) => Value | readonly Value[] | null>;
  atLeast: Record<string, (row: Row) => number | null>;
  where: Record<string, (row: Row) => boolean>;
  tallies?: readonly Tally<Row>[];
  output?: OutputSpec<Row>;
}

export const valuesOf = (value: Value | readonly Value[] | null): readonly Value[] =>
  value === null ? [] : typeof value === 'object' ? value : [value];

/** What a filter asks for. Null alone does not filter; among values it stands for rows without any. */
export type Wanted = Value | readonly (Value | null)[] | null;

/** The values that a filter asks for, and whether rows without any pass it. */
export function wantedOf(wanted: Wanted): { values: readonly Value[]; orNone: boolean } {
  const all = wanted === null ? [] : typeof wanted === 'object' ? wanted : [wanted];
  return { values: all.filter((value) => value !== null), orNone: all.includes(null) };
}
