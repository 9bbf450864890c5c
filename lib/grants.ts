import { Aws } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName } from '../src/queues/messages.ts';
import type { VariableName } from '../src/runtime/env.ts';
import type { Grant } from '../src/runtime/grant.ts';
import {
  activityPrefix,
  auditPrefix,
  type Collection,
  duplicatePrefix,
  jobListPrefix,
  jobPrefix,
  listPrefix,
  objectKeys,
  personPrefix,
  publicationPrefix,
  relatedPrefix,
  repairPrefix,
  rolloutMinutePrefix,
  rolloutPrefix,
  snapshotNames,
  usagePrefix,
  userPrefix,
  workPrefix,
} from '../src/storage/keys.ts';
import { tableShape } from '../src/storage/table-shape.ts';
import type { Config } from './config.ts';
import type { UsagePlans } from './constructs/usage-plans.ts';

/** The resources that grants give access to. */
export interface Resources {
  config: Config;
  table: Table;
  bucket: Bucket;
  apiKeyPepper: Secret;
  adminCliSecret: Secret | undefined;
  signIn: SignInProvider;
  /** Created with the Consumer API, so the stacks before it do not have them. */
  usagePlans?: UsagePlans | undefined;
  queues: Record<QueueName, Queue>;
}

/** The OpenID Connect issuer that signs users in, and the client its ID tokens are for. */
export interface SignInProvider {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The deployment's user pool, unless the issuer is external. */
  pool?: { id: string; arn: string };
}

export type Variables = Partial<Record<VariableName, string>>;

/** What a grant gives a function: IAM statements and environment variables. */
export interface Access {
  statements: PolicyStatement[];
  variables: Variables;
}

/** The variable that holds a queue's URL, in src/runtime/env.ts. */
export const queueVariables = {
  researchers: 'RESEARCHERS_QUEUE_URL',
  works: 'WORKS_QUEUE_URL',
} as const satisfies Record<QueueName, VariableName>;

// No Scan: the service reads everything by key.
const readActions = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'];
const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
const directoryActions = ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser', 'cognito-idp:AdminDeleteUser'];

const noAccess: Access = { statements: [], variables: {} };

