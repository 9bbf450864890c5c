import type * as z from 'zod';
import { fingerprintOf, hashOf } from '../load/fingerprint.ts';
import { indexVersion, type StoredSpec } from '../load/snapshot.ts';
import { versionRules } from '../model/public-change.ts';
import type { ListNames, ListSpec, RowSchema } from '../model/spec.ts';
import { type KeptFilter, type Tallies, talliesOf } from './tallies.ts';

/** The version of the tables. Increment it when a column changes, or what is stored in one. */
const layout = 7;

/** How a list is stored in the database: a table with a column for each sort, filter and condition. */
export interface PostgresList<Schema extends RowSchema> {
  /** Lower-case letters and underscores. Lists with different specifications have different names. */
  name: string;
  spec: StoredSpec<Schema>;
  /** Equality filters that have several values in one row. */
  multiple?: readonly string[];
  /** Sorts by texts of any length. The values of others take at most 900 bytes. */
  long?: readonly string[];
  kept?: readonly KeptFilter[];
  /** Filters with few different values each, in the order of an index of all of them, from which rows are counted. */
  counted?: readonly string[];
}

/** Declares how a list is stored, so that its filters and sorts are those of its specification. */
export const postgresList = <Schema extends RowSchema, Names extends ListNames>(list: {
  name: string;
  spec: ListSpec<Schema, Names>;
  multiple?: readonly NoInfer<Names>['equal'][];
  long?: readonly NoInfer<Names>['sort'][];
  kept?: readonly KeptFilter<NoInfer<Names>['equal'], NoInfer<Names>['where']>[];
  counted?: readonly NoInfer<Names>['equal' | 'atLeast'][];
}): PostgresList<Schema> => list;

/** The tables of a list for this code. */
export interface Table<Schema extends RowSchema> {
  /** The table that queries read: only the columns they need, because searches and counts may read all of it. */
  name: string;
  /** The content of the rows, and what only writing needs. */
  contents: string;
  spec: StoredSpec<Schema>;
  multiple: ReadonlySet<string>;
  long: ReadonlySet<string>;
  tallies: Tallies<RowOf<Schema>>;
  /** The columns of the kept filters, which are in the index of each sort, too. */
  keptColumns: readonly string[];
  /** The columns of the index from which rows are counted. */
  countedColumns: readonly string[];
  talliesTable: string;
  numbersTable: string;
  /** Of lists of outputs: each person of each of them. */
  peopleTable: string;
  /** The filters that the table of people tells, too: those that are counted or kept, of one value for a row. */
  toldByPeople: ReadonlySet<string>;
}

export type RowOf<Schema extends RowSchema> = z.output<Schema>;

/**
 * The table of a list for this code. As with snapshots, each of two releases at once has its own: the name has the
 * fingerprint of the rows' schema and of everything else that decides what is in the columns.
 */
export function tableOf<Schema extends RowSchema>({
  name,
  spec,
  multiple = [],
  long = [],
  kept = [],
  counted = [],
}: PostgresList<Schema>): Table<Schema> {
  const tallies = talliesOf<RowOf<Schema>>(spec, kept);
  const { schema, shape, sorts, equals, atLeast, where, output, anyLanguage = false } = spec;
  const [first = [], ...others] = kept.map(({ where = [], equals = {} }) => [
    ...where.map(columns.where),
    ...Object.keys(equals).map(columns.equal),
  ]);
  const keptColumns = [...new Set([first, ...others].flat())];
  const ofCounted = counted.flatMap((name) => [
    ...(name in equals ? [columns.equal(name)] : []),
    ...(name in atLeast ? [columns.number(name)] : []),
  ]);
  const countedColumns = [...new Set([...first, ...ofCounted, ...keptColumns])];
  const single = [...kept.flatMap(({ equals = {} }) => Object.keys(equals)), ...counted].filter(
    (filter) => filter in equals && !multiple.includes(filter),
  );
  const meaning = hashOf([
    fingerprintOf(layout, schema, shape),
    indexVersion,
    process.versions.unicode,
    versionRules() ?? null,
    anyLanguage,
    output?.people ?? null,
    multiple,
    long,
    ...[sorts, equals, atLeast, where].map(Object.keys),
    tallies.all.map(({ name, fold }) => [name, fold]),
    keptColumns,
    countedColumns,
  ]);
  const fingerprint = Buffer.from(meaning, 'base64url').toString('hex');
  const table = `list_${name}_${fingerprint}`;
  return {
    name: table,
    contents: `${table}_contents`,
    talliesTable: `${table}_tallies`,
    numbersTable: `${table}_numbers`,
    peopleTable: `${table}_people`,
    toldByPeople: new Set(single),
    spec,
    multiple: new Set(multiple),
    long: new Set(long),
    tallies,
    keptColumns,
    countedColumns,
  };
}

/** The columns of the table with the contents, beside the id. */
export const contentColumns = ['key', 'shard', 'digest', 'tallies', 'tally_keys', 'tally_numbers', 'content'] as const;

/** The columns of a list. Names of sorts and filters are those of the specification. */
export const columns = {
  sort: (name: string) => `sort_${name}`,
  /** The rest of a text that is too long for the column of the sort. */
  rest: (name: string) => `rest_${name}`,
  equal: (name: string) => `equal_${name}`,
  number: (name: string) => `number_${name}`,
  where: (name: string) => `where_${name}`,
  /** The days of an output's date, counted from 1970; `undatedDay` without a date. */
  firstDay: 'first_day',
  lastDay: 'last_day',
} as const;
