import { Aws } from 'aws-cdk-lib';
import { type Conditions, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { gatewayKeyTag } from '../src/domain/access/api-key.ts';
import type { QueueName } from '../src/queues/messages.ts';
import type { VariableName } from '../src/runtime/env.ts';
import type { Grant } from '../src/runtime/grant.ts';
import {
  activityPrefix,
  auditPrefix,
  jobPrefix,
  objectKeys,
  type SnapshotName,
  snapshotNames,
} from '../src/storage/keys.ts';
import type { Config } from './config.ts';
import type { UsagePlans } from './constructs/usage-plans.ts';
import type { UsedTable } from './data-stack.ts';
import { type TableGrant, type TablePermission, tablePermissions, tableStatements } from './table-access.ts';

/** The resources that grants give access to. */
export interface Resources {
  config: Config;
  table: UsedTable;
  bucket: Bucket;
  /** The ledger of revocations. */
  ledger: Bucket;
  apiKeyPepper: Secret;
  /** The key of the hashes by which erased people are remembered. */
  erasureKey: Secret;
  adminCliSecret: Secret | undefined;
  signIn: SignInProvider;
  /** The load balancer that signs people in before the dashboard. */
  loadBalancerArn?: string | undefined;
  /** Created with the Consumer API, so the stacks before it do not have them. */
  usagePlans?: UsagePlans | undefined;
  /** Known with the Consumer API, too. */
  publicBaseUrl?: string | undefined;
  queues: Record<QueueName, Queue>;
}

/** The OpenID Connect issuer that signs users in, and the client its ID tokens are for. */
export interface SignInProvider {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The deployment's user pool, unless the issuer is external. */
  pool?: { id: string; arn: string };
  /** The client of that pool for a load balancer, and the domain of the sign-in pages. */
  loadBalancerClient?: { id: string; domain: string };
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

type AccessTo = (resources: Resources) => Access;

const noAccess: Access = { statements: [], variables: {} };

const erasureKeyAccess: AccessTo = ({ erasureKey: { secretArn } }) => ({
  statements: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
  variables: { ERASURE_KEY_SECRET_ARN: secretArn },
});

/**
 * What grants allow besides the table, and their environment variables. A new grant does not compile until it is here
 * or in table-access.ts.
 */
const otherAccess: Record<Exclude<Grant, TableGrant>, AccessTo> & Partial<Record<TableGrant, AccessTo>> = {
  'lists:publications': (resources) => listAccess(resources, 'PUB'),
  'lists:curated-publications': (resources) => listAccess(resources, 'PUB-CURATORS'),
  'lists:works': (resources) => listAccess(resources, 'WORK'),
  'lists:people': (resources) => listAccess(resources, 'PERSON'),
  'lists:projects': (resources) => listAccess(resources, 'PROJECT'),
  'lists:duplicates': (resources) => listAccess(resources, 'DUPLICATE'),
  'lists:proposals': (resources) => listAccess(resources, 'PROPOSAL'),
  'lists:compact': (resources) => snapshotAccess(resources, 's3:PutObject', snapshotNames),
  'revocations:record': ({ ledger }) => ({
    statements: [allow(['s3:PutObject'], [ledger.arnForObjects(`${objectKeys.revocations}*`)])],
    variables: { LEDGER_BUCKET_NAME: ledger.bucketName },
  }),
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
  'people:add': erasureKeyAccess,
  'people:erase': erasureKeyAccess,
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
  'setting:institution': ({ config: { institution } }) => ({
    statements: [],
    variables: { INSTITUTION: JSON.stringify(institution) },
  }),
  'setting:rollout': ({ config: { rolloutRequiresAdmin } }) => ({
    statements: [],
    variables: { ROLLOUT_REQUIRES_ADMIN: String(rolloutRequiresAdmin) },
  }),
  'setting:refresh': ({ config: { refresh } }) => ({
    statements: [],
    variables: {
      REFRESH_FROM_HOUR: String(refresh.fromHourUtc),
      REFRESH_HOURS: String(refresh.enabled ? refresh.hours : 0),
      REFRESH_PEOPLE_AFTER_DAYS: String(refresh.peopleAfterDays),
      REFRESH_PUBLICATIONS_AFTER_DAYS: String(refresh.publicationsAfterDays),
      REFRESH_REQUESTS_PER_DAY: Object.entries(refresh.requestsPerDay)
        .map(([source, requests]) => `${source}=${requests}`)
        .join(' '),
    },
  }),
  // IAM cannot restrict the reading of metrics to some of them.
  'metrics:read': ({ table }) => ({
    statements: [allow(['cloudwatch:GetMetricData'], ['*'])],
    variables: { TABLE_NAME: table.tableName },
  }),
  'public-address': ({ publicBaseUrl }) => {
    if (!publicBaseUrl) throw new Error('The grant public-address needs the Consumer API: only its stack knows it');
    return { statements: [], variables: { PUBLIC_BASE_URL: publicBaseUrl } };
  },
  verification: ({ config: { localVerificationHosts } }) => ({
    statements: [],
    variables:
      localVerificationHosts.length > 0 ? { VERIFICATION_ALLOWED_HOSTS: localVerificationHosts.join(' ') } : {},
  }),
  'gateway-keys': gatewayKeysAccess,
  'secret:openalex-api-key': ({ config }) => {
    const { openalexApiKeySecretArn: arn, openalexApiKeyKmsKeyArn: key } = config;
    return arn ? { statements: givenSecret(arn, key), variables: { OPENALEX_API_KEY_SECRET_ARN: arn } } : noAccess;
  },
  'secret:sign-in-client': ({ config: { signIn } }) => {
    const { clientSecretArn: arn, clientSecretKmsKeyArn: key } = signIn;
    return arn ? { statements: givenSecret(arn, key), variables: { SIGN_IN_CLIENT_SECRET_ARN: arn } } : noAccess;
  },
  'secret:admin-cli': ({ adminCliSecret: secret }) =>
    secret
      ? {
          statements: [allow(['secretsmanager:GetSecretValue'], [secret.secretArn])],
          variables: { ADMIN_CLI_SECRET_ARN: secret.secretArn },
        }
      : noAccess,
  'sign-in': ({ signIn: { issuer, audience, jwksUrl, loadBalancerClient }, config, loadBalancerArn }) => ({
    statements: [],
    variables: {
      SIGN_IN_ISSUER: issuer,
      SIGN_IN_AUDIENCE: audience,
      SIGN_IN_JWKS_URL: jwksUrl,
      SIGN_IN_EMAILS_VERIFIED: String(config.signIn.emailsAreVerified ?? false),
      ADMIN_EMAILS: config.adminEmails.join(' '),
      ...(loadBalancerArn && { ALB_ARN: loadBalancerArn, ALB_CLIENT_ID: loadBalancerClient?.id ?? audience }),
    },
  }),
  'directory:add': ({ signIn: { pool, issuer } }) =>
    pool
      ? {
          statements: [allow(['cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser'], [pool.arn])],
          variables: { USER_POOL_ID: pool.id, SIGN_IN_ISSUER: issuer },
        }
      : noAccess,
  'directory:remove': ({ signIn: { pool } }) =>
    pool
      ? { statements: [allow(['cognito-idp:AdminDeleteUser'], [pool.arn])], variables: { USER_POOL_ID: pool.id } }
      : noAccess,
  // Cognito's ForgotPassword and ConfirmForgotPassword are public and need no policy; the client id says which pool.
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
  const { tableArn, tableName } = resources.table;
  const statements = tableStatements(grants, tableArn).map((json) =>
    PolicyStatement.fromJson({ Effect: 'Allow', ...json }),
  );
  const permissions = tablePermissions(grants);
  const variables = permissions.length > 0 ? { TABLE_NAME: tableName, ...retentions(permissions, resources) } : {};
  const table = { statements, variables };
  return mergeAccess([table, ...grants.map((grant) => otherAccess[grant]?.(resources) ?? noAccess)]);
}

/** How long what a function may write is kept, if the settings say. */
function retentions(permissions: readonly TablePermission[], { config: { retention } }: Resources): Variables {
  const { activityDays, auditDays, jobReportDays } = retention;
  const kept = [
    ['ACTIVITY_RETENTION_DAYS', activityDays, activityPrefix],
    ['AUDIT_RETENTION_DAYS', auditDays, auditPrefix],
    ['JOB_REPORT_RETENTION_DAYS', jobReportDays, jobPrefix],
  ] as const;
  const written = permissions.filter(({ action }) => action === 'dynamodb:PutItem').map(({ pattern }) => pattern);
  return Object.fromEntries(
    kept.flatMap(([name, days, prefix]) =>
      days !== undefined && written.includes(`${prefix}*`) ? [[name, String(days)]] : [],
    ),
  );
}

/** Whether a function with these grants holds a list in memory. */
export const readsLists = (grants: readonly Grant[]): boolean =>
  grants.some((grant) => grant.startsWith('lists:') && grant !== 'lists:compact');

function mergeAccess(access: readonly Access[]): Access {
  return {
    statements: access.flatMap(({ statements }) => statements),
    variables: Object.assign({}, ...access.map(({ variables }) => variables)),
  };
}

/** An IAM statement that allows these actions on these resources, under these conditions. */
export function allow(actions: string[], resources: string[], conditions: Conditions = {}): PolicyStatement {
  return new PolicyStatement({ actions, resources, conditions });
}

/** Reading a secret of the institution. `key` is the one that encrypts it, if it is not that of Secrets Manager. */
function givenSecret(arn: string, key: string | undefined): PolicyStatement[] {
  const viaSecrets = { StringEquals: { 'kms:ViaService': `secretsmanager.${Aws.REGION}.${Aws.URL_SUFFIX}` } };
  return [allow(['secretsmanager:GetSecretValue'], [arn]), ...(key ? [allow(['kms:Decrypt'], [key], viaSecrets)] : [])];
}

/**
 * Manages API Gateway keys and their usage plans. Key ids are generated, so the policy cannot name them. It allows only
 * keys with the tag of this deployment, which they get when they are created.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-iam-policy.html
 */
function gatewayKeysAccess({ usagePlans, config: { stage } }: Resources): Access {
  if (!usagePlans)
    throw new Error('The grant gateway-keys needs usage plans: only API stacks with usage plans have them');
  const at = (paths: string[]) => paths.map((path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/${path}`);
  const ids = usagePlans.map(({ plan }) => plan.usagePlanId);
  const owner = `registry-${stage}`;
  const ours = (key: 'RequestTag' | 'ResourceTag') => ({ StringEquals: { [`aws:${key}/${gatewayKeyTag}`]: owner } });
  // The ARN of the key, percent-encoded.
  const tagsOfKeys = `tags/arn%3A${Aws.PARTITION}%3Aapigateway%3A${Aws.REGION}%3A%3A%2Fapikeys*`;
  return {
    statements: [
      allow(['apigateway:GET'], at(['apikeys'])),
      allow(['apigateway:POST'], at(['apikeys']), ours('RequestTag')),
      allow(['apigateway:PUT'], at([tagsOfKeys]), ours('RequestTag')),
      allow(['apigateway:DELETE'], at(['apikeys/*']), ours('ResourceTag')),
      allow(['apigateway:POST'], at(ids.map((id) => `usageplans/${id}/keys`))),
      allow(['apigateway:GET', 'apigateway:DELETE'], at(ids.map((id) => `usageplans/${id}/keys/*`))),
    ],
    variables: {
      USAGE_PLANS: usagePlans.map(({ perMinute, plan }) => `${perMinute}=${plan.usagePlanId}`).join(' '),
      GATEWAY_KEY_OWNER: owner,
    },
  };
}

/** The rows are in the table; what is allowed there is in table-access.ts. */
function listAccess(resources: Resources, snapshot: SnapshotName): Access {
  const { statements, variables } = snapshotAccess(resources, 's3:GetObject', [snapshot]);
  const { listStalenessMs, listEveryVersion } = resources.config;
  return {
    statements,
    variables: {
      ...variables,
      LIST_STALENESS_MS: String(listStalenessMs),
      LIST_EVERY_VERSION: String(listEveryVersion),
    },
  };
}

/** Without ListBucket, S3 answers 403 for a missing key. The reader treats any unreadable snapshot as missing. */
function snapshotAccess(
  { bucket, config: { existingTable } }: Resources,
  action: string,
  names: readonly SnapshotName[],
): Access {
  return {
    statements: [
      allow(
        [action],
        names.map((name) => bucket.arnForObjects(objectKeys.listSnapshot(name))),
      ),
    ],
    variables: { BUCKET_NAME: bucket.bucketName, ...(existingTable && { TABLE_ID: existingTable.id }) },
  };
}

function sendAccess({ queues }: Resources, name: QueueName): Access {
  return {
    statements: [allow(['sqs:SendMessage'], [queues[name].queueArn])],
    variables: { [queueVariables[name]]: queues[name].queueUrl },
  };
}
