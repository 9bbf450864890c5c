import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { db } from '../../src/storage/table.ts';
import { tableShape } from '../../src/storage/table-shape.ts';

const { partitionKey, sortKey, changes, byRef } = tableShape;

const Authorization =
  'AWS4-HMAC-SHA256 Credential=test/20260131/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';
/** The engine checks no signatures. Making them would take a twentieth of the time of the tests. */
const unsigned = {
  sign: async (request: { headers: object }) => ({ ...request, headers: { ...request.headers, Authorization } }),
};

/**
 * Creates a new, empty table in the shared engine and sets it in the environment of this test file. Call it before
 * anything reads the table; another call gives another empty table.
 */
export async function freshTable(): Promise<string> {
  const TableName = `test-${randomUUID()}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: process.env.TEST_DYNAMODB_ENDPOINT,
    TABLE_NAME: TableName,
    ERASURE_KEY_SECRET_ARN: 'erasure-key',
    // Tests with secrets of their own have an endpoint of their own.
    AWS_ENDPOINT_URL_SECRETS_MANAGER: process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? process.env.TEST_SECRETS_ENDPOINT,
    LIST_STALENESS_MS: '0',
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
  return TableName;
}
