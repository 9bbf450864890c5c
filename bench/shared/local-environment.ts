import type { Cloud } from '../../local/cloud.ts';
import { ownerEnvironment } from '../../local/iam/access.ts';

/** The environment for reading the table of a laptop cloud directly, without the roles of its functions. */
export const localEnvironment = ({ dynamodbEndpoint, tableName }: Cloud): Record<string, string> => ({
  ...ownerEnvironment,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  TABLE_NAME: tableName,
});
