#!/usr/bin/env bash
# DynamoDB Local 1.25.1 as amplify-dynamodb-simulator 2.9.30 ships it, in memory, with @aws-sdk/client-dynamodb 3.1162.0; needs Java.
# Expected: of two DeleteItem requests at once for one item, each with ReturnValues ALL_OLD, one returns the item and the other
# nothing, since DynamoDB applies the writes of one item one after the other, so that a caller can tell whether it was the one.
# Seen: most pairs both return the item. With the condition that the item exists, one of each pair deletes it; of pairs of PutItem
# and of UpdateItem with ALL_OLD, none return the same item. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts amplify-dynamodb-simulator@2.9.30 @aws-sdk/client-dynamodb@3.1162.0
cat >deletes.mjs <<'JS'
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
const emulator = join(dirname(fileURLToPath(import.meta.resolve('amplify-dynamodb-simulator'))), 'emulator');
const options = [`-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`, '-jar', join(emulator, 'DynamoDBLocal.jar')];
const java = spawn('java', [...options, '-inMemory', '-port', String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
process.on('exit', () => java.kill());

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = () => new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'eu-west-1', credentials });
const [one, other] = [client(), client()];
for (let attempt = 0; ; attempt++) {
  const listens = await one.send(new ListTablesCommand({})).then(() => true, () => false);
  if (listens) break;
  assert.ok(attempt < 100, 'DynamoDB Local does not answer');
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const table = { TableName: 'pairs', BillingMode: 'PAY_PER_REQUEST' };
const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' }];
await one.send(new CreateTableCommand({ ...table, AttributeDefinitions, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] }));

const [TableName, id, pairs] = ['pairs', { S: 'a' }, 500];
/** How many pairs of requests both return the item that was there before. */
async function bothReturnIt(request) {
  let both = 0;
  for (let n = 0; n < pairs; n++) {
    await one.send(new PutItemCommand({ TableName, Item: { id, by: { S: 'before' } } }));
    const send = (via, name) =>
      via.send(request(name)).then(
        ({ Attributes }) => Attributes?.by.S === 'before',
        (error) => {
          if (error.name === 'ConditionalCheckFailedException') return false;
          throw error;
        },
      );
    const [first, second] = await Promise.all([send(one, 'one'), send(other, 'other')]);
    assert.ok(first || second);
    if (first && second) both++;
  }
  return both;
}
const ReturnValues = 'ALL_OLD';
const remove = { TableName, Key: { id }, ReturnValues };
const seen = {
  delete: await bothReturnIt(() => new DeleteItemCommand(remove)),
  conditionalDelete: await bothReturnIt(
    () => new DeleteItemCommand({ ...remove, ConditionExpression: 'attribute_exists(id)' }),
  ),
  put: await bothReturnIt((name) => new PutItemCommand({ TableName, Item: { id, by: { S: name } }, ReturnValues })),
  update: await bothReturnIt((name) => {
    const names = { ExpressionAttributeNames: { '#by': 'by' }, ExpressionAttributeValues: { ':by': { S: name } } };
    return new UpdateItemCommand({ TableName, Key: { id }, UpdateExpression: 'SET #by = :by', ...names, ReturnValues });
  }),
};
console.log(`of ${pairs} pairs, both return the item`, seen);
assert.ok(seen.delete > 0);
assert.deepEqual([seen.conditionalDelete, seen.put, seen.update], [0, 0, 0]);
process.exit(0);
JS
node deletes.mjs
