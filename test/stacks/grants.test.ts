import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { constructId } from '../../lib/constructs/construct-id.ts';
import type { Grant } from '../../src/runtime/grant.ts';
import { aRegistry, aRoute, resource, resources, roleOf, templatesOf } from './support.ts';

const openalexApiKeySecretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:openalex-AbCdEf';

const grants = [
  'table:read',
  'table:write',
  'activity:read',
  'activity:clear',
  'audit:append',
  'usage',
  'lists:compact',
  'queue:researchers',
  'queue:works',
  'queues:count',
  'secret:api-key-pepper',
  'secret:openalex-api-key',
  'secret:admin-cli',
  'sign-in',
  'users:bind',
  'users:directory',
  'users:reset',
  'verification',
  'setting:reset',
  'data:delete',
  'jobs:fail',
  'author-links:repair',
  'duplicates:find',
  'duplicates:decide',
  'rollout:write',
  'rollout:count',
  'rollout:read',
  'setting:rollout',
  'metrics:read',
  'sources',
] as const satisfies readonly Grant[];

const albArn = 'arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/dashboard/0123456789abcdef';

const segment = (grant: Grant) => grant.replaceAll(':', '-');
const routes = [
  aRoute({ id: 'nothing.get', path: '/nothing' }),
  ...grants.map((grant) => aRoute({ id: `${segment(grant)}.get`, path: `/${segment(grant)}`, grants: [grant] })),
];
const consumer = templatesOf(aRegistry({ routes })).Consumer;
const configured = templatesOf(
  aRegistry({
    routes,
    config: readConfig({
      listStalenessMs: 5,
      openalexApiKeySecretArn,
      adminCli: false,
      adminEmails: ['ada@example.org', 'bob@example.org'],
      resetAllowedEmails: ['Ada@example.org'],
      resetConfirmation: 'delete everything',
      signIn: { issuer: 'https://id.example', audience: 'dashboard', emailsAreVerified: true, alb: { arn: albArn } },
      sources: { orcid: { url: 'http://localhost:1' }, contactEmail: 'me@example.org' },
    }),
  }),
).Consumer;

/** What a function with this grant alone may do, to which things, and the variables it is given. */
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

const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'];
const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

