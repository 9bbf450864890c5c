import { beforeAll, expect, test } from '@jest/globals';
import { firstItems } from '#src/table/first-items.ts';
import type { Item } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { putItems } from '../support/table.ts';

const most = 16;
const sizes = { empty: 0, one: 1, full: most, long: 3 * most };
const sortKeyOf = (n: number) => `publication:${String(n).padStart(3, '0')}`;

beforeAll(async () => {
  await freshTable();
  const items = Object.entries(sizes).flatMap(([pk, size]) =>
    Array.from({ length: size }, (_, n): Item => ({ pk, sk: sortKeyOf(n), said: `${pk} ${n}` })),
  );
  await putItems(items.toReversed());
});

/** The sort keys that a read finds. */
async function read(...partitions: string[]) {
  const found = await firstItems(partitions, most);
  return partitions.map((pk) => (found.get(pk) ?? []).map(({ sk }) => sk));
}

const firstOf = (...partitions: (keyof typeof sizes)[]) =>
  partitions.map((pk) => Array.from({ length: Math.min(sizes[pk], most) }, (_, n) => sortKeyOf(n)));

test.each<(keyof typeof sizes)[][]>([
  [['empty', 'one', 'full']],
  [['one', 'one', 'empty']],
  [['long', 'one', 'full', 'long']],
])('of %j, at most as many as are asked for are read, the first ones', async (partitions) => {
  expect(await read(...partitions)).toEqual(firstOf(...partitions));
});
