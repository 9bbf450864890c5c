import { secretArn } from '../cloudformation/resources.ts';
import { account } from '../cloudformation/template.ts';
import type { AccessRequest } from './policy.ts';

type Json = Record<string, unknown>;

const arn = (service: string, rest: string) =>
  `arn:${account.partition}:${service}:${account.region}:${account.id}:${rest}`;

/** The permissions that an SQS call needs. A batch needs the action for one message. */
export function queueRequests(operation: string, { QueueUrl }: Json): AccessRequest[] {
  const queue = String(QueueUrl ?? '')
    .split('/')
    .at(-1);
  return [{ action: `sqs:${operation.replace(/Batch$/, '').toLowerCase()}`, resource: arn('sqs', String(queue)) }];
}

const objectActions: Record<string, string> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};

/** The permissions for an S3 request `/<bucket>/<key>`. Bucket operations need one that no role has. */
export function bucketRequests(method: string, path: string): AccessRequest[] {
  const [bucket = '', ...key] = decodeURIComponent(path.split('?')[0] ?? '')
    .slice(1)
    .split('/');
  const bucketArn = `arn:${account.partition}:s3:::${bucket}`;
  if (key.join('') === '') return [{ action: 's3:ListBucket', resource: bucketArn }];
  const action = objectActions[method] ?? method;
  return [{ action: `s3:${action}`, resource: `${bucketArn}/${key.join('/')}` }];
}

/** The permissions that a Secrets Manager call needs. The secret may be given by ARN or name. */
export function secretRequests(operation: string, { SecretId }: Json): AccessRequest[] {
  const id = String(SecretId ?? '');
  return [{ action: `secretsmanager:${operation}`, resource: id.startsWith('arn:') ? id : secretArn(id) }];
}

/** Public operations, which need no credentials. */
const publicOperations = new Set(['ForgotPassword', 'ConfirmForgotPassword']);

/** The permissions that a Cognito call needs. */
export function userPoolRequests(operation: string, { UserPoolId }: Json): AccessRequest[] {
  if (publicOperations.has(operation)) return [];
  return [{ action: `cognito-idp:${operation}`, resource: arn('cognito-idp', `userpool/${String(UserPoolId)}`) }];
}

/**
 * The permissions that a call of API Gateway's control plane needs: the method on the path. Creating something with
 * tags also needs PUT on its tags, by the ARN of a resource without an id.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-iam-policy.html
 */
export function gatewayRequests(
  method: string,
  target: string,
  { tags }: Json,
  tagsOfKey: (id: string) => Record<string, string> | undefined,
): AccessRequest[] {
  const path = target.split('?')[0] ?? '';
  const at = (resource: string) => `arn:${account.partition}:apigateway:${account.region}::${resource}`;
  const sent = tags as Record<string, string> | undefined;
  const [, id] = /^\/apikeys\/([^/]+)$/.exec(path) ?? [];
  const valuesOf = (key: string): string[] | undefined => {
    if (key === 'aws:TagKeys') return Object.keys(sent ?? {});
    const [, kind, tag = ''] = /^aws:(RequestTag|ResourceTag)\/(.+)$/.exec(key) ?? [];
    const value = (kind === 'RequestTag' ? sent : id === undefined ? undefined : tagsOfKey(decodeURIComponent(id)))?.[
      tag
    ];
    return value === undefined ? undefined : [value];
  };
  const called = { action: `apigateway:${method}`, resource: at(path), valuesOf };
  if (!sent) return [called];
  return [called, { action: 'apigateway:PUT', resource: at(`/tags/${encodeURIComponent(`${at(path)}/*`)}`), valuesOf }];
}

/** The permissions that a CloudWatch call needs. Metrics have no ARNs. */
export function metricRequests(operation: string): AccessRequest[] {
  return [{ action: `cloudwatch:${operation}`, resource: '*' }];
}

/** The permissions that a call of the Data API needs, which reads the secret for its caller. */
export function dataApiRequests(path: string, { resourceArn, secretArn: secret }: Json): AccessRequest[] {
  const operation = path === '/Execute' ? 'ExecuteStatement' : path.slice(1);
  return [
    { action: `rds-data:${operation}`, resource: String(resourceArn) },
    { action: 'secretsmanager:GetSecretValue', resource: String(secret) },
  ];
}
