import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Item, putItem, transact, type Write } from '#src/table/table.ts';
import { beforeTransaction } from '../../bench/shared/transaction-units.ts';
import { freshTable } from '../support/engine.ts';

beforeEach(freshTable);

const item = (sk: string, kilobytes: number, more: Item = {}) => ({
  pk: 'BENCH',
  sk,
  // Leaves room for the keys and the names of attributes.
  text: 'x'.repeat(1024 * kilobytes - 100),
  ...more,
});
const put = (...args: Parameters<typeof item>): Write => ({ Put: { Item: item(...args) } });
const del = (sk: string): Write => ({ Delete: { Key: { pk: 'BENCH', sk } } });

describe('the write units of a transaction, by the rules of AWS', () => {
  test.each<[string, Write[], number]>([
    ['a small item', [put('new', 1)], 2],
    ['each item rounded by itself', [put('one', 1), put('two', 1), put('three', 3)], 10],
    ['a change to a smaller item', [put('large', 1)], 10],
    ['a deletion', [del('large')], 10],
    ['a deletion of nothing', [del('none')], 2],
    [
      'a condition',
      [{ ConditionCheck: { Key: { pk: 'BENCH', sk: 'large' }, ConditionExpression: 'attribute_exists(pk)' } }],
      10,
    ],
    ['a new item in the local index, which is part of the transaction', [put('indexed', 2, { changed: 1 })], 8],
    ['another key in the local index', [put('row', 2, { changed: 2 })], 12],
    ['the same key in the local index', [put('row', 2, { changed: 1, other: true })], 8],
    ['an item that leaves the local index', [put('row', 2)], 8],
    ['a new item in the global index, which follows', [put('referring', 2, { refPk: 'A', refSk: 'B' })], 6],
  ])('%s', async (_, writes, units) => {
    await putItem(item('large', 5));
    await putItem(item('row', 2, { changed: 1 }));
    const { unitsAfter } = await beforeTransaction(writes);
    expect(await transact(writes)).toBeUndefined();
    expect(await unitsAfter()).toBe(units);
  });

  test('sizes of numbers, lists and maps', async () => {
    // 5 + 2 of keys; 1 + 1010 of the text; 1 + 2 of the number: 1,021 bytes. The empty list takes 4 more.
    const nearly = { pk: 'BENCH', sk: 'n', t: 'x'.repeat(1010), m: 12 };
    const units = async (Item: Item) => {
      const writes = [{ Put: { Item } }];
      const { unitsAfter } = await beforeTransaction(writes);
      await transact(writes);
      return unitsAfter();
    };
    expect(await units(nearly)).toBe(2);
    expect(await units({ ...nearly, l: [] })).toBe(4);
  });
});
