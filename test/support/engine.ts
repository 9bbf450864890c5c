import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { db, getItem } from '#src/table/table.ts';
import { tableShape } from '#src/table/table-shape.ts';
import { answerUnwritten } from './unwritten.ts';

const { partitionKey, sortKey, changes, byRef } = tableShape;

/** Only then is its code loaded: a server for lists is not what most tests need. */
const inPostgres = process.env.TEST_POSTGRES_URL !== undefined ? await import('./lists-in-postgres.ts') : undefined;

/** This file's database: the engine has one per access key. In a shared one, tables slow each other down. */
const accessKeyId = randomUUID().replaceAll('-', '');
const Authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260131/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
/** The engine checks no signatures, and creating them would take a twentieth of the tests' time. */
const unsigned = {
  sign: async (request: { headers: object }) => ({ ...request, headers: { ...request.headers, Authorization } }),
};

/**
 * Creates a new, empty table in the shared engine and sets it in this file's environment. Call it before anything reads
 * the table; each call creates another table.
 */
export async function freshTable(): Promise<string> {
  const TableName = `test-${randomUUID()}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: process.env.TEST_DYNAMODB_ENDPOINT,
    TABLE_NAME: TableName,
    ERASURE_KEY_SECRET_ARN: 'erasure-key',
    // Tests with their own secrets have their own endpoint.
    AWS_ENDPOINT_URL_SECRETS_MANAGER: process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? process.env.TEST_SECRETS_ENDPOINT,
    LIST_STALENESS_MS: '0',
    ...(await inPostgres?.freshLists()),
  });
  Object.assign(db.config, { signer: async () => unsigned });
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
  const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });
  const Projection = { ProjectionType: 'ALL' as const };
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        ...[partitionKey, sortKey, byRef.partitionKey, byRef.sortKey].map(string),
        { AttributeName: changes.sortKey, AttributeType: changes.sortKeyType },
      ],
      KeySchema: [hash(partitionKey), range(sortKey)],
      LocalSecondaryIndexes: [
        { IndexName: changes.indexName, KeySchema: [hash(partitionKey), range(changes.sortKey)], Projection },
      ],
      GlobalSecondaryIndexes: [
        { IndexName: byRef.indexName, KeySchema: [hash(byRef.partitionKey), range(byRef.sortKey)], Projection },
      ],
    }),
  );
  client.destroy();
  answerUnwritten(TableName);
  return TableName;
}

/** After rows were deleted for good, lists in PostgreSQL are unavailable until a job has compared them with the table. */
export const listsCompared = async (): Promise<void> => inPostgres?.compareLists();

/** Waits until the index has every write, if INDEX_CALLS_BEHIND delays it by a number of table calls. */
export async function indexCaughtUp(): Promise<void> {
  const nothing = { pk: 'NOTHING', sk: 'NOTHING' };
  for (let left = Number(process.env.INDEX_CALLS_BEHIND ?? 0); left > 0; left--) await getItem(nothing);
}
