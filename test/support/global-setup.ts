import { startDynamoDb } from '../../local/engines/dynamodb.ts';

/** One DynamoDB Local, in memory, for all test files; each makes tables of its own in it. */
export default async function setup(): Promise<void> {
  const engine = await startDynamoDb(undefined);
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  (globalThis as { stopEngine?: () => Promise<void> }).stopEngine = engine.stop;
}
