import { expect } from '@jest/globals';
import type pg from 'pg';
import { startTally } from '#src/lists/model/definition.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import type { RowOf, Table } from '#src/lists/postgres/list.ts';

/** Expects that what the database counts over all rows of a list is what the definition counts over them. */
export async function expectTalliesOfRows<Schema extends RowSchema>(
  pool: pg.Pool,
  { talliesTable, numbersTable, contents, tallies }: Table<Schema>,
): Promise<void> {
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