/** One entry per grant: a new grant does not compile until it is here. */
const accessByGrant: Record<Grant, (resources: Resources) => Access> = {
  'table:read': (resources) => tableAccess(resources, readActions),
  'table:write': (resources) => tableAccess(resources, [...readActions, ...writeActions]),
  'activity:read': (resources) => partitionAccess(resources, activityPrefix, ['Query']),
  'activity:clear': (resources) => partitionAccess(resources, activityPrefix, ['Query', 'BatchWriteItem', 'PutItem']),
  usage: (resources) => partitionAccess(resources, usagePrefix, ['UpdateItem']),
  'audit:append': (resources) => partitionAccess(resources, auditPrefix, ['PutItem']),
  'users:bind': (resources) => partitionAccess(resources, userPrefix, ['UpdateItem'], bindUserAttributes),
  lists: (resources) => mergeAccess([tableAccess(resources, readActions), snapshotAccess(resources, 's3:GetObject')]),
  'lists:compact': (resources) =>
    mergeAccess([partitionAccess(resources, listPrefix, ['UpdateItem']), snapshotAccess(resources, 's3:PutObject')]),
  'queue:researchers': (resources) => sendAccess(resources, 'researchers'),
  'queue:works': (resources) => sendAccess(resources, 'works'),
  'queues:count': ({ queues }) => ({
    statements: [
      allow(
        ['sqs:GetQueueAttributes'],
        Object.values(queues).map(({ queueArn }) => queueArn),
      ),
    ],
    variables: { RESEARCHERS_QUEUE_URL: queues.researchers.queueUrl, WORKS_QUEUE_URL: queues.works.queueUrl },
  }),
  'secret:api-key-pepper': ({ apiKeyPepper: { secretArn } }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
    variables: { API_KEY_PEPPER_SECRET_ARN: secretArn },
  }),
  'limit:installations': ({ config }) => ({
    statements: [],
    variables: { INSTALLATION_REQUESTS_PER_MINUTE: String(config.installationRequestsPerMinute) },
  }),
  'setting:reset': ({ config: { resetAllowedEmails, resetConfirmation } }) => ({
    statements: [],
    variables: {
      RESET_ALLOWED_EMAILS: resetAllowedEmails.join(' '),
      ...(resetConfirmation && { RESET_CONFIRMATION: resetConfirmation }),
    },
  }),
  'data:delete': (resources) =>
    mergeAccess([
      partitionAccess(resources, deletablePartitions, ['DeleteItem']),
      // A record with much beside it is deleted in several steps, each of which leaves a complete record.
      partitionAccess(resources, [publicationPrefix, duplicatePrefix, listOf('PUB')], ['PutItem']),
      partitionAccess(resources, [workPrefix, personPrefix, ...deletableLists], ['UpdateItem']),
      partitionAccess(resources, [jobPrefix], ['BatchWriteItem']),
    ]),
  'jobs:fail': (resources) =>
    mergeAccess([
      partitionAccess(resources, [jobPrefix, personPrefix], ['UpdateItem']),
      partitionAccess(resources, [activityPrefix, jobListPrefix], ['PutItem']),
    ]),
  'duplicates:find': (resources) => partitionAccess(resources, [duplicatePrefix, listOf('DUPLICATE')], ['PutItem']),
  'duplicates:decide': (resources) =>
    mergeAccess([
      partitionAccess(
        resources,
        [publicationPrefix, workPrefix, duplicatePrefix, ...(['PUB', 'WORK', 'DUPLICATE'] as const).map(listOf)],
        ['PutItem'],
      ),
      partitionAccess(resources, [publicationPrefix, duplicatePrefix], ['DeleteItem']),
      partitionAccess(resources, activityPrefix, ['PutItem']),
    ]),
  'author-links:repair': (resources) =>
    mergeAccess([
      partitionAccess(resources, [publicationPrefix, duplicatePrefix, listOf('PUB')], ['PutItem']),
      partitionAccess(resources, duplicatePrefix, ['DeleteItem']),
      partitionAccess(resources, repairPrefix, ['UpdateItem']),
    ]),
  'rollout:read': (resources) =>
    mergeAccess([
      partitionAccess(resources, rolloutPrefix, ['GetItem', 'Query']),
      partitionAccess(resources, rolloutMinutePrefix, ['BatchGetItem']),
    ]),
  'rollout:write': (resources) => partitionAccess(resources, rolloutPrefix, ['GetItem', 'PutItem']),
  'rollout:count': (resources) => partitionAccess(resources, rolloutMinutePrefix, ['UpdateItem']),
  'setting:rollout': ({ config: { rolloutRequiresAdmin } }) => ({
    statements: [],
    variables: { ROLLOUT_REQUIRES_ADMIN: String(rolloutRequiresAdmin) },
  }),
  // IAM cannot restrict the reading of metrics to some of them.
  'metrics:read': ({ table }) => ({
    statements: [allow(['cloudwatch:GetMetricData'], ['*'])],
    variables: { TABLE_NAME: table.tableName },
  }),
  verification: ({ config: { localVerificationHosts } }) => ({
    statements: [],
    variables:
      localVerificationHosts.length > 0 ? { VERIFICATION_ALLOWED_HOSTS: localVerificationHosts.join(' ') } : {},
  }),
  'gateway-keys': gatewayKeysAccess,
  'secret:openalex-api-key': ({ config: { openalexApiKeySecretArn: arn } }) =>
    arn
      ? {
          statements: [allow(['secretsmanager:GetSecretValue'], [arn])],
          variables: { OPENALEX_API_KEY_SECRET_ARN: arn },
        }
      : noAccess,
  'secret:admin-cli': ({ adminCliSecret: secret }) =>
    secret
      ? {
          statements: [allow(['secretsmanager:GetSecretValue'], [secret.secretArn])],
          variables: { ADMIN_CLI_SECRET_ARN: secret.secretArn },
        }
      : noAccess,
  'sign-in': ({ signIn: { issuer, audience, jwksUrl }, config: { signIn, adminEmails } }) => ({
    statements: [],
    variables: {
      SIGN_IN_ISSUER: issuer,
      SIGN_IN_AUDIENCE: audience,
      SIGN_IN_JWKS_URL: jwksUrl,
      SIGN_IN_EMAILS_VERIFIED: String(signIn.emailsAreVerified ?? false),
      ADMIN_EMAILS: adminEmails.join(' '),
      ...(signIn.alb && { ALB_ARN: signIn.alb.arn, ALB_CLIENT_ID: signIn.alb.clientId ?? audience }),
    },
  }),
  'users:directory': ({ signIn: { pool, issuer } }) =>
    pool
      ? {
          statements: [allow(directoryActions, [pool.arn])],
          variables: { USER_POOL_ID: pool.id, SIGN_IN_ISSUER: issuer },
        }
      : noAccess,
  // Cognito's ForgotPassword is public and needs no policy; the client id says which pool.
  'users:reset': ({ signIn: { pool, audience } }) =>
    pool ? { statements: [], variables: { USER_POOL_CLIENT_ID: audience } } : noAccess,
  sources: ({ config: { sources } }) => ({
    statements: [],
    variables: {
      ORCID_URL: sources.orcid.url,
      ORCID_REQUESTS_PER_SECOND: String(sources.orcid.requestsPerSecond),
      CROSSREF_URL: sources.crossref.url,
      CROSSREF_REQUESTS_PER_SECOND: String(sources.crossref.requestsPerSecond),
      DATACITE_URL: sources.datacite.url,
      DATACITE_REQUESTS_PER_SECOND: String(sources.datacite.requestsPerSecond),
      OPENALEX_URL: sources.openalex.url,
      OPENALEX_REQUESTS_PER_SECOND: String(sources.openalex.requestsPerSecond),
      OPENALEX_REQUESTS_PER_DAY: String(sources.openalex.requestsPerDay),
      SOURCES_CONTACT_EMAIL: sources.contactEmail,
    },
  }),
};

