import type { RowSchema } from '../model/spec.ts';
import { type Database, Values } from './database.ts';
import { columns, type Table } from './list.ts';
import { peopleFunctions } from './people-table.ts';
import { clock } from './state.ts';
import { tallyFunctions } from './tally-tables.ts';

/** The states of all lists, how far their comparisons are, and the rows that could not be stored. */
const commonTables = [
  `CREATE TABLE IF NOT EXISTS list_states (
    list text PRIMARY KEY,
    version bigint NOT NULL,
    content bigint NOT NULL,
    settled_ms bigint NOT NULL,
    epoch bigint NOT NULL,
    tallies_since bigint NOT NULL,
    filling jsonb,
    wake jsonb
  )`,
  // The id after which the comparison of a shard continues; null at its end.
  `CREATE TABLE IF NOT EXISTS list_positions (
    list text NOT NULL,
    shard smallint NOT NULL,
    after text COLLATE "C",
    PRIMARY KEY (list, shard)
  )`,
  `CREATE TABLE IF NOT EXISTS list_refusals (
    list text NOT NULL,
    key text NOT NULL,
    reason text NOT NULL,
    refused_at timestamptz NOT NULL,
    PRIMARY KEY (list, key)
  )`,
];

/** The searched texts, by folding, and those in other languages. */
const texts = ['text_lower', 'text_root', 'text_turkic', 'text_translated'];

/**
 * One statement that creates what is missing: the tables of a list, without what is built when they have rows. Several
 * processes may run it at once. Names of sorts and filters come from code, never from a request.
 */
export function createStatement<Schema extends RowSchema>(table: Table<Schema>): string {
  // Without the lock, two sessions that create the same table fail.
  return `DO $create$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('publication registry lists'));
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    ${commonTables.join(';\n')};
    IF to_regclass('${table.name}') IS NULL THEN
      ${tableStatement(table)};
      -- A release that does not know this table has dropped the others.
      DROP TABLE IF EXISTS ${table.peopleTable};
      CREATE TABLE ${table.contents} (
        id bytea NOT NULL,
        -- The id as the table of the registry orders it.
        key text COLLATE "C" NOT NULL,
        shard smallint NOT NULL,
        digest text NOT NULL,
        -- What the row adds to the tallies.
        tallies smallint[] NOT NULL,
        tally_keys text[] NOT NULL,
        tally_numbers double precision[] NOT NULL,
        content text NOT NULL
      );
    END IF;
  END $create$`;
}

/** Drops the tables of other releases that nobody has settled, filled or compared for so long. */
export async function dropUnused(
  { run }: Database,
  used: readonly Table<RowSchema>[],
  unusedMs: number,
): Promise<string[]> {
  const values = new Values();
  const names = values.bindTexts(used.map(({ name }) => name));
  const latest = `greatest(settled_ms, (filling ->> 'begunMs')::bigint)`;
  const isUnused = `${latest} < least(${Date.now()}, ${clock}) - ${unusedMs}`;
  const found = await run(`SELECT list FROM list_states WHERE list <> ALL(${names}) AND ${isUnused}`, values.all);
  const unused = found.map(({ list }) => list ?? '').filter((name) => /^list_[a-z_]+_[0-9a-f]+$/.test(name));
  for (const name of unused) {
    await run(`DO $drop$ BEGIN
      DELETE FROM list_states WHERE list = '${name}' AND ${isUnused};
      -- A release has come back.
      IF NOT FOUND THEN RETURN; END IF;
      DELETE FROM list_positions WHERE list = '${name}';
      DELETE FROM list_refusals WHERE list = '${name}';
      DROP TABLE IF EXISTS ${name}, ${name}_contents, ${name}_tallies, ${name}_numbers, ${name}_people;
      DROP FUNCTION IF EXISTS ${[...tallyFunctions(name), ...peopleFunctions(name)].join(', ')};
    END $drop$`);
  }
  return unused;
}

function tableStatement<Schema extends RowSchema>({ name: table, spec, multiple, long }: Table<Schema>): string {
  const { sorts, equals, atLeast, where, output } = spec;
  // Changed pages have to be read beside an index until they are vacuumed.
  const settings = 'WITH (autovacuum_vacuum_scale_factor = 0.02)';
  return `CREATE TABLE ${table} (${[
    // Columns that searches look at in every row come first: the columns before another one are read with it.
    ...Object.keys(where).map((name) => `${columns.where(name)} boolean NOT NULL`),
    ...texts.map((column) => `${column} text COLLATE "C"`),
    'id bytea NOT NULL',
    'translations json',
    ...Object.keys(sorts).flatMap((name) => [
      `${columns.sort(name)} bytea`,
      ...(long.has(name) ? [`${columns.rest(name)} bytea`] : []),
    ]),
    ...Object.keys(equals).map(
      (name) => `${columns.equal(name)} ${multiple.has(name) ? 'text[]' : 'text COLLATE "C"'}`,
    ),
    ...Object.keys(atLeast).map((name) => `${columns.number(name)} bytea`),
    ...(output ? [`${columns.firstDay} integer NOT NULL`, `${columns.lastDay} integer NOT NULL`] : []),
  ].join(', ')}) ${settings}`;
}

/** The indexes of a list, by name: those that take long to build first. */
export function indexesOf<Schema extends RowSchema>({
  name,
  contents,
  spec: { sorts, equals, atLeast, where },
  multiple,
  keptColumns,
  countedColumns,
}: Table<Schema>): Map<string, string> {
  // Pages far from the first pass over entries of an index alone.
  const kept = keptColumns.length === 0 ? '' : ` INCLUDE (${keptColumns.join(', ')})`;
  const indexes = [
    ...texts.map((column) => `USING gin (${column} gin_trgm_ops)`),
    // Two per sort: rows without a value come last in both directions, and equal ones in the order of their ids.
    ...Object.keys(sorts).flatMap((sort) => [
      `(${columns.sort(sort)} ASC NULLS LAST, id)${kept}`,
      `(${columns.sort(sort)} DESC NULLS LAST, id)${kept}`,
    ]),
    ...Object.keys(equals).map((equal) => `${multiple.has(equal) ? 'USING gin ' : ''}(${columns.equal(equal)})`),
    ...Object.keys(atLeast).map((number) => `(${columns.number(number)})`),
    ...Object.keys(where).flatMap((condition) => {
      const column = columns.where(condition);
      return keptColumns.includes(column) ? [] : [`(${column})`];
    }),
    // Rows with the same values are one entry with their places: a tenth of what the rows take.
    ...(countedColumns.length === 0 ? [] : [`(${countedColumns.join(', ')})`]),
  ];
  return new Map([
    ...indexes.map(
      (index, number) => [`${name}_${number}`, `CREATE INDEX ${name}_${number} ON ${name} ${index}`] as const,
    ),
    [`${name}_id`, `CREATE UNIQUE INDEX ${name}_id ON ${name} (id)`],
    [`${contents}_id`, `CREATE UNIQUE INDEX ${contents}_id ON ${contents} (id)`],
    [`${contents}_key`, `CREATE INDEX ${contents}_key ON ${contents} (shard, key)`],
  ]);
}
