import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CreateTableCommandInput, TableDescription, TimeToLiveDescription } from '@aws-sdk/client-dynamodb';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import { request } from '../http-module.ts';
import { ownerCredentials } from '../iam/access.ts';

type TableProperties = PropertiesOf<'AWS::DynamoDB::Table'>;

/** Creates the missing tables of the templates. Returns all. */
export async function createTables(
  endpoint: string,
  stacks: Stacks,
  nameOf: NameOf,
): Promise<{ name: string; isNew: boolean }[]> {
  const tables = stacks.all('AWS::DynamoDB::Table').map(async ({ declared, properties }) => {
    const name = nameOf(declared, stacks);
    return { name, isNew: await createTable(endpoint, name, properties, describe(declared)) };
  });
  return Promise.all(tables);
}

/** Gives each table a name of its own, for an engine that others use. */
export function nameTablesApart(stacks: Stacks): void {
  const tables = stacks.declared().filter(({ type }) => type === 'AWS::DynamoDB::Table');
  for (const { properties, logicalId } of tables) properties.TableName = `${logicalId}-${randomUUID()}`;
}

type NameOf = (resource: Parameters<typeof describe>[0], stacks: Stacks) => string;

/** Returns whether it was missing. */
async function createTable(endpoint: string, TableName: string, wanted: TableProperties, where: string) {
  const { AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, GlobalSecondaryIndexes } = wanted;
  const shape = { AttributeDefinitions, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes };
  const [existing, living] = (await Promise.all(
    ['DescribeTable', 'DescribeTimeToLive'].map((operation) => askEngine(endpoint, operation, { TableName })),
  )) as [{ Table?: TableDescription } | undefined, { TimeToLiveDescription?: TimeToLiveDescription } | undefined];
  const isNew = existing === undefined;
  if (isNew) await askEngine(endpoint, 'CreateTable', { TableName, BillingMode, ...shape });
  else if (outline(existing.Table ?? {}) !== outline(shape)) {
    throw new Error(
      `${where} has other keys or indexes than the table in the data folder. Start with another --data, or delete the folder.`,
    );
  }
  const { AttributeName, Enabled } = wanted.TimeToLiveSpecification ?? {};
  if (!Enabled) return isNew;
  if (living?.TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return isNew;
  const TimeToLiveSpecification = { AttributeName, Enabled: true };
  await askEngine(endpoint, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  return isNew;
}

/**
 * Calls the engine without the SDK, which takes longer to load than all of these calls. Undefined if there is no such
 * table.
 */
export async function askEngine(endpoint: string, operation: string, input: object): Promise<unknown> {
  const credential = `${ownerCredentials.accessKeyId}/20260101/${account.region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=local`,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(endpoint, { method: 'POST', headers }, resolve).on('error', reject).end(JSON.stringify(input));
  });
  const answer = await text(response);
  if (response.statusCode === 200) return JSON.parse(answer);
  if (answer.includes('ResourceNotFoundException')) return undefined;
  throw new Error(`${operation} of DynamoDB Local answers ${response.statusCode}: ${answer}`);
}

/** The keys and indexes of a table, as comparable text. */
function outline(table: Pick<TableDescription, 'KeySchema' | 'LocalSecondaryIndexes' | 'GlobalSecondaryIndexes'>) {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])]
    .map(({ IndexName, KeySchema, Projection }) => [IndexName, keysOf(KeySchema), Projection?.ProjectionType])
    .sort();
  return JSON.stringify([keysOf(table.KeySchema), indexes]);
}

const keysOf = (schema: CreateTableCommandInput['KeySchema']) => schema?.map((key) => [key.AttributeName, key.KeyType]);

const warmUpTable = 'warm-up';

/**
 * Makes the engine load its classes and open its files while nothing else needs it: its first calls take half a second. Leaves
 * nothing behind.
 */
export async function warmUpEngine(endpoint: string): Promise<void> {
  const ask = (operation: string, input: object) =>
    askEngine(endpoint, operation, { TableName: warmUpTable, ...input });
  const [text, names] = [{ S: 'a' }, ['pk', 'sk', 'refPk', 'refSk']];
  const [pk, sk, ...ref] = names.map((AttributeName, n) => ({
    AttributeName,
    KeyType: n % 2 === 0 ? 'HASH' : 'RANGE',
  }));
  const update = {
    UpdateExpression: 'SET #n = :a',
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':a': text },
  };
  await ask('CreateTable', {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [pk, sk],
    GlobalSecondaryIndexes: [{ IndexName: 'refs', KeySchema: ref, Projection: { ProjectionType: 'ALL' } }],
  });
  const Item = Object.fromEntries(names.map((name) => [name, text]));
  const Key = { pk: text, sk: text };
  const put = { TableName: warmUpTable, Item, ConditionExpression: 'attribute_not_exists(pk)' };
  const change = { TableName: warmUpTable, Key: { ...Key, sk: { S: 'b' } }, ...update };
  await askEngine(endpoint, 'TransactWriteItems', { TransactItems: [{ Put: put }, { Update: change }] });
  await ask('UpdateItem', { Key, ConditionExpression: 'attribute_exists(pk)', ...update });
  await ask('Query', { KeyConditionExpression: 'pk = :a', ExpressionAttributeValues: { ':a': text } });
  await askEngine(endpoint, 'BatchGetItem', { RequestItems: { [warmUpTable]: { Keys: [Key] } } });
  await ask('DeleteTable', {});
}
