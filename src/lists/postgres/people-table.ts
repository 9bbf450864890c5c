import { outputOf } from '../model/definition.ts';
import type { RowSchema } from '../model/spec.ts';
import { columns, type Table } from './list.ts';

/**
 * A table with each person of each output of a list, the days of its date, and what it is often filtered by, from whose index
 * alone the outputs of a faculty are found: in the table of the list they lie far apart. Made when all rows are there; triggers keep it.
 */

const changes = ['insert', 'update', 'delete'] as const;

/** The names of the functions of the triggers. */
export const peopleFunctions = (table: string): string[] => changes.map((change) => `${table}_people_${change}`);

const conditionsOf = <Schema extends RowSchema>({ spec }: Table<Schema>) => Object.keys(spec.where).map(columns.where);
const valuesOf = <Schema extends RowSchema>({ toldByPeople }: Table<Schema>) => Array.from(toldByPeople, columns.equal);

/** The columns that the table of people has from that of the list. */
const toldColumns = <Schema extends RowSchema>(table: Table<Schema>) => [
  ...[columns.firstDay, columns.lastDay],
  ...conditionsOf(table),
  ...valuesOf(table),
];

/** The statements that make the table for all rows of a list. */
export function peopleTableStatements<Schema extends RowSchema>(table: Table<Schema>): string[] {
  const { peopleTable, name } = table;
  const [conditions, values] = [conditionsOf(table), valuesOf(table)];
  const indexed = `${peopleTable} (person, ${columns.firstDay}, ${columns.lastDay})`;
  return [
    // The number of a row: ids are long, and to count different ones takes three times as long.
    `CREATE SEQUENCE ${peopleTable}_numbers`,
    `CREATE TABLE ${peopleTable} (
      person text COLLATE "C" NOT NULL, id bytea NOT NULL, number bigint NOT NULL,
      ${columns.firstDay} integer NOT NULL, ${columns.lastDay} integer NOT NULL
      ${[...conditions.map((column) => `, ${column} boolean NOT NULL`), ...values.map((column) => `, ${column} text COLLATE "C"`)].join('')}
    ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
    `ALTER SEQUENCE ${peopleTable}_numbers OWNED BY ${peopleTable}.number`,
    entriesOf(table, name),
    // Without other filters, a third of the pages has to be read.
    `CREATE INDEX ON ${indexed} INCLUDE (${['number', ...conditions].join(', ')})`,
    `CREATE INDEX ON ${indexed} INCLUDE (${['number', 'id', ...conditions, ...values].join(', ')})`,
  ];
}

/** The statements that make the triggers. Repeating them changes nothing. */
export function peopleTriggerStatements<Schema extends RowSchema>(table: Table<Schema>): string[] {
  const { name } = table;
  const compared = [columns.equal(outputOf(table.spec).people), ...toldColumns(table)];
  const of = (rows: string) => `(${compared.map((column) => `${rows}.${column}`).join(', ')})`;
  const changed = (rows: string) =>
    `(SELECT ${rows}.* FROM old_rows JOIN new_rows USING (id) WHERE ${of('old_rows')} IS DISTINCT FROM ${of('new_rows')})`;
  const rowsOf = { insert: 'new_rows', delete: 'old_rows' };
  const transitions = {
    insert: 'NEW TABLE AS new_rows',
    update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    delete: 'OLD TABLE AS old_rows',
  };
  const bodies = {
    insert: [entriesOf(table, rowsOf.insert)],
    update: [withoutEntriesOf(table, changed('old_rows')), entriesOf(table, changed('new_rows'))],
    delete: [withoutEntriesOf(table, rowsOf.delete)],
  };
  return changes.flatMap((change) => [
    `CREATE OR REPLACE FUNCTION ${name}_people_${change}() RETURNS trigger LANGUAGE plpgsql
      AS $people$ BEGIN ${bodies[change].join('; ')}; RETURN NULL; END $people$`,
    `CREATE OR REPLACE TRIGGER people_${change} AFTER ${change} ON ${name} REFERENCING ${transitions[change]}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}_people_${change}()`,
  ]);
}

function entriesOf<Schema extends RowSchema>(table: Table<Schema>, rows: string): string {
  const { peopleTable } = table;
  const people = columns.equal(outputOf(table.spec).people);
  const kept = ['id', 'number', ...toldColumns(table)].join(', ');
  return `INSERT INTO ${peopleTable} (person, ${kept}) SELECT person, ${kept} FROM (
      SELECT *, nextval('${peopleTable}_numbers') AS number FROM ${rows} given WHERE ${people} IS NOT NULL
    ) numbered, unnest(${people}) AS person`;
}

/** Found through the index, which begins with the person. */
function withoutEntriesOf<Schema extends RowSchema>(table: Table<Schema>, rows: string): string {
  const { peopleTable } = table;
  const people = columns.equal(outputOf(table.spec).people);
  const isSame = [columns.firstDay, columns.lastDay, 'id']
    .map((column) => `${peopleTable}.${column} = gone.${column}`)
    .join(' AND ');
  return `DELETE FROM ${peopleTable} USING ${rows} gone, unnest(gone.${people}) AS gone_person
    WHERE ${peopleTable}.person = gone_person AND ${isSame}`;
}
