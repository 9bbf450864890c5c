import { expect } from '@jest/globals';
import type pg from 'pg';
import { startTally } from '#src/lists/model/definition.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { columns, type RowOf, type Table } from '#src/lists/postgres/list.ts';

/** Expects that the table of people has those of each row, on the days and under the conditions of that row. */
async function expectPeopleOfRows<Schema extends RowSchema>(
  pool: pg.Pool,
  { name, peopleTable, spec }: Table<Schema>,
): Promise<void> {
  if (!spec.output) return;
  const kept = ['id', columns.firstDay, columns.lastDay, ...Object.keys(spec.where).map(columns.where)].join(', ');
  const entries = `SELECT person, ${kept} FROM ${peopleTable}`;
  const people = `SELECT person, ${kept} FROM ${name}, unnest(${columns.equal(spec.output.people)}) AS person`;
  const rowsOf = async (statement: string) => (await pool.query(statement)).rows;
  expect(await rowsOf(`(${entries} EXCEPT ALL ${people}) UNION ALL (${people} EXCEPT ALL ${entries})`)).toEqual([]);
  const numbers = `SELECT number FROM ${peopleTable} GROUP BY number HAVING count(DISTINCT id) > 1`;
  const ids = `SELECT id FROM ${peopleTable} GROUP BY id HAVING count(DISTINCT number) > 1`;
  expect([...(await rowsOf(numbers)), ...(await rowsOf(ids))]).toEqual([]);
}

/** Expects that what the database counts over all rows of a list is what the definition counts over them. */
export async function expectTalliesOfRows<Schema extends RowSchema>(
  pool: pg.Pool,
  table: Table<Schema>,
): Promise<void> {
  await expectPeopleOfRows(pool, table);
  const { talliesTable, numbersTable, contents, tallies } = table;
  const [kept, numbers, rows] = await Promise.all(
    [
      `SELECT tally, key, value FROM ${talliesTable} WHERE value IS NOT NULL`,
      `SELECT tally, key, number, rows::int FROM ${numbersTable}`,
      `SELECT content FROM ${contents}`,
    ].map(async (statement) => (await pool.query(statement)).rows),
  );
  const expected: Record<string, number> = {};
  const expectedNumbers: Record<string, number> = {};
  for (const [number, tally] of tallies.all.entries()) {
    const all = startTally(tally);
    for (const { content } of rows ?? []) {
      const row: RowOf<Schema> = JSON.parse(content);
      all.add(row);
      if (tally.fold === 'sum') continue;
      const own = startTally(tally);
      own.add(row);
      for (const [key, value] of own.numbers) {
        const name = `${number} ${key} ${value}`;
        expectedNumbers[name] = (expectedNumbers[name] ?? 0) + 1;
      }
    }
    for (const [key, value] of all.numbers) expected[`${number} ${key}`] = value;
  }
  expect(Object.fromEntries((kept ?? []).map(({ tally, key, value }) => [`${tally} ${key}`, value]))).toEqual(expected);
  const found = (numbers ?? []).map(({ tally, key, number, rows: count }) => [`${tally} ${key} ${number}`, count]);
  expect(Object.fromEntries(found)).toEqual(expectedNumbers);
}
