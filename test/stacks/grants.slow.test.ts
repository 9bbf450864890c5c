import { describe, expect, it } from '@jest/globals';
import type { Grant } from '#src/table/grants.ts';
import { collections } from '#src/table/keys.ts';
import { readConfig } from '../../lib/config.ts';
import { constructId } from '../../lib/constructs/construct-id.ts';
import { aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources, roleOf } from './templates.ts';

const openalexApiKeySecretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:openalex-AbCdEf';

const grants = [
  'publications:read',
  'publications:ingest',
  'active-jobs:query',
  'jobs:end',
  'jobs:request',
  'lists:people',
  'activity:query',
  'activity:put',
  'activity:batch',
  'audit:put',
  'usage:update',
  'people:list',
  'users:write',
  'lists:compact',
  'queue:researchers',
  'queue:works',
  'queues:count',
  'secret:api-key-pepper',
  'secret:source-credentials',
  'secret:admin-cli',
  'erasures:check',
  'sign-in',
  'identities:update',
  'directory:add',
  'directory:first-password',
  'directory:remove',
  'directory:reset',
  'verification',
  'setting:reset',
  'rollout:write',
  'rollout:count',
  'pass-refresh:query',
  'pass-repair:run',
  'setting:rollout',
  'metrics',
  'sources',
] as const satisfies readonly Grant[];

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b';

const clientSecretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:client-AbCdEf';
const kmsKeyArn = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f';
const issuer = { issuer: 'https://id.example', audience: 'dashboard' };

const segment = (grant: Grant) => grant.replaceAll(':', '-');
const routes = [
  aRoute({ id: 'nothing.get', path: '/nothing' }),
  ...grants.map((grant) => aRoute({ id: `${segment(grant)}.get`, path: `/${segment(grant)}`, grants: [grant] })),
];
// With CloudFront, every function has a variable that says so.
const edge = { enabled: false };
const consumer = templatesOf(aRegistry({ routes, config: readConfig({ edge }) })).Consumer;
const configured = templatesOf(
  aRegistry({
    routes,
    config: readConfig({
      edge,
      listStalenessMs: 5,
      retention: { activityDays: 365, auditDays: 730, jobReportDays: 30 },
      openalexApiKeySecretArn,
      adminCli: false,
      adminEmails: ['ada@example.org', 'bob@example.org'],
      resetAllowedEmails: ['Ada@example.org'],
      resetConfirmation: 'delete everything',
      dashboardUrl: 'https://desk.example.org',
      signIn: {
        issuer: 'https://id.example',
        audience: 'dashboard',
        clientSecretArn: openalexApiKeySecretArn,
        emailsAreVerified: true,
        alb: {
          certificateArn,
          authorizationEndpoint: 'https://id.example/authorize',
          tokenEndpoint: 'https://id.example/token',
          userInfoEndpoint: 'https://id.example/userinfo',
        },
      },
      sources: { orcid: { url: 'http://localhost:1' }, contactEmail: 'me@example.org' },
    }),
  }),
).Consumer;

/** The actions that a function with only this grant may do, on which resources, and its variables. */
function accessWith(grant: Grant | 'nothing', template = consumer) {
  const beginning = constructId(`${segment(grant as Grant)}.get`);
  const role = roleOf(template, beginning).Properties;
  const [logs, ...rest] = role.Policies[0].PolicyDocument.Statement;
  return {
    logs,
    role,
    statements: rest.map(({ Action, Resource, Condition }: Record<'Action' | 'Resource' | 'Condition', unknown>) => ({
      actions: [Action].flat(),
      resources: [Resource].flat(),
      ...(Condition !== undefined && { condition: Condition }),
    })),
    variables: resource(template, 'AWS::Lambda::Function', beginning).Properties.Environment?.Variables ?? {},
  };
}

