import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { account } from '../cloudformation/template.ts';
import { ownerCredentials } from '../iam/access.ts';

/** A client for the engine, which accepts any credentials. */
export function localClient(endpoint: string, accessKeyId: string = ownerCredentials.accessKeyId): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: account.region,
    credentials: { ...ownerCredentials, accessKeyId },
  });
}
