import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { deleteEvents } from '#src/logbook/activity-log.ts';
import { touchRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import {
  db,
  deleteIfPresent,
  getItem,
  getItems,
  type Item,
  type Key,
  putIfAbsent,
  putItem,
  query,
  tableName,
  transact,
  updateIf,
} from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

const key = { pk: 'A', sk: 'B' };
const named = (name: string) => Object.assign(new Error('not now'), { name });
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const contention = expect.objectContaining({ name: 'Contention' });

let engine: ReturnType<typeof mockClient>;
beforeEach(async () => {
  await freshTable();
  // No waits between attempts.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  engine?.restore();
  jest.restoreAllMocks();
});

const calls: [string, () => Promise<unknown>, unknown][] = [
  ['getItem', () => getItem(key), GetCommand],
  ['getItems', () => getItems([key]), BatchGetCommand],
  ['query', async () => (await query({ KeyConditionExpression: 'pk = :pk' }).next()).value, QueryCommand],
  ['putItem', () => putItem(key), PutCommand],
  ['putIfAbsent', () => putIfAbsent(key), PutCommand],
  ['deleteIfPresent', () => deleteIfPresent(key), DeleteCommand],
  ['updateIf', () => updateIf({ Key: key }), UpdateCommand],
  ['transact', () => transact([{ Put: { Item: key } }]), TransactWriteCommand],
];

describe.each(calls)('%s', (_, call, command) => {
  const fail = (errors: Error[], always?: Error) => {
    engine = mockClient(db);
    const behaviour = engine.on(command as typeof GetCommand);
    for (const error of errors) behaviour.rejectsOnce(error);
    if (always) behaviour.rejects(always);
    else behaviour.resolves({ Items: [] } as object);
  };

  test.each([
    'TransactionConflictException',
    'TransactionInProgressException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
  ])('is made again after %s, and is Contention when that does not end', async (name) => {
    fail([named(name), named(name), named(name)]);
    await call();
    expect(engine.calls().length).toBe(4);
    engine.restore();
    fail([], named(name));
    await expect(call()).rejects.toEqual(contention);
    expect(engine.calls().length).toBe(12);
  });

  test('is not made again after any other error', async () => {
    fail([], named('ValidationException'));
    await expect(call()).rejects.toMatchObject({ name: 'ValidationException' });
    expect(engine.calls().length).toBe(1);
  });
});

describe('a cancelled transaction', () => {
  const write = () => transact([{ Put: { Item: key } }, { Put: { Item: { ...key, sk: 'C' } } }]);
  const cancel = (...errors: Error[]) => {
    engine = mockClient(db);
    const behaviour = engine.on(TransactWriteCommand);
    for (const error of errors) behaviour.rejectsOnce(error);
    behaviour.resolves({});
  };

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is tried again after %s',
    async (code) => {
      cancel(cancelled('None', code), cancelled(code, code));
      expect(await write()).toBeUndefined();
      expect(engine.calls().length).toBe(3);
    },
  );

  test('is Contention when the conflict does not end', async () => {
    engine = mockClient(db);
    const error = cancelled('None', 'TransactionConflict');
    engine.on(TransactWriteCommand).rejects(error);
    await expect(write()).rejects.toMatchObject({ name: 'Contention', cause: error });
  });

  test('says which condition failed, whatever else stood in the way', async () => {
    cancel(cancelled('ConditionalCheckFailed', 'TransactionConflict'));
    expect(await write()).toEqual(new Map([[0, undefined]]));
  });

  test('for a reason that does not pass is that error', async () => {
    const error = cancelled('ValidationError', 'TransactionConflict');
    cancel(error);
    await expect(write()).rejects.toBe(error);
  });
});

test('each try of a row that says when it was written says the time of that try', async () => {
  const times: unknown[] = [];
  let clockMs = 1_000;
  jest.spyOn(Date, 'now').mockImplementation(() => ++clockMs);
  jest.spyOn(db, 'send').mockImplementation((async (command: UpdateCommand) => {
    times.push(command.input.ExpressionAttributeValues?.[':now']);
    if (times.length < 3) throw named('TransactionConflictException');
    return {};
  }) as never);
  await touchRow(keys.publicationRow('10.5555/a'), 5);
  expect(new Set(times).size).toBe(3);
  expect(times).toEqual([...times].sort());
});