/** The condition that leading keys exist and all match one of these patterns. */
const only = (...patterns: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** The actions on the table by their leading keys, without the service's name. */
const reached = (statements: { actions: string[]; condition?: object }[]) =>
  statements
    .filter(({ actions }) => actions.every((action) => action.startsWith('dynamodb:')))
    .map(({ actions, condition }) => {
      const { 'ForAllValues:StringLike': like = {} } = condition as Record<string, Record<string, string[]>>;
      return [actions.map((action) => action.replace('dynamodb:', '')), like['dynamodb:LeadingKeys']];
    });

describe('a grant', () => {
  it('to write what expires says when, if the settings do', () => {
    const retentionIn = (template: typeof consumer, grant: Grant) =>
      Object.entries(accessWith(grant, template).variables).filter(([name]) => name.endsWith('_RETENTION_DAYS'));
    expect(retentionIn(configured, 'jobs:request')).toEqual([
      ['ACTIVITY_RETENTION_DAYS', '365'],
      ['JOB_REPORT_RETENTION_DAYS', '30'],
    ]);
    expect(retentionIn(configured, 'audit:put')).toEqual([['AUDIT_RETENTION_DAYS', '730']]);
    expect(retentionIn(configured, 'activity:query')).toEqual([]);
    expect(retentionIn(consumer, 'jobs:request')).toEqual([]);
  });

  it('less than any: a function may write to the log group of its API and nothing else', () => {
    const { logs, role, statements, variables } = accessWith('nothing');
    expect(logs.Action).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    expect(logs.Resource['Fn::GetAtt'][0]).toMatch(/^FunctionsLogs/);
    expect(role.ManagedPolicyArns).toBeUndefined();
    expect(statements).toEqual([]);
    expect(variables).toEqual({});
  });

  it.each([
    ['publications:read', 'PUB#*', ['GetItem', 'BatchGetItem']],
    ['activity:query', 'ACTIVITY#*', ['Query']],
    ['activity:batch', 'ACTIVITY#*', ['BatchWriteItem']],
    ['audit:put', 'AUDIT#*', ['PutItem']],
    ['usage:update', 'USAGE#*', ['UpdateItem']],
    ['rollout:write', 'ROLLOUT#*', ['GetItem', 'BatchGetItem', 'PutItem']],
    ['people:list', 'LIST#PERSON#*', ['Query']],
    ['pass-refresh:query', 'REFRESH', ['Query']],
    ['pass-repair:run', 'PASS#repair', ['Query', 'PutItem', 'UpdateItem', 'BatchWriteItem']],
  ] as const)('%s reaches %s in the table, and no other item without naming it', (grant, pattern, actions) => {
    const { statements, variables } = accessWith(grant);
    const statement = statements.find(({ condition }: { condition: object }) =>
      JSON.stringify(condition).includes(pattern),
    );
    expect(statement.actions).toEqual(actions.map((action) => `dynamodb:${action}`));
    expect(JSON.stringify(statement.resources)).not.toContain('/index/');
    expect(statement.condition).toEqual(only(pattern));
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it('publications:ingest may name publications and people in one batch, so one statement has both', () => {
    expect(reached(accessWith('publications:ingest').statements)).toContainEqual([
      ['GetItem', 'BatchGetItem'],
      ['JOURNAL#*', 'LIST#DUPLICATE#*', 'PERSON#*', 'PUB#*', 'RELATING', 'WORK#*'],
    ]);
  });

  it('active-jobs:query reads one partition of an index', () => {
    const [query] = accessWith('active-jobs:query').statements;
    expect(query.actions).toEqual(['dynamodb:Query']);
    expect(JSON.stringify(query.resources)).toContain('/index/byRef');
    expect(query.condition).toEqual(only('JOBS#ACTIVE'));
  });

  it('lists:people reads the rows of people, their changes, and one snapshot', () => {
    const { statements, variables } = accessWith('lists:people', configured);
    const [rows, snapshot, ...others] = statements;
    expect(others).toEqual([]);
    expect([rows.actions, rows.condition]).toEqual([['dynamodb:Query'], only('LIST#PERSON#*')]);
    expect(rows.resources).toHaveLength(2);
    expect(JSON.stringify(rows.resources[1])).toContain('/index/changes');
    expect(snapshot.actions).toEqual(['s3:GetObject']);
    expect(JSON.stringify(snapshot.resources)).toContain('/lists/PERSON/*.bin');
    expect(Object.keys(variables).sort()).toEqual([
      'BUCKET_NAME',
      'LIST_EVERY_VERSION',
      'LIST_STALENESS_MS',
      'TABLE_NAME',
    ]);
    expect(variables.LIST_STALENESS_MS).toBe('5');
  });

  it("identities:update notes whose tokens are a user's, and reads or changes nothing else", () => {
    const { statements, variables } = accessWith('identities:update');
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(['dynamodb:UpdateItem']);
    expect(statements[0].condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'id', 'subject', 'deleting'] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
      Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
    });
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it('lists:compact updates list rows and nothing else of the table, and writes the snapshots', () => {
    const [rows, snapshots, ...others] = accessWith('lists:compact').statements;
    expect(others).toEqual([]);
    expect(rows.actions).toEqual(['dynamodb:UpdateItem']);
    expect(rows.condition).toEqual(only(...collections.map((collection) => `LIST#${collection}#*`).sort()));
    expect(snapshots.actions).toEqual(['s3:PutObject']);
  });

  it.each([
    ['queue:researchers', 'RESEARCHERS_QUEUE_URL'],
    ['queue:works', 'WORKS_QUEUE_URL'],
  ] as const)('%s sends to that queue only', (grant, variable) => {
    const { statements, variables } = accessWith(grant);
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(['sqs:SendMessage']);
    expect(statements[0].resources).toHaveLength(1);
    expect(Object.keys(variables)).toEqual([variable]);
  });

  it('queues:count reads the attributes of both queues and nothing else', () => {
    const { statements, variables } = accessWith('queues:count');
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(['sqs:GetQueueAttributes']);
    expect(statements[0].resources).toHaveLength(2);
    expect(Object.keys(variables).sort()).toEqual(['RESEARCHERS_QUEUE_URL', 'WORKS_QUEUE_URL']);
  });

  it('secret:api-key-pepper reads that secret', () => {
    const { statements, variables } = accessWith('secret:api-key-pepper');
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(['secretsmanager:GetSecretValue']);
    expect(statements[0].resources).toEqual([variables.API_KEY_PEPPER_SECRET_ARN]);
  });

  it('secret:source-credentials reads that secret where there is one', () => {
    const { statements, variables } = accessWith('secret:source-credentials', configured);
    expect(statements).toEqual([{ actions: ['secretsmanager:GetSecretValue'], resources: [openalexApiKeySecretArn] }]);
    expect(variables).toEqual({ OPENALEX_CREDENTIALS_SECRET_ARN: openalexApiKeySecretArn });
    expect(accessWith('secret:source-credentials')).toMatchObject({ statements: [], variables: {} });
  });

  describe.each([
    [
      'secret:source-credentials',
      { openalexApiKeySecretArn, openalexApiKeyKmsKeyArn: kmsKeyArn },
      { openalexApiKeySecretArn },
    ],
    [
      'secret:sign-in-client',
      { signIn: { ...issuer, clientSecretArn, clientSecretKmsKeyArn: kmsKeyArn } },
      { signIn: { ...issuer, clientSecretArn } },
    ],
  ] as const)('%s of a secret with a customer key', (grant, withKey, withoutKey) => {
    const statementsWith = (settings: object) => {
      const route = aRoute({ id: `${segment(grant)}.get`, path: '/secret', grants: [grant] });
      const config = readConfig({ edge, ...settings });
      return accessWith(grant, templatesOf(aRegistry({ routes: [route], config })).Consumer).statements;
    };

    it('decrypts with that key, only through Secrets Manager', () => {
      const [, decrypt, ...others] = statementsWith(withKey);
      expect(others).toEqual([]);
      expect(decrypt).toEqual({
        actions: ['kms:Decrypt'],
        resources: [kmsKeyArn],
        condition: {
          StringEquals: {
            'kms:ViaService': {
              'Fn::Join': ['', ['secretsmanager.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
            },
          },
        },
      });
    });

    it('does not decrypt without a key of its own', () => {
      expect(statementsWith(withoutKey).map(({ actions }: { actions: unknown[] }) => actions)).toEqual([
        ['secretsmanager:GetSecretValue'],
      ]);
    });
  });

  it('secret:admin-cli reads that secret, unless the deployment has none', () => {
    const { statements, variables } = accessWith('secret:admin-cli');
    expect(statements).toEqual([
      { actions: ['secretsmanager:GetSecretValue'], resources: [variables.ADMIN_CLI_SECRET_ARN] },
    ]);
    expect(JSON.stringify(variables)).toContain('AdminCliSecret');
    expect(accessWith('secret:admin-cli', configured)).toMatchObject({ statements: [], variables: {} });
  });

  it('sign-in says whose tokens are good, and allows nothing', () => {
    const { statements, variables } = accessWith('sign-in', configured);
    expect(statements).toEqual([]);
    expect(variables).toEqual({
      SIGN_IN_ISSUER: 'https://id.example',
      SIGN_IN_AUDIENCE: 'dashboard',
      SIGN_IN_JWKS_URL: 'https://id.example/.well-known/jwks.json',
      SIGN_IN_EMAILS_VERIFIED: 'true',
      ADMIN_EMAILS: 'ada@example.org bob@example.org',
      ALB_ARN: expect.objectContaining({ 'Fn::GetStackOutput': expect.anything() }),
      ALB_CLIENT_ID: 'dashboard',
    });
    const own = accessWith('sign-in');
    expect(own.statements).toEqual([]);
    expect(Object.keys(own.variables).sort()).toEqual([
      'ADMIN_EMAILS',
      'SIGN_IN_AUDIENCE',
      'SIGN_IN_EMAILS_VERIFIED',
      'SIGN_IN_ISSUER',
      'SIGN_IN_JWKS_URL',
    ]);
    expect(own.variables.SIGN_IN_EMAILS_VERIFIED).toBe('false');
    expect(JSON.stringify(own.variables.SIGN_IN_ISSUER)).toContain('ProviderURL');
  });

  it.each([
    ['directory:add', ['AdminCreateUser', 'AdminGetUser'], ['SIGN_IN_ISSUER', 'USER_POOL_ID']],
    [
      'directory:first-password',
      ['AdminInitiateAuth', 'AdminRespondToAuthChallenge'],
      ['SIGN_IN_ISSUER', 'USER_POOL_ID'],
    ],
    ['directory:remove', ['AdminDeleteUser'], ['USER_POOL_ID']],
  ] as const)('%s allows %j of that pool, where there is one', (grant, actions, names) => {
    const { statements, variables } = accessWith(grant);
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(actions.map((action) => `cognito-idp:${action}`));
    expect(statements[0].resources).toHaveLength(1);
    expect(Object.keys(variables).sort()).toEqual(names);
    expect(accessWith(grant, configured)).toMatchObject({ statements: [], variables: {} });
  });

  it('directory:reset knows the client through which anybody may ask', () => {
    const { statements, variables } = accessWith('directory:reset');
    expect(statements).toEqual([]);
    expect(Object.keys(variables)).toEqual(['USER_POOL_CLIENT_ID']);
    expect(accessWith('directory:reset', configured)).toMatchObject({ statements: [], variables: {} });
  });

  it('verification allows nothing, and names private hosts on a laptop only', () => {
    expect(accessWith('verification')).toMatchObject({ statements: [], variables: {} });
    const config = readConfig({ stage: 'local', localVerificationHosts: ['127.0.0.1', 'localhost'] });
    expect(accessWith('verification', templatesOf(aRegistry({ routes, config })).Consumer)).toMatchObject({
      statements: [],
      variables: { VERIFICATION_ALLOWED_HOSTS: '127.0.0.1 localhost' },
    });
  });

  it('setting:reset says who may reset the data, by default nobody, and allows nothing', () => {
    expect(accessWith('setting:reset')).toMatchObject({ statements: [], variables: { RESET_ALLOWED_EMAILS: '' } });
    expect(accessWith('setting:reset', configured)).toMatchObject({
      statements: [],
      variables: { RESET_ALLOWED_EMAILS: 'ada@example.org', RESET_CONFIRMATION: 'delete everything' },
    });
    // No function without the grant gets it.
    expect(accessWith('publications:read', configured).variables).not.toHaveProperty('RESET_ALLOWED_EMAILS');
  });

  it('users:write reads and replaces users, and replaces the rows that list them', () => {
    expect(reached(accessWith('users:write').statements)).toEqual([
      [['GetItem', 'BatchGetItem'], ['USER#*']],
      [['PutItem'], ['USER#*', 'USERS']],
    ]);
  });

  it('erasures:check comes with the key of the marks', () => {
    const { statements, variables } = accessWith('erasures:check');
    expect(reached(statements)).toEqual([[['ConditionCheckItem'], ['ERASED#*']]]);
    expect(statements[1]).toEqual({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [variables.ERASURE_KEY_SECRET_ARN],
    });
  });

  it('rollout:count reads the rollout and updates the counters', () => {
    expect(reached(accessWith('rollout:count').statements)).toEqual([
      [['GetItem', 'BatchGetItem'], ['ROLLOUT#*']],
      [['UpdateItem'], ['rollout:metrics:*']],
    ]);
  });

  it('setting:rollout says who may change it, and allows nothing', () => {
    expect(accessWith('setting:rollout')).toMatchObject({
      statements: [],
      variables: { ROLLOUT_REQUIRES_ADMIN: 'false' },
    });
  });

  it('metrics reads metrics and nothing else', () => {
    const { statements, variables } = accessWith('metrics');
    expect(statements).toEqual([{ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }]);
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it('sources says where they are and how often to ask', () => {
    const { statements, variables } = accessWith('sources', configured);
    expect(reached(statements)).toEqual([[['UpdateItem', 'GetItem', 'BatchGetItem'], ['PACE#*']]]);
    expect(variables).toMatchObject({
      ORCID_URL: 'http://localhost:1',
      ORCID_REQUESTS_PER_SECOND: '12',
      CROSSREF_URL: 'https://api.crossref.org',
      CROSSREF_REQUESTS_PER_SECOND: '10',
      DATACITE_URL: 'https://api.datacite.org',
      DATACITE_REQUESTS_PER_SECOND: '3',
      OPENALEX_URL: 'https://api.openalex.org',
      OPENALEX_REQUESTS_PER_SECOND: '10',
      OPENALEX_REQUESTS_PER_DAY: '10000',
      SOURCES_CONTACT_EMAIL: 'me@example.org',
    });
  });
});

describe('functions of one API that are granted', () => {
  const granted = (name: string, grants: Grant[]) => aRoute({ id: `${name}.get`, path: `/${name}`, grants });
  const { Consumer } = templatesOf(
    aRegistry({
      routes: [
        granted('nothing', []),
        granted('reader', ['publications:read']),
        granted('other-reader', ['publications:read', 'setting:reset']),
        granted('writer', ['publications:ingest']),
        granted('sender', ['queue:works', 'publications:ingest']),
        granted('other-sender', ['publications:ingest', 'queue:works']),
      ],
    }),
  );

  it('the same statements share a role, and no others do', () => {
    const role = (name: string) => roleOf(Consumer, constructId(`${name}.get`));
    expect(role('other-reader')).toBe(role('reader'));
    expect(role('other-sender')).toBe(role('sender'));
    const roles = new Set(['reader', 'writer', 'sender'].map(role));
    expect(roles.size).toBe(3);
  });

  it('have roles named after what they allow', () => {
    const names = resources(Consumer, 'AWS::IAM::Role').map(([id]) => id.replace(/\w{8}$/, ''));
    expect(names.sort()).toEqual([
      'FunctionsNoGrants',
      'FunctionsPublicationsIngest',
      'FunctionsPublicationsIngestQueueWorks',
      'FunctionsPublicationsRead',
      'GatewayRead',
    ]);
  });
});
