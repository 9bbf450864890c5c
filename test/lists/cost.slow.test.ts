import { beforeAll, describe, expect, test } from '@jest/globals';
import { replicate } from '#src/lists/load/collection.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { unitsOf } from '../../bench/shared/capacity.ts';
import { aRow } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { allRows } from '../support/list-rows.ts';

const rowCount = 200;
const bytesPerReadUnit = 4096;
const shards = 8;

const write = (numbers: number[], changed = Date.now()) =>
  transact(
    numbers.map((n) => {
      const doi = `10.5555/${n}`;
      return { Put: { Item: { ...aRow({ doi }), ...keys.publicationRow(doi), changed } } };
    }),
  );

beforeAll(async () => {
  await freshTable();
  const long = Date.now() - 10 * lateCommitMs;
  const numbers = [...Array(rowCount).keys()];
  await write(numbers.slice(0, rowCount / 2), long);
  await write(numbers.slice(rowCount / 2), long);
});

describe('read units of a replica', () => {
  test('loading takes the size of the rows, plus rounding for each shard', async () => {
    const rows = replicate(publicationSpec);
    const { read } = await unitsOf(() => rows.query(0, allRows));
    const bytes = rowCount * JSON.stringify(aRow()).length;
    expect(read).toBeLessThanOrEqual(bytes / bytesPerReadUnit + 2 * shards);
  });

  test('within the staleness nothing is read', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    expect(await unitsOf(() => rows.query(60_000, allRows))).toEqual({ read: 0, write: 0 });
  });

  test('a refresh takes one unit for each shard when nothing has changed', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    expect(await unitsOf(() => rows.query(0, allRows))).toEqual({ read: shards, write: 0 });
  });

  test('a refresh takes at most one unit for each changed row besides', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    await write([0, 1, 2, 3, 4]);
    expect((await unitsOf(() => rows.query(0, allRows))).read).toBeLessThanOrEqual(shards + 5);
  });
});