test('there is no item of a key that is longer than a key can be', async () => {
  const [pk, sk] = [`P${'ü'.repeat(1_024)}`, 'ü'.repeat(513)];
  expect(await getItem({ pk, sk: 'S' })).toBeUndefined();
  expect(await getItem({ pk: 'P', sk })).toBeUndefined();
  const longest = { pk: 'p'.repeat(2_048), sk: 's'.repeat(1_024) };
  await putItem(longest);
  expect(await getItem(longest)).toEqual(longest);
  expect(await getItems([{ pk, sk: 'S' }, longest, { pk: 'P', sk }])).toEqual([longest]);
});

test('of two calls at once that delete an item, one has deleted it', async () => {
  for (let n = 0; n < 100; n++) {
    await putItem(key);
    const deleted = await Promise.all([deleteIfPresent(key), deleteIfPresent(key)]);
    expect([...deleted].sort()).toEqual([false, true]);
  }
  expect(await deleteIfPresent(key)).toBe(false);
});

describe('many items', () => {
  const many: Key[] = Array.from({ length: 250 }, (_, n) => ({ pk: `P${n}`, sk: 'S' }));

  test('are read in batches of 100, each key once, those that exist', async () => {
    for (let start = 0; start < many.length; start += 100) {
      await transact(many.slice(start, start + 100).map((Item) => ({ Put: { Item } })));
    }
    const spy = jest.spyOn(db, 'send');
    const found = await getItems([...many, ...many, { pk: 'unknown', sk: 'S' }]);
    expect(found.map(({ pk }) => pk).sort()).toEqual(many.map(({ pk }) => pk).sort());
    expect(spy).toHaveBeenCalledTimes(3);
    expect(await getItems([])).toEqual([]);
  });

  test('are asked for again where the table handed them back, and no others', async () => {
    engine = mockClient(db);
    const asked: number[] = [];
    engine.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const { Keys } = RequestItems[tableName()];
      asked.push(Keys.length);
      const [done, left] = [Keys.slice(0, 40), Keys.slice(40)];
      const unprocessed = left.length > 0 && { UnprocessedKeys: { [tableName()]: { Keys: left } } };
      return { Responses: { [tableName()]: done }, ...unprocessed };
    });
    expect(await getItems(many.slice(0, 100))).toHaveLength(100);
    expect(asked).toEqual([100, 60, 20]);
  });

  test('that the table hands back for good are Contention, after waits that grow', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.001);
    const waits: unknown[] = [];
    const wait = setTimeout;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      waits.push(ms);
      return wait(run, 0);
    }) as never);
    engine = mockClient(db);
    engine.on(BatchGetCommand).callsFake(({ RequestItems }) => ({ Responses: {}, UnprocessedKeys: RequestItems }));
    await expect(getItems(many)).rejects.toEqual(contention);
    expect(waits.length).toBeGreaterThanOrEqual(11);
    expect(Math.max(...(waits as number[]))).toBeGreaterThan(Math.min(...(waits as number[])));
  });
});

test('events that the table does not delete are asked for again, and are Contention in the end', async () => {
  const now = new Date();
  const event: Item & Key = { ...keys.activity('library', now.getTime(), 'one') };
  await putItem(event);
  const real = db.send.bind(db) as (command: object) => Promise<unknown>;
  let refusals = 3;
  jest.spyOn(db, 'send').mockImplementation((async (command: { input: { RequestItems?: object } }) => {
    const { RequestItems } = command.input;
    return RequestItems && refusals-- > 0 ? { UnprocessedItems: RequestItems } : real(command);
  }) as never);
  const span = { workspace: 'library', fromMs: now.getTime() - 1, toMs: now.getTime() };
  expect(await deleteEvents(span, now, Date.now() + 60_000)).toEqual({ deleted: 1, complete: true });
  expect(await allItems()).toEqual([]);
  await putItem(event);
  refusals = Number.POSITIVE_INFINITY;
  await expect(deleteEvents(span, now, Date.now() + 60_000)).rejects.toEqual(contention);
});
