import { ExecuteStatementCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { firstItems } from '#src/table/first-items.ts';
import { db, type Item } from '#src/table/table.ts';
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

/** The calls that a read makes, and the sort keys that it finds. */
async function read(...partitions: string[]) {
  const sent = jest.spyOn(db, 'send');
  const found = await firstItems(partitions, most);
  const kinds = sent.mock.calls.map(([command]) =>
    command instanceof ExecuteStatementCommand ? 'statement' : 'query',
  );
  sent.mockRestore();
  const sortKeys = partitions.map((pk) => (found.get(pk) ?? []).map(({ sk }) => sk));
  return { kinds, sortKeys, found };
}

const firstOf = (...partitions: (keyof typeof sizes)[]) =>
  partitions.map((pk) => Array.from({ length: Math.min(sizes[pk], most) }, (_, n) => sortKeyOf(n)));

test('reads the first items of several partitions in one call', async () => {
  const { kinds, sortKeys, found } = await read('empty', 'one', 'full');
  expect(kinds).toEqual(['statement']);
  expect(sortKeys).toEqual(firstOf('empty', 'one', 'full'));
  expect(found.get('one')).toEqual([{ pk: 'one', sk: sortKeyOf(0), said: 'one 0' }]);
  expect((await read('one', 'one', 'empty')).sortKeys).toEqual(firstOf('one', 'one', 'empty'));
});

test('of one that is longer than its share, too', async () => {
  const { kinds, sortKeys } = await read('empty', 'long', 'full', 'one');
  expect(kinds.filter((kind) => kind === 'statement')).toHaveLength(1);
  expect(sortKeys).toEqual(firstOf('empty', 'long', 'full', 'one'));
  const short = await read('long', 'one');
  expect(short.kinds).toEqual(['statement', 'query', 'query']);
  expect(short.sortKeys).toEqual(firstOf('long', 'one'));
});

test('queries each where a statement is refused, and does not try again', async () => {
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const refused = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    if (command instanceof QueryCommand) return send(command);
    throw Object.assign(new Error('refused'), { name: 'AccessDeniedException' });
  }) as never);
  const found = await firstItems(['full', 'long', 'empty'], most);
  expect(refused).toHaveBeenCalledTimes(4);
  refused.mockRestore();
  expect([...found.values()].map((items) => items.map(({ sk }) => sk))).toEqual(firstOf('full', 'long', 'empty'));
  expect((await read('full', 'one')).kinds).toEqual(['query', 'query']);
});
