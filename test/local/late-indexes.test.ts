import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { localClient } from '../../local/engines/local-client.ts';
import { startTableProxy, type TableProxy } from '../../local/engines/table-proxy.ts';
import { freshTable } from '../support/engine.ts';

const callsBehind = 3;
let proxy: TableProxy;
let client: DynamoDBClient;
let TableName: string;

beforeAll(async () => {
  proxy = await startTableProxy(String(process.env.TEST_DYNAMODB_ENDPOINT), { indexesCallsBehind: callsBehind });
});
beforeEach(async () => {
  TableName = await freshTable();
  client ??= localClient(proxy.url, process.env.AWS_ACCESS_KEY_ID);
});
afterAll(async () => {
  client.destroy();
  await proxy.close();
});

const key = (sk: string) => ({ pk: { S: 'A' }, sk: { S: sk } });
const indexed = (sk: string, refPk = 'R') => ({ ...key(sk), refPk: { S: refPk }, refSk: { S: sk } });
const put = (sk: string, refPk?: string) => client.send(new PutItemCommand({ TableName, Item: indexed(sk, refPk) }));
const call = () => client.send(new GetItemCommand({ TableName, Key: key('nothing') }));
async function found(refPk = 'R', more: object = {}): Promise<(string | undefined)[]> {
  const ExpressionAttributeValues = { ':pk': { S: refPk } };
  const query = { TableName, IndexName: 'byRef', KeyConditionExpression: 'refPk = :pk', ExpressionAttributeValues };
  const { Items = [] } = await client.send(new QueryCommand({ ...query, ...more }));
  return Items.map(({ sk }) => sk?.S);
}

test('an index has a write after so many further calls, and the table at once', async () => {
  await put('one');
  expect((await client.send(new GetItemCommand({ TableName, Key: key('one') }))).Item).toEqual(indexed('one'));
  expect(await found()).toEqual([]);
  expect(await found()).toEqual(['one']);
});

test('what is changed or deleted is still found as it was, also what one transaction wrote', async () => {
  const writes = ['one', 'two', 'three'].map((sk) => ({ Put: { TableName, Item: indexed(sk) } }));
  await client.send(new TransactWriteItemsCommand({ TransactItems: writes }));
  for (let calls = 0; calls < callsBehind; calls++) await call();
  expect(await found()).toEqual(['one', 'three', 'two']);
  await client.send(new DeleteItemCommand({ TableName, Key: key('one') }));
  const other = { ':other': { S: 'OTHER' } };
  const moved = {
    TableName,
    Key: key('two'),
    UpdateExpression: 'SET refPk = :other',
    ExpressionAttributeValues: other,
  };
  await client.send(new UpdateItemCommand(moved));
  expect(await found()).toEqual(['one', 'three', 'two']);
  await call();
  await call();
  expect(await found()).toEqual(['three']);
  expect(await found('OTHER')).toEqual(['two']);
});

test('calls of other tables do not count, and queries may have conditions and pages', async () => {
  const first = TableName;
  for (const sk of ['one', 'two', 'three']) await put(sk);
  TableName = await freshTable();
  for (let calls = 0; calls < 10; calls++) await call();
  TableName = first;
  const values = { ':pk': { S: 'R' }, ':from': { S: 'p' } };
  const late = { KeyConditionExpression: 'refPk = :pk AND refSk > :from', ExpressionAttributeValues: values };
  expect(await found('R', late)).toEqual([]);
  for (let calls = 0; calls < callsBehind; calls++) await call();
  expect(await found('R', late)).toEqual(['three', 'two']);
  expect(await found('R', { Limit: 1 })).toEqual(['one']);
});

test('a call of a table that does not exist fails alone, and the proxy can be closed after it', async () => {
  const endpoint = String(process.env.TEST_DYNAMODB_ENDPOINT);
  const otherProxy = await startTableProxy(endpoint, { indexesCallsBehind: callsBehind });
  const other = localClient(otherProxy.url, process.env.AWS_ACCESS_KEY_ID);
  await expect(other.send(new GetItemCommand({ TableName: 'unknown', Key: key('one') }))).rejects.toThrow();
  other.destroy();
  await otherProxy.close();
});
