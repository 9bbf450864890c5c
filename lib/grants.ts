import { Aws } from 'aws-cdk-lib';
import { type Conditions, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { gatewayKeyTag } from '#src/identity/domain/api-key.ts';
import type { SourceVariable, VariableName } from '#src/runtime/env.ts';
import type { Grant, OtherGrant, TableGrant } from '#src/table/grants.ts';
import {
  databaseSnapshots,
  objectKeys,
  partitions,
  type SnapshotName,
  snapshotGrants,
  snapshotNames,
} from '#src/table/keys.ts';
import type { QueueName } from '#src/table/queues/messages.ts';
import { declarationOf, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import type { Config } from './config.ts';
import type { UsagePlans } from './constructs/api/usage-plans.ts';
import type { UsedTable } from './data-stack.ts';
import { keepsSnapshots } from './settings/lists.ts';
import { enabledSources, type SourceSettings } from './settings/sources.ts';
import { type TablePermission, tablePermissions, tableStatements } from './table-access.ts';

/** The resources that grants give access to. */
export interface Resources {
  config: Config;
  table: UsedTable;
  bucket: Bucket;
  /** The ledger of revocations. */
  ledger: Bucket;
  apiKeyPepper: Secret;
  /** The key of the hashes that record erased people. */
  erasureKey: Secret;
  adminCliSecret: Secret | undefined;
  signIn: SignInProvider;
  /** The load balancer that signs people in to the dashboard. */
  loadBalancerArn?: string | undefined;
  /** The database of lists, if the settings say that there is one. */
  database?: ListDatabase | undefined;
  /** Created with the Consumer API, so missing in the stacks before it. */
  usagePlans?: UsagePlans | undefined;
  /** Also known only with the Consumer API. */
  publicBaseUrl?: string | undefined;
  queues: Record<QueueName, Queue>;
}

/** A database that is reached by the Data API, with the secret of its user. */
export interface ListDatabase {
  clusterArn: string;
  secretArn: string;
  name: string;
  /** The function that brings its lists up to date. Undefined for that function itself. */
  feeder?: IFunction;
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

export type Variables = Partial<Record<VariableName | `${Uppercase<SourceName>}_${SourceVariable}`, string>>;

/** The IAM statements and environment variables that a grant gives a function. */
export interface Access {
  statements: PolicyStatement[];
  variables: Variables;
}

/** The variable of each queue's URL, in src/runtime/env.ts. */
export const queueVariables = {
  researchers: 'RESEARCHERS_QUEUE_URL',
  works: 'WORKS_QUEUE_URL',
  webhooks: 'WEBHOOKS_QUEUE_URL',
  intakes: 'INTAKES_QUEUE_URL',
  fetches: 'FETCHES_QUEUE_URL',
} as const satisfies Record<QueueName, VariableName>;

type AccessTo = (resources: Resources) => Access;

const allowed = (statements: PolicyStatement[], variables: Variables): Access => ({ statements, variables });
/** Settings only, without permissions. */
const told = (variables: Variables): Access => allowed([], variables);
const secret = ({ secretArn }: Secret, variable: VariableName): Access =>
  allowed([allow(readSecret, [secretArn])], { [variable]: secretArn });
const readSecret = ['secretsmanager:GetSecretValue'];

const erasureKey: AccessTo = (resources) => secret(resources.erasureKey, 'ERASURE_KEY_SECRET_ARN');

const listGrants = Object.fromEntries(
  snapshotNames.map((name): [string, AccessTo] => [snapshotGrants[name], (resources) => listAccess(resources, name)]),
) as Record<(typeof snapshotGrants)[SnapshotName], AccessTo>;

/** The permissions outside the table, and their environment variables, by grant. */
const otherAccess: Record<OtherGrant, AccessTo> & Partial<Record<TableGrant, AccessTo>> = {
  ...listGrants,
  'lists:compact': (resources) => {
    const { statements, variables } = snapshotAccess(resources, 's3:PutObject', snapshotNames);
    const { lists } = resources.config;
    return allowed(statements, { ...variables, ...(!keepsSnapshots(lists) && { LISTS_ENGINE: lists.engine }) });
  },
  'database:lists': databaseAccess,
  'ledger:append': ({ ledger }) =>
    allowed([allow(['s3:PutObject'], [ledger.arnForObjects(`${objectKeys.revocations}*`)])], {
      LEDGER_BUCKET_NAME: ledger.bucketName,
    }),
  'queue:researchers': (resources) => sendAccess(resources, 'researchers'),
  'queue:works': (resources) => sendAccess(resources, 'works'),
  'queue:webhooks': (resources) => sendAccess(resources, 'webhooks'),
  'queue:intakes': (resources) => sendAccess(resources, 'intakes'),
  'queue:fetches': (resources) => sendAccess(resources, 'fetches'),
  'queues:count': ({ queues: { researchers, works } }) =>
    allowed([allow(['sqs:GetQueueAttributes'], [researchers.queueArn, works.queueArn])], {
      RESEARCHERS_QUEUE_URL: researchers.queueUrl,
      WORKS_QUEUE_URL: works.queueUrl,
    }),
  'secret:api-key-pepper': ({ apiKeyPepper }) => secret(apiKeyPepper, 'API_KEY_PEPPER_SECRET_ARN'),
  'secret:admin-cli': ({ adminCliSecret }) =>
    adminCliSecret ? secret(adminCliSecret, 'ADMIN_CLI_SECRET_ARN') : told({}),
  'secret:source-credentials': ({ config }) => {
    const given = enabledSources(config).flatMap((name) => {
      const { credentialsSecretArn: arn, credentialsKmsKeyArn: key, tokenUrl } = config.sources[name];
      if (!arn) return [];
      const variables = sourceVariable(name, { CREDENTIALS_SECRET_ARN: arn, ...(tokenUrl && { TOKEN_URL: tokenUrl }) });
      return [allowed(givenSecret(arn, key), variables)];
    });
    return allowed(
      given.flatMap(({ statements }) => statements),
      Object.assign({}, ...given.map(({ variables }) => variables)),
    );
  },
  'secret:sign-in-client': ({ config: { signIn } }) => {
    const { clientSecretArn: arn, clientSecretKmsKeyArn: key } = signIn;
    return arn ? allowed(givenSecret(arn, key), { SIGN_IN_CLIENT_SECRET_ARN: arn }) : told({});
  },
  'erasures:read': erasureKey,
  'erasures:check': erasureKey,
  'people:erase': erasureKey,
  'gateway-keys': gatewayKeysAccess,
  // IAM cannot restrict reading to some metrics.
  metrics: ({ table }) => allowed([allow(['cloudwatch:GetMetricData'], ['*'])], { TABLE_NAME: table.tableName }),
  'directory:add': (resources) => poolAccess(resources, 'AdminCreateUser', 'AdminGetUser'),
  'directory:first-password': (resources) => poolAccess(resources, 'AdminInitiateAuth', 'AdminRespondToAuthChallenge'),
  'directory:sign-out': (resources) => poolAccess(resources, 'AdminGetUser', 'AdminUserGlobalSignOut'),
  'directory:remove': ({ signIn: { pool } }) =>
    pool ? allowed([allow(['cognito-idp:AdminDeleteUser'], [pool.arn])], { USER_POOL_ID: pool.id }) : told({}),
  // Cognito's ForgotPassword and ConfirmForgotPassword are public and need no policy; the client id selects the pool.
  'directory:reset': ({ signIn: { pool, audience } }) => told(pool ? { USER_POOL_CLIENT_ID: audience } : {}),
  'sign-in': ({ signIn: { issuer, audience, jwksUrl, loadBalancerClient }, config, loadBalancerArn }) =>
    told({
      SIGN_IN_ISSUER: issuer,
      SIGN_IN_AUDIENCE: audience,
      SIGN_IN_JWKS_URL: jwksUrl,
      SIGN_IN_EMAILS_VERIFIED: String(config.signIn.emailsAreVerified ?? false),
      ADMIN_EMAILS: config.adminEmails.join(' '),
      ...(loadBalancerArn && { ALB_ARN: loadBalancerArn, ALB_CLIENT_ID: loadBalancerClient?.id ?? audience }),
    }),
  'public-address': ({ publicBaseUrl }) => {
    if (!publicBaseUrl) throw new Error('The grant public-address needs the Consumer API: only its stack knows it');
    return told({ PUBLIC_BASE_URL: publicBaseUrl });
  },
  verification: ({ config: { localVerificationHosts: hosts } }) =>
    told(hosts.length > 0 ? { VERIFICATION_ALLOWED_HOSTS: hosts.join(' ') } : {}),
  'setting:installation-limit': ({ config }) =>
    told({ INSTALLATION_REQUESTS_PER_MINUTE: String(config.installationRequestsPerMinute) }),
  'setting:invitation-limit': ({ config }) => told({ INVITATIONS_PER_DAY: String(config.invitationsPerDay) }),
  'setting:reset': ({ config: { resetAllowedEmails, resetConfirmation } }) =>
    told({
      RESET_ALLOWED_EMAILS: resetAllowedEmails.join(' '),
      ...(resetConfirmation && { RESET_CONFIRMATION: resetConfirmation }),
    }),
  'setting:institution': ({ config: { institution } }) => told({ INSTITUTION: JSON.stringify(institution) }),
  'setting:groups': ({ config: { groups } }) =>
    told({ GROUP_BASIS: groups.basis, GROUP_MONTHS_AFTER: String(groups.monthsAfter) }),
  'setting:site': ({ config: { site, sources } }) =>
    told({ SITE_NAME: site.name, SITE_CONTACT_EMAIL: site.contactEmail ?? sources.contactEmail }),
  'setting:rollout': ({ config }) => told({ ROLLOUT_REQUIRES_ADMIN: String(config.rolloutRequiresAdmin) }),
  'setting:refresh': ({ config, config: { refresh } }) =>
    told({
      REFRESH_FROM_HOUR: String(refresh.fromHourUtc),
      REFRESH_HOURS: String(refresh.enabled ? refresh.hours : 0),
      REFRESH_PEOPLE_AFTER_DAYS: String(refresh.peopleAfterDays),
      REFRESH_PUBLICATIONS_AFTER_DAYS: String(refresh.publicationsAfterDays),
      REFRESH_REQUESTS_PER_DAY: enabledSources(config)
        .map((source) => `${source}=${refresh.requestsPerDay[source]}`)
        .join(' '),
    }),
  sources: ({ config }) => {
    const optional = enabledSources(config).filter((name) => declarationOf(name).isOptional);
    return told({
      ...Object.assign({}, ...enabledSources(config).map((name) => sourceVariables(name, config.sources[name]))),
      ...(optional.length > 0 && { OPTIONAL_SOURCES: optional.join(' ') }),
      SOURCES_CONTACT_EMAIL: config.sources.contactEmail,
    });
  },
};

function poolAccess({ signIn: { pool, issuer } }: Resources, ...calls: string[]): Access {
  if (!pool) return told({});
  const actions = calls.map((call) => `cognito-idp:${call}`);
  return allowed([allow(actions, [pool.arn])], { USER_POOL_ID: pool.id, SIGN_IN_ISSUER: issuer });
}

function sourceVariables(name: SourceName, settings: SourceSettings): Variables {
  const { url, requestsPerSecond, listRequestsPerSecond, maxInFlight, requestsPerDay } = settings;
  return sourceVariable(name, {
    URL: url,
    REQUESTS_PER_SECOND: String(requestsPerSecond),
    ...(listRequestsPerSecond !== undefined && { LIST_REQUESTS_PER_SECOND: String(listRequestsPerSecond) }),
    ...(maxInFlight !== undefined && { MAX_IN_FLIGHT: String(maxInFlight) }),
    ...(requestsPerDay !== undefined && { REQUESTS_PER_DAY: String(requestsPerDay) }),
  });
}

const sourceVariable = (name: SourceName, values: Partial<Record<SourceVariable, string>>): Variables =>
  Object.fromEntries(Object.entries(values).map(([variable, value]) => [`${name.toUpperCase()}_${variable}`, value]));

/** The combined access of these grants. */
export function accessFor(grants: readonly Grant[], resources: Resources): Access {
  const { tableArn, tableName } = resources.table;
  const statements = tableStatements(grants, tableArn).map((json) =>
    PolicyStatement.fromJson({ Effect: 'Allow', ...json }),
  );
  const permissions = tablePermissions(grants);
  const variables =
    permissions.length > 0 ? { TABLE_NAME: tableName, ...settingsOfWriters(permissions, resources) } : {};
  // Compaction reads the table only.
  const used = grants.includes('lists:compact') ? { ...resources, database: undefined } : resources;
  const otherGrants = grants.flatMap((grant) => otherAccess[grant]?.(used) ?? []);
  return {
    statements: [...statements, ...otherGrants.flatMap((each) => each.statements)],
    variables: Object.assign(variables, ...otherGrants.map((each) => each.variables)),
  };
}

/** The retention of items that a function may write, if configured. */
function retentions(permissions: readonly TablePermission[], { config: { retention } }: Resources): Variables {
  const { activityDays, auditDays, jobReportDays } = retention;
  const kept = [
    ['ACTIVITY_RETENTION_DAYS', activityDays, partitions.activity],
    ['AUDIT_RETENTION_DAYS', auditDays, partitions.audit],
    ['JOB_REPORT_RETENTION_DAYS', jobReportDays, partitions.jobs],
    ['JOB_REPORT_RETENTION_DAYS', jobReportDays, partitions['bulk-edits']],
  ] as const;
  const written = permissions.filter(({ action }) => action === 'dynamodb:PutItem').map(({ pattern }) => pattern);
  return Object.fromEntries(
    kept.flatMap(([name, days, prefix]) =>
      days !== undefined && written.includes(`${prefix}*`) ? [[name, String(days)]] : [],
    ),
  );
}

/** Settings of functions that may write to the table. */
function settingsOfWriters(permissions: readonly TablePermission[], resources: Resources): Variables {
  const rows = databaseSnapshots.map((collection) => `${partitions.lists}${collection}#*`);
  const writesRows = permissions.some(
    ({ action, pattern }) => /^dynamodb:(Put|Delete)Item$/.test(action) && rows.includes(pattern),
  );
  return {
    ...retentions(permissions, resources),
    ...(resources.database && writesRows && { LISTS_MARK_LEFT_ROWS: 'true' }),
  };
}

/** An IAM statement for these actions on these resources, under these conditions. */
export function allow(actions: string[], resources: string[], conditions: Conditions = {}): PolicyStatement {
  return new PolicyStatement({ actions, resources, conditions });
}

/** Reads a secret of the institution. `key` is its KMS key, if it is not the default of Secrets Manager. */
function givenSecret(arn: string, key: string | undefined): PolicyStatement[] {
  const viaSecrets = { StringEquals: { 'kms:ViaService': `secretsmanager.${Aws.REGION}.${Aws.URL_SUFFIX}` } };
  return [allow(readSecret, [arn]), ...(key ? [allow(['kms:Decrypt'], [key], viaSecrets)] : [])];
}

/**
 * Manages API Gateway keys and their usage plans. Key ids are generated, so the policy allows only keys with this
 * deployment's tag, which they get on creation.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-iam-policy.html
 */
function gatewayKeysAccess({ usagePlans, config: { stage } }: Resources): Access {
  if (!usagePlans)
    throw new Error('The grant gateway-keys needs usage plans: only API stacks with usage plans have them');
  const at = (paths: string[]) => paths.map((path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/${path}`);
  const ids = usagePlans.map(({ plan }) => plan.usagePlanId);
  const owner = `registry-${stage}`;
  const ours = (key: 'RequestTag' | 'ResourceTag') => ({ StringEquals: { [`aws:${key}/${gatewayKeyTag}`]: owner } });
  // The key's ARN, percent-encoded.
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

/** The rows are in the table: see src/table/grants.ts. A list in PostgreSQL has no snapshot. */
function listAccess(resources: Resources, snapshot: SnapshotName): Access {
  const { listStalenessMs, listEveryVersion, lists } = resources.config;
  const { database } = resources;
  const isInDatabase = database && lists.engine === 'postgres' && databaseSnapshots.includes(snapshot);
  const { statements, variables } = isInDatabase
    ? withFeeder(databaseAccess(resources), database)
    : snapshotAccess(resources, 's3:GetObject', [snapshot]);
  return allowed(statements, {
    ...variables,
    LIST_STALENESS_MS: String(listStalenessMs),
    LIST_EVERY_VERSION: String(listEveryVersion),
  });
}

/** Lets a function that finds lists behind wake the function that feeds them. */
const withFeeder = ({ statements, variables }: Access, { feeder }: ListDatabase): Access =>
  allowed([...statements, ...(feeder ? [allow(['lambda:InvokeFunction'], [feeder.functionArn])] : [])], {
    ...variables,
    LISTS_ENGINE: 'postgres',
    ...(feeder && { LISTS_FEEDER: feeder.functionName }),
  });

/**
 * Statements, and snapshots for those that belong together, as the user that owns the lists: every reader writes what
 * has changed since.
 */
function databaseAccess({ database, config: { listEveryVersion } }: Resources): Access {
  if (!database) return told({});
  const { clusterArn, secretArn, name } = database;
  const calls = ['ExecuteStatement', 'BeginTransaction', 'RollbackTransaction'].map((call) => `rds-data:${call}`);
  return allowed([allow(calls, [clusterArn]), allow(readSecret, [secretArn])], {
    LISTS_CLUSTER_ARN: clusterArn,
    LISTS_SECRET_ARN: secretArn,
    LISTS_DATABASE: name,
    LIST_EVERY_VERSION: String(listEveryVersion),
  });
}

/** Without ListBucket, S3 answers 403 for a missing key. The reader treats any unreadable snapshot as missing. */
function snapshotAccess(
  { bucket, config: { existingTable } }: Resources,
  action: string,
  names: readonly SnapshotName[],
): Access {
  const objects = names.map((name) => bucket.arnForObjects(objectKeys.listSnapshot(name, '*')));
  return allowed([allow([action], objects)], {
    BUCKET_NAME: bucket.bucketName,
    ...(existingTable && { TABLE_ID: existingTable.id }),
  });
}

function sendAccess({ queues }: Resources, name: QueueName): Access {
  const { queueArn, queueUrl } = queues[name];
  return allowed([allow(['sqs:SendMessage'], [queueArn])], { [queueVariables[name]]: queueUrl });
}
