import type { Cloud } from '../../local/cloud.ts';

/** The environment in which this process reads the table of a laptop cloud, past the roles of its functions. */
export const localEnvironment = ({ dynamodbEndpoint, tableName }: Cloud): Record<string, string> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  TABLE_NAME: tableName,
});
