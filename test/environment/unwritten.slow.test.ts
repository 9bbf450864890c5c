import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { db } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';

process.env.TEST_ANSWER_UNWRITTEN = 'true';
let TableName = await freshTable();
/** Asks the engine whatever has been written. */
const engine = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const writes = {
  put: (Item: object) => new PutCommand({ TableName, Item: { ...Item } }),
  batch: (Item: object) =>
    new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: { ...Item } } }] } }),
  transaction: (Item: object) =>
    new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { ...Item } } }] }),
  update: ({ pk, sk, refPk, refSk }: { pk: string; sk: string; refPk: string; refSk: string }) =>
    new UpdateCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET refPk = :refPk, refSk = :refSk',
      ExpressionAttributeValues: { ':refPk': refPk, ':refSk': refSk },
    }),
  delete: ({ pk, sk }: { pk: string; sk: string }) => new DeleteCommand({ TableName, Key: { pk, sk } }),
};
type Item = Parameters<typeof writes.update>[0];

const query = (partition: string, pk: string) =>
  new QueryCommand({
    TableName,
    ...(partition === 'refPk' && { IndexName: 'byRef' }),
    KeyConditionExpression: `${partition} = :pk`,
    ExpressionAttributeValues: { ':pk': pk },
  });

async function found(client: DynamoDBDocumentClient, { pk, sk }: Item, others: Item[]) {
  const Keys = [
    ...new Map([{ pk, sk }, ...others].map((each) => [each.pk + each.sk, { pk: each.pk, sk: each.sk }])).values(),
  ];
  const [one, many, items, refs] = [
    (await client.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item,
    (await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }))).Responses?.[TableName],
    await client.send(query('pk', pk)),
    await client.send(query('refPk', pk)),
  ];
  const sorted = (list: object[] = []) => list.map((each) => JSON.stringify(each)).sort();
  return [
    one,
    sorted(many),
    ...[items, refs].map(({ Items, Count, ScannedCount }) => [sorted(Items), Count, ScannedCount]),
  ];
}

const text = fc.constantFrom('A#1', 'A#2', 'a "quoted" one', 'ü', 'C:\\', '\u{1f600}');
const item = fc.record({ pk: text, sk: text, refPk: text, refSk: text });
const step = fc.record({ how: fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[])), item });

test('reads find what the engine has, whatever is left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 4 }),
      item,
      fc.array(item, { maxLength: 2 }),
      async (steps, wanted, others) => {
        TableName = await freshTable();
        for (const { how, item } of steps) await db.send(writes[how](item) as PutCommand);
        for (const each of [wanted, ...steps.map(({ item }) => item)]) {
          expect(await found(db, each, others)).toEqual(await found(engine, each, others));
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('only what no write has named is left out', async () => {
  TableName = await freshTable();
  const calls = jest.spyOn(db.config.requestHandler, 'handle');
  const wanted = { pk: 'A#1', sk: 'S', refPk: 'R#1', refSk: 'T' };
  await found(db, wanted, []);
  expect(calls).not.toHaveBeenCalled();
  await db.send(writes.put(wanted));
  await found(db, wanted, []);
  expect(calls).toHaveBeenCalledTimes(5);
  await found(db, { ...wanted, pk: 'A#2' }, []);
  expect(calls).toHaveBeenCalledTimes(5);
});