describe('a grant', () => {
  it('less than any: a function may write to the log group of its API and nothing else', () => {
    const { logs, role, statements, variables } = accessWith('nothing');
    expect(logs.Action).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    expect(logs.Resource['Fn::GetAtt'][0]).toMatch(/^FunctionsLogs/);
    expect(role.ManagedPolicyArns).toBeUndefined();
    expect(statements).toEqual([]);
    expect(variables).toEqual({});
  });

  it('table:read reads the table and its two indexes', () => {
    const { statements, variables } = accessWith('table:read', configured);
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(reads);
    const [table, ...indexes] = statements[0].resources.map((resource: unknown) => JSON.stringify(resource));
    expect(table).toContain('Fn::ImportValue');
    expect(indexes[0]).toContain('/index/changes');
    expect(indexes[1]).toContain('/index/byRef');
    expect(Object.keys(variables).sort()).toEqual(['LIST_EVERY_VERSION', 'LIST_STALENESS_MS', 'TABLE_NAME']);
    expect(variables.LIST_STALENESS_MS).toBe('5');
  });

  it('table:write reads and writes', () => {
    const { statements } = accessWith('table:write');
    expect(statements.map(({ actions }: { actions: string[] }) => actions)).toEqual([[...reads, ...writes]]);
  });

  it.each([
    ['activity:read', 'ACTIVITY#*', ['dynamodb:Query']],
    ['activity:clear', 'ACTIVITY#*', ['dynamodb:Query', 'dynamodb:BatchWriteItem', 'dynamodb:PutItem']],
    ['audit:append', 'AUDIT#*', ['dynamodb:PutItem']],
    ['usage', 'USAGE#*', ['dynamodb:UpdateItem']],
    ['rollout:write', 'ROLLOUT#*', ['dynamodb:GetItem', 'dynamodb:PutItem']],
    ['rollout:count', 'rollout:metrics:*', ['dynamodb:UpdateItem']],
  ] as const)('%s reaches %s and nothing else of the table', (grant, partitions, actions) => {
    const { statements, variables } = accessWith(grant);
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(actions);
    expect(statements[0].resources).toHaveLength(1);
    expect(statements[0].condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partitions] } });
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it("users:bind notes whose tokens are a user's, and reads or changes nothing else", () => {
    const { statements, variables } = accessWith('users:bind');
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual(['dynamodb:UpdateItem']);
    expect(statements[0].condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'id', 'subject', 'deleting'] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
    });
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it('lists:compact updates list rows and nothing else of the table, and writes the snapshots', () => {
    const [rows, snapshots, ...others] = accessWith('lists:compact').statements;
    expect(others).toEqual([]);
    expect(rows.actions).toEqual(['dynamodb:UpdateItem']);
    expect(rows.condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIST#*'] } });
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

  it('secret:openalex-api-key reads that secret where there is one', () => {
    const { statements, variables } = accessWith('secret:openalex-api-key', configured);
    expect(statements).toEqual([{ actions: ['secretsmanager:GetSecretValue'], resources: [openalexApiKeySecretArn] }]);
    expect(variables).toEqual({ OPENALEX_API_KEY_SECRET_ARN: openalexApiKeySecretArn });
    expect(accessWith('secret:openalex-api-key')).toMatchObject({ statements: [], variables: {} });
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
      ALB_ARN: albArn,
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

  it('users:directory makes, reads and deletes the users of that pool, where there is one', () => {
    const { statements, variables } = accessWith('users:directory');
    expect(statements).toHaveLength(1);
    expect(statements[0].actions).toEqual([
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminGetUser',
      'cognito-idp:AdminDeleteUser',
    ]);
    expect(statements[0].resources).toHaveLength(1);
    expect(Object.keys(variables).sort()).toEqual(['SIGN_IN_ISSUER', 'USER_POOL_ID']);
    expect(accessWith('users:directory', configured)).toMatchObject({ statements: [], variables: {} });
  });

  it('users:reset knows the client through which anybody may ask', () => {
    const { statements, variables } = accessWith('users:reset');
    expect(statements).toEqual([]);
    expect(Object.keys(variables)).toEqual(['USER_POOL_CLIENT_ID']);
    expect(accessWith('users:reset', configured)).toMatchObject({ statements: [], variables: {} });
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
    // No function without the grant is told.
    expect(accessWith('table:write', configured).variables).not.toHaveProperty('RESET_ALLOWED_EMAILS');
  });

  it('duplicates:decide writes publications, works, pairs and events, and deletes what marks a merge', () => {
    const { statements } = accessWith('duplicates:decide');
    const written = statements.map(({ actions, condition }: { actions: string[]; condition: object }) => {
      const leading = (condition as Record<string, Record<string, string[]>>)['ForAllValues:StringLike'];
      return [actions, leading?.['dynamodb:LeadingKeys']];
    });
    expect(written).toEqual([
      [['dynamodb:PutItem'], ['PUB#*', 'WORK#*', 'DUPLICATE#*', 'LIST#PUB#*', 'LIST#WORK#*', 'LIST#DUPLICATE#*']],
      [['dynamodb:DeleteItem'], ['PUB#*', 'DUPLICATE#*']],
      [['dynamodb:PutItem'], ['ACTIVITY#*']],
    ]);
  });

  it.each([
    [
      'data:delete',
      {
        DeleteItem: [
          'PUB#',
          'RELATED#',
          'WORK#',
          'PERSON#',
          'JOB#',
          'INGESTIONS#',
          'DUPLICATE#',
          'LIST#PUB#',
          'LIST#WORK#',
          'LIST#PERSON#',
          'LIST#DUPLICATE#',
        ],
        PutItem: ['PUB#', 'DUPLICATE#', 'LIST#PUB#'],
        UpdateItem: ['WORK#', 'PERSON#', 'LIST#PUB#', 'LIST#WORK#', 'LIST#PERSON#', 'LIST#DUPLICATE#'],
        BatchWriteItem: ['JOB#'],
      },
    ],
    ['jobs:fail', { UpdateItem: ['JOB#', 'PERSON#'], PutItem: ['ACTIVITY#', 'INGESTIONS#'] }],
    ['duplicates:find', { PutItem: ['DUPLICATE#', 'LIST#DUPLICATE#'] }],
    [
      'author-links:repair',
      { PutItem: ['PUB#', 'DUPLICATE#', 'LIST#PUB#'], DeleteItem: ['DUPLICATE#'], UpdateItem: ['REPAIR#'] },
    ],
  ] as const)('%s writes to these partitions and reads nothing', (grant, partitions) => {
    const { statements } = accessWith(grant);
    const allowed = statements.flatMap(({ actions, condition }: { actions: string[]; condition: object }) => {
      const { 'dynamodb:LeadingKeys': leading } = (condition as Record<string, Record<string, string[]>>)[
        'ForAllValues:StringLike'
      ] ?? { 'dynamodb:LeadingKeys': [] };
      return actions.map((action) => [
        action.replace('dynamodb:', ''),
        leading?.map((prefix) => prefix.replace(/\*$/, '')),
      ]);
    });
    expect(Object.fromEntries(allowed)).toEqual(partitions);
  });

  it('rollout:read reads the rollout with its history, and the counters', () => {
    const { statements } = accessWith('rollout:read');
    const reached = statements.map(({ actions, condition }: { actions: string[]; condition: object }) => [
      actions,
      condition,
    ]);
    const only = (prefix: string) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [prefix] } });
    expect(reached).toEqual([
      [['dynamodb:GetItem', 'dynamodb:Query'], only('ROLLOUT#*')],
      [['dynamodb:BatchGetItem'], only('rollout:metrics:*')],
    ]);
  });

  it('setting:rollout says who may change it, and allows nothing', () => {
    expect(accessWith('setting:rollout')).toMatchObject({
      statements: [],
      variables: { ROLLOUT_REQUIRES_ADMIN: 'false' },
    });
  });

  it('metrics:read reads metrics and nothing else', () => {
    const { statements, variables } = accessWith('metrics:read');
    expect(statements).toEqual([{ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }]);
    expect(Object.keys(variables)).toEqual(['TABLE_NAME']);
  });

  it('sources says where they are and how often to ask', () => {
    const { statements, variables } = accessWith('sources', configured);
    expect(statements).toEqual([]);
    expect(variables).toEqual({
      ORCID_URL: 'http://localhost:1',
      ORCID_REQUESTS_PER_SECOND: '12',
      CROSSREF_URL: 'https://api.crossref.org',
      CROSSREF_REQUESTS_PER_SECOND: '10',
      DATACITE_URL: 'https://api.datacite.org',
      DATACITE_REQUESTS_PER_SECOND: '10',
      OPENALEX_URL: 'https://api.openalex.org',
      OPENALEX_REQUESTS_PER_SECOND: '10',
      OPENALEX_REQUESTS_PER_DAY: '100000',
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
        granted('reader', ['table:read']),
        granted('other-reader', ['table:read', 'sources']),
        granted('writer', ['table:write']),
        granted('sender', ['queue:works', 'table:write']),
        granted('other-sender', ['table:write', 'queue:works']),
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
      'FunctionsQueueWorksTableWrite',
      'FunctionsTableRead',
      'FunctionsTableWrite',
      'GatewayRead',
    ]);
  });
});
