import { secretArn } from '../cloudformation/resources.ts';
import { account } from '../cloudformation/template.ts';
import type { AccessRequest } from './policy.ts';

type Json = Record<string, unknown>;

const arn = (service: string, rest: string) =>
  `arn:${account.partition}:${service}:${account.region}:${account.id}:${rest}`;

/** What a call of SQS needs permission for, in lower case as SQS names it. A batch needs the action for one message. */
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

/** What a request of S3 needs permission for: `/<bucket>/<key>`. Operations on buckets need one that no role has. */
export function bucketRequests(method: string, path: string): AccessRequest[] {
  const [bucket = '', ...key] = decodeURIComponent(path.split('?')[0] ?? '')
    .slice(1)
    .split('/');
  const bucketArn = `arn:${account.partition}:s3:::${bucket}`;
  if (key.join('') === '') return [{ action: 's3:ListBucket', resource: bucketArn }];
  const action = objectActions[method] ?? method;
  return [{ action: `s3:${action}`, resource: `${bucketArn}/${key.join('/')}` }];
}

/** What a call of Secrets Manager needs permission for. The secret may be named by its ARN or its name. */
export function secretRequests(operation: string, { SecretId }: Json): AccessRequest[] {
  const id = String(SecretId ?? '');
  return [{ action: `secretsmanager:${operation}`, resource: id.startsWith('arn:') ? id : secretArn(id) }];
}

/** Anybody may call these, without credentials. */
const publicOperations = new Set(['ForgotPassword', 'ConfirmForgotPassword']);

/** What a call of Cognito needs permission for. */
export function userPoolRequests(operation: string, { UserPoolId }: Json): AccessRequest[] {
  if (publicOperations.has(operation)) return [];
  return [{ action: `cognito-idp:${operation}`, resource: arn('cognito-idp', `userpool/${String(UserPoolId)}`) }];
}

/**
 * What a call of API Gateway's own API needs permission for: the method, on the path. To create something with tags
 * takes PUT on its tags as well, whose path holds the ARN of a thing that does not have an id yet.
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

/** What a call of CloudWatch needs permission for. Metrics have no ARNs. */
export function metricRequests(operation: string): AccessRequest[] {
  return [{ action: `cloudwatch:${operation}`, resource: '*' }];
}