/** The access that these grants give together. */
export function accessFor(grants: readonly Grant[], resources: Resources): Access {
  return mergeAccess(grants.map((grant) => accessByGrant[grant](resources)));
}

function mergeAccess(access: readonly Access[]): Access {
  return {
    statements: access.flatMap(({ statements }) => statements),
    variables: Object.assign({}, ...access.map(({ variables }) => variables)),
  };
}

/** An IAM statement that allows these actions on these resources. */
export function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}

function tableAccess({ table, config }: Resources, actions: string[]): Access {
  const indexes = [tableShape.changes, tableShape.byRef].map(({ indexName }) => `${table.tableArn}/index/${indexName}`);
  return {
    statements: [
      allow(
        actions.map((action) => `dynamodb:${action}`),
        [table.tableArn, ...indexes],
      ),
    ],
    variables: {
      TABLE_NAME: table.tableName,
      LIST_STALENESS_MS: String(config.listStalenessMs),
      LIST_EVERY_VERSION: String(config.listEveryVersion),
    },
  };
}

/** Manages API Gateway keys and their usage plans. Key ids are generated, so the policy cannot name them. */
function gatewayKeysAccess({ usagePlans }: Resources): Access {
  if (!usagePlans)
    throw new Error('The grant gateway-keys needs usage plans: only API stacks with usage plans have them');
  const at = (paths: string[]) => paths.map((path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/${path}`);
  const ids = usagePlans.map(({ plan }) => plan.usagePlanId);
  return {
    statements: [
      allow(['apigateway:GET', 'apigateway:POST'], at(['apikeys'])),
      allow(['apigateway:DELETE'], at(['apikeys/*'])),
      allow(['apigateway:POST'], at(ids.map((id) => `usageplans/${id}/keys`))),
      allow(['apigateway:GET', 'apigateway:DELETE'], at(ids.map((id) => `usageplans/${id}/keys/*`))),
    ],
    variables: { USAGE_PLANS: usagePlans.map(({ perMinute, plan }) => `${perMinute}=${plan.usagePlanId}`).join(' ') },
  };
}

/** The only attributes that `bindUser` may read or write. */
const bindUserAttributes = ['pk', 'sk', 'id', 'subject', 'deleting'];

const listOf = (collection: Collection) => `${listPrefix}${collection}#`;

const deletableLists = (['PUB', 'WORK', 'PERSON', 'DUPLICATE'] as const).map(listOf);

/** What a reset may delete: neither projects, nor anything that belongs to users, keys or installations. */
const deletablePartitions = [
  publicationPrefix,
  relatedPrefix,
  workPrefix,
  personPrefix,
  jobPrefix,
  jobListPrefix,
  duplicatePrefix,
  ...deletableLists,
];

/** Access to items whose partition key starts with one of these prefixes, optionally to these attributes only. */
function partitionAccess(
  { table }: Resources,
  prefixes: string | string[],
  actions: string[],
  attributes?: string[],
): Access {
  return {
    statements: [
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [table.tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [prefixes].flat().map((prefix) => `${prefix}*`) },
          // Otherwise an update could return the other attributes of the item.
          ...(attributes && {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
            StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
          }),
        },
      }),
    ],
    variables: { TABLE_NAME: table.tableName },
  };
}

/** Without ListBucket, S3 answers 403 for a missing key. The reader treats any unreadable snapshot as missing. */
function snapshotAccess({ bucket }: Resources, action: string): Access {
  return {
    statements: [
      allow(
        [action],
        snapshotNames.map((name) => bucket.arnForObjects(objectKeys.listSnapshot(name))),
      ),
    ],
    variables: { BUCKET_NAME: bucket.bucketName },
  };
}

function sendAccess({ queues }: Resources, name: QueueName): Access {
  return {
    statements: [allow(['sqs:SendMessage'], [queues[name].queueArn])],
    variables: { [queueVariables[name]]: queues[name].queueUrl },
  };
}
