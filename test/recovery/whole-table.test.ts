import { expect, test } from '@jest/globals';
import { pagesOfTable } from '#src/operations/recovery/whole-table.ts';

interface Place {
  Segment?: number | undefined;
  ExclusiveStartKey?: number;
}

/** A table whose segments have pages of one item; the item names its page. */
function tableWith(pagesPerSegment: number) {
  const table = {
    asked: 0,
    running: 0,
    mostRunning: 0,
    async scan({ Segment = 0, ExclusiveStartKey: from = -1 }: Place) {
      table.asked++;
      table.mostRunning = Math.max(table.mostRunning, ++table.running);
      await new Promise((resolve) => setImmediate(resolve));
      table.running--;
      const at = from < 0 ? Segment * 100 : from;
      const isLast = (at % 100) + 1 >= pagesPerSegment;
      return { Items: [at], ...(!isLast && { LastEvaluatedKey: at + 1 }) };
    },
  };
  return table;
}

test('every page of every segment is read once, a few at a time', async () => {
  const table = tableWith(3);
  const items: number[] = [];
  for await (const page of pagesOfTable(table.scan)) items.push(...page);
  const segments = items.length / 3;
  expect(segments).toBeGreaterThan(1);
  const expected = Array.from({ length: segments }, (_, segment) => [0, 1, 2].map((page) => segment * 100 + page));
  expect(items.sort((one, other) => one - other)).toEqual(expected.flat());
  expect(table.mostRunning).toBeGreaterThan(1);
  expect(table.mostRunning).toBeLessThanOrEqual(4);
});

test('no more is read than a few pages ahead of a caller that takes its time', async () => {
  const table = tableWith(50);
  let taken = 0;
  for await (const _ of pagesOfTable(table.scan)) {
    taken++;
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(table.asked).toBeLessThanOrEqual(taken + 4);
    if (taken === 10) break;
  }
  expect(table.running).toBe(0);
});

test('a read that fails, also while the caller is busy, is thrown when the others have ended', async () => {
  const table = tableWith(50);
  let failures = 0;
  const failing: typeof table.scan = async (part) => {
    const page = await table.scan(part);
    if (part.Segment !== 2) return page;
    failures++;
    throw new Error('refused');
  };
  const readAll = async () => {
    for await (const _ of pagesOfTable(failing)) {
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await expect(readAll()).rejects.toThrow('refused');
  expect(failures).toBe(1);
  expect(table.running).toBe(0);
});
