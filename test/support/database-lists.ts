import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest } from '@jest/globals';
import type pg from 'pg';
import type { RowSchema } from '#src/lists/model/spec.ts';
import type { Table } from '#src/lists/postgres/list.ts';
import { indexesOf } from '#src/lists/postgres/schema.ts';
import { putRow, raiseEpoch } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { transact, updateIf } from '#src/table/table.ts';
import { aRow } from './builders.ts';
import { send } from './crash.ts';

/** Rows of publications in the table of the registry, and what lists in PostgreSQL must then have. */

/** A query for all rows. */
export const all = { page: 1, per_page: 1_000, q: '', sort: 'doi', dir: 'asc', where: [] } as const;
export const doiOf = (n: number) => `10.5555/${n}`;
export const soon = () => Date.now() + 60_000;
/** The error of a list that has no answer now. */
export const isBusy = expect.objectContaining({ code: 'busy', retryAfterSeconds: expect.any(Number) });

export const write = (n: number, title: string, fields: object = {}) =>
  transact((at) => [putRow({ ...aRow({ doi: doiOf(n), title }), ...fields, ...keys.publicationRow(doiOf(n)) }, at)]);

/** Writes a row as if it had been written at another time. */
export const changedAt = (n: number, changed: number) =>
  updateIf({
    Key: keys.publicationRow(doiOf(n)),
    UpdateExpression: 'SET changed = :changed',
    ExpressionAttributeValues: { ':changed': changed },
  });

export const remove = (n: number) =>
  transact((at) => [{ Delete: { Key: keys.publicationRow(doiOf(n)) } }, raiseEpoch('PUB', at)]);

/** The titles of rows by their numbers. */
export const titlesOf = (rows: readonly { doi: string; title: unknown }[]): Record<number, unknown> =>
  Object.fromEntries(rows.map(({ doi, title }) => [Number(doi.slice(8)), title]));

/** The titles of all rows in the table of the registry, by number. */
export async function titlesInTable(): Promise<Record<number, unknown>> {
  const { Items = [] } = (await send(new ScanCommand({ TableName: process.env.TABLE_NAME, ConsistentRead: true }))) as {
    Items?: { doi?: string; title?: unknown }[];
  };
  return titlesOf(Items.flatMap(({ doi, title }) => (doi === undefined ? [] : [{ doi, title }])));
}

/** Sets the clock of the process, not that of the database, until real timers are used again. */
export const clockIs = (now: number) =>
  jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'setInterval'] });

/** Expects that the tables of a list have each of their indexes once. */
export async function expectIndexes<Schema extends RowSchema>(pool: pg.Pool, table: Table<Schema>): Promise<void> {
  const names = [table.name, table.contents];
  const { rows } = await pool.query('SELECT indexname FROM pg_indexes WHERE tablename = ANY($1) ORDER BY 1', [names]);
  expect(rows.map(({ indexname }) => indexname)).toEqual([...indexesOf(table).keys()].sort());
}
