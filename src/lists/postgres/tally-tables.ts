import type { RowSchema } from '../model/spec.ts';
import type { Table } from './list.ts';

/**
 * The tables with the tallies of a list, counted once when all rows are there, and the triggers that keep them: in the
 * statement that writes rows, which holds the lock of the list's state, whatever else writes. So they are always those of
 * the rows.
 */

const changes = ['insert', 'update', 'delete'] as const;
type Change = (typeof changes)[number];

/** The names of the functions of the triggers. */
export const tallyFunctions = (table: string): string[] => changes.map((change) => `${table}_${change}`);

/** The statements that make the tables with the tallies of all rows of a list. */
export function tallyTableStatements<Schema extends RowSchema>(table: Table<Schema>): string[] {
  const { name, contents, talliesTable, numbersTable, tallies } = table;
  const entries = `(SELECT entry.* FROM ${contents}, unnest(${columns}) AS entry (tally, key, number)) entries`;
  const content = `(SELECT content FROM list_states WHERE list = '${name}')`;
  return [
    // Of minima and maxima, all numbers, because a row that has one may be deleted.
    `CREATE TABLE ${numbersTable} (
      tally smallint, key text COLLATE "C", number double precision, rows bigint NOT NULL)`,
    `INSERT INTO ${numbersTable} SELECT tally, key, number, count(*) FROM ${entries}
      WHERE tally = ANY (${numbersOf(tallies, 'min', 'max')}) GROUP BY tally, key, number`,
    `ALTER TABLE ${numbersTable} ADD PRIMARY KEY (tally, key, number)`,
    `CREATE INDEX ON ${numbersTable} (tally) WHERE rows = 0`,
    // With the content of the list since when it is so. A key that no row has any more stays, with no value.
    `CREATE TABLE ${talliesTable} (
      tally smallint, key text COLLATE "C", value double precision, rows bigint NOT NULL, content bigint NOT NULL)`,
    `INSERT INTO ${talliesTable} SELECT tally, key, sum(number), count(*), ${content} FROM ${entries}
      WHERE tally = ANY (${numbersOf(tallies, 'sum')}) GROUP BY tally, key`,
    `INSERT INTO ${talliesTable} SELECT tally, key,
        CASE WHEN tally = ANY (${numbersOf(tallies, 'min')}) THEN min(number) ELSE max(number) END, 0, ${content}
      FROM ${numbersTable} GROUP BY tally, key`,
    `ALTER TABLE ${talliesTable} ADD PRIMARY KEY (tally, key)`,
    `CREATE INDEX ON ${talliesTable} (tally, content, key)`,
  ];
}

/** The statements that make the triggers, which keep the tallies from then on. Repeating them changes nothing. */
export const triggerStatements = <Schema extends RowSchema>(table: Table<Schema>): string[] =>
  changes.flatMap((change) => [
    `CREATE OR REPLACE FUNCTION ${table.name}_${change}() RETURNS trigger LANGUAGE plpgsql
      AS $tally$ ${bodyOf(table, change)} $tally$`,
    `CREATE OR REPLACE TRIGGER ${change}d AFTER ${change} ON ${table.contents} REFERENCING ${transitionTables[change]}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table.name}_${change}()`,
  ]);

/** The tallies of some kinds, as an array of their numbers. */
const numbersOf = ({ all }: { all: readonly { fold: string }[] }, ...folds: string[]) =>
  `'{${all.flatMap(({ fold }, number) => (folds.includes(fold) ? [number] : [])).join(',')}}'::smallint[]`;

const transitionTables: Record<Change, string> = {
  insert: 'NEW TABLE AS new_rows',
  update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
  delete: 'OLD TABLE AS old_rows',
};

const columns = 'tallies, tally_keys, tally_numbers';
const newRows = `SELECT ${columns}, 1 AS sign FROM new_rows`;
const oldRows = `SELECT ${columns}, -1 AS sign FROM old_rows`;
const changedRows: Record<Change, string> = {
  insert: newRows,
  update: `${newRows} UNION ALL ${oldRows}`,
  delete: oldRows,
};

/** An entry that a statement takes from some rows and gives to others has not changed. */
function bodyOf<Schema extends RowSchema>(table: Table<Schema>, change: Change): string {
  const { name, talliesTable, numbersTable, tallies } = table;
  const entries = `unnest(of_tallies, of_keys, of_numbers, of_rows) AS entry (tally, key, number, rows)`;
  return `
    DECLARE
      of_tallies smallint[]; of_keys text[]; of_numbers double precision[]; of_rows bigint[];
      new_content bigint;
    BEGIN
      SELECT array_agg(tally), array_agg(key), array_agg(number), array_agg(sum)
      INTO of_tallies, of_keys, of_numbers, of_rows
      FROM (
        SELECT tally, key, number, sum(sign)
        FROM (${changedRows[change]}) changed, unnest(${columns}) AS entry (tally, key, number)
        GROUP BY tally, key, number HAVING sum(sign) <> 0
      ) entries;
      IF of_tallies IS NULL THEN RETURN NULL; END IF;
      SELECT content INTO new_content FROM list_states WHERE list = '${name}';

      INSERT INTO ${talliesTable} AS kept
      SELECT tally, key, sum(number * entry.rows), sum(entry.rows), new_content
      FROM ${entries} WHERE tally = ANY (${numbersOf(tallies, 'sum')}) GROUP BY tally, key
      ON CONFLICT (tally, key) DO UPDATE SET
        value = CASE WHEN kept.rows + excluded.rows > 0 THEN coalesce(kept.value, 0) + excluded.value END,
        rows = kept.rows + excluded.rows,
        content = excluded.content
      WHERE excluded.value <> 0 OR excluded.rows <> 0;

      INSERT INTO ${numbersTable} AS kept
      SELECT tally, key, number, entry.rows FROM ${entries} WHERE tally = ANY (${numbersOf(tallies, 'min', 'max')})
      ON CONFLICT (tally, key, number) DO UPDATE SET rows = kept.rows + excluded.rows;
      DELETE FROM ${numbersTable} WHERE rows = 0;
      INSERT INTO ${talliesTable} AS kept
      SELECT tally, key, CASE WHEN tally = ANY (${numbersOf(tallies, 'min')})
          THEN (SELECT min(number) FROM ${numbersTable} left_over WHERE (left_over.tally, left_over.key) = (entry.tally, entry.key))
          ELSE (SELECT max(number) FROM ${numbersTable} left_over WHERE (left_over.tally, left_over.key) = (entry.tally, entry.key))
        END, 0, new_content
      FROM (SELECT DISTINCT tally, key FROM ${entries} WHERE tally = ANY (${numbersOf(tallies, 'min', 'max')})) entry
      ON CONFLICT (tally, key) DO UPDATE SET value = excluded.value, content = excluded.content
      WHERE kept.value IS DISTINCT FROM excluded.value;
      RETURN NULL;
    END`;
}
