import { describe, expect, it } from '@jest/globals';
import { checks } from '../../scripts/preflight/checks.ts';
import type { Ask, Finding } from '../../scripts/preflight/finding.ts';
import { withLists } from '../stacks/templates.ts';
import { ready } from './preflight-fixture.ts';

const secretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:openalex-AbCdEf';
const everything = {
  account: '123456789012',
  publicBaseUrl: 'https://registry.example.org',
  dashboardUrl: 'https://desk.example.com',
  edge: { certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc' },
  signIn: {
    mail: {
      from: 'registry@example.org',
      sesIdentityArn: 'arn:aws:ses:eu-west-1:123456789012:identity/example.org',
    },
  },
  openalexApiKeySecretArn: secretArn,
};

interface More {
  provisionedConcurrency?: number;
  lists?: object;
  /** The stacks that do not exist yet. */
  without?: string[];
}

async function run(settings: object, answers: Record<string, unknown> = {}, more: More = {}) {
  const { provisionedConcurrency = 0, lists = {}, without = [] } = more;
  const asked: string[] = [];
  const ask: Ask = async ([, service, operation, ...options], schema) => {
    asked.push([service, operation, ...options].join(' '));
    if (without.some((stack) => options.includes(`registry-prod-${stack}`))) return undefined;
    const answer = { ...ready, ...answers }[`${service} ${operation}`];
    return answer === undefined ? undefined : schema.parse(answer);
  };
  const concurrency = { backgroundConcurrency: 20, provisionedConcurrency };
  const account = { config: withLists(lists, settings), region: 'eu-central-1', ...concurrency, ask, fetch: undefined };
  const findings: Record<string, Finding[]> = {};
  for (const [subject, check] of Object.entries(checks)) findings[subject] = await check(account);
  return { findings, asked };
}

const statesOf = (findings: Record<string, Finding[]>) =>
  new Set(
    Object.values(findings)
      .flat()
      .map(({ state }) => state),
  );

describe('an account', () => {
  it('that has everything is ready', async () => {
    expect(statesOf((await run(everything)).findings)).toEqual(new Set(['ok']));
  });

  it('is only asked for what the settings need, and only with commands that read', async () => {
    const few = await run({});
    expect(few.asked.some((command) => /^(acm|sesv2|secretsmanager) /.test(command))).toBe(false);
    const { asked } = await run(everything);
    for (const command of asked) expect(command).toMatch(/^\S+ (get|describe)-/);
    expect(asked).toContain('sesv2 get-account --region eu-west-1');
    expect(asked.find((command) => command.startsWith('acm'))).toContain('--region us-east-1');
  });

  const limits = (free: number, all = free) => ({
    AccountLimit: { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free },
  });
  it('needs room for environments that are kept started', async () => {
    const answers = { 'lambda get-account-settings': limits(100) };
    expect((await run({}, answers)).findings.Lambda).toMatchObject([{ state: 'ok' }]);
    expect((await run({}, answers, { provisionedConcurrency: 37 })).findings.Lambda).toEqual([
      { state: 'todo', text: expect.stringContaining('can be 20, and provisionedConcurrency takes 37.') },
    ]);
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['of somebody else', 'Account', { 'sts get-caller-identity': { Account: '999999999999' } }, 'of 999999999999'],
    [
      'with a stack of a first deployment that failed',
      'Stacks',
      { 'cloudformation describe-stacks': { Stacks: [{ StackStatus: 'ROLLBACK_COMPLETE' }] } },
      'registry-prod-edge is ROLLBACK_COMPLETE: delete it',
    ],
    [
      'whose update could not be undone',
      'Stacks',
      { 'cloudformation describe-stacks': { Stacks: [{ StackStatus: 'UPDATE_ROLLBACK_FAILED' }] } },
      'continue-update-rollback',
    ],
    [
      'that is being deployed',
      'Stacks',
      { 'cloudformation describe-stacks': { Stacks: [{ StackStatus: 'UPDATE_IN_PROGRESS' }] } },
      'wait until it has ended',
    ],
    ['without bootstrap', 'Bootstrap', { 'ssm get-parameter': undefined }, 'npx cdk bootstrap'],
    ['with an old bootstrap', 'Bootstrap', { 'ssm get-parameter': { Parameter: { Value: '5' } } }, 'version 5 is too'],
    ['that is new', 'Lambda', { 'lambda get-account-settings': limits(10) }, '10 of 10 functions'],
    ['whose concurrency others have reserved', 'Lambda', { 'lambda get-account-settings': limits(69, 1000) }, 'L-B99A'],
    [
      'with few requests',
      'API Gateway',
      { 'apigateway get-account': { throttleSettings: { rateLimit: 100, burstLimit: 5000 } } },
      'takes 100 requests a second',
    ],
    ['without the certificate', 'Certificate', { 'acm describe-certificate': undefined }, 'does not exist'],
    [
      'whose certificate waits',
      'Certificate',
      { 'acm describe-certificate': { Certificate: { Status: 'PENDING_VALIDATION' } } },
      'PENDING_VALIDATION: create the DNS records',
    ],
    [
      'whose certificate lacks a name',
      'Certificate',
      { 'acm describe-certificate': { Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.org'] } } },
      'does not have desk.example.com:',
    ],
    ['without the identity', 'Mails', { 'sesv2 get-email-identity': undefined }, 'eu-west-1: begin that'],
    [
      'with an identity that is not verified',
      'Mails',
      { 'sesv2 get-email-identity': { VerifiedForSendingStatus: false } },
      'eu-west-1: finish that',
    ],
    ['in the sandbox', 'Mails', { 'sesv2 get-account': { ProductionAccessEnabled: false } }, 'sandbox'],
    ['without the secret', 'Secrets', { 'secretsmanager describe-secret': undefined }, `${secretArn} does not exist`],
    ['that deletes the secret', 'Secrets', { 'secretsmanager describe-secret': { DeletedDate: 1 } }, 'to be deleted'],
  ])('%s has something to do: %s', async (_, subject, answers, text) => {
    const { findings } = await run(everything, answers);
    expect(findings[subject]).toContainEqual({ state: 'todo', text: expect.stringContaining(text) });
    const { [subject]: __, ...others } = findings;
    expect(statesOf(others)).toEqual(new Set(['ok']));
  });

  it('needs a certificate of the load balancer, too, in its own region', async () => {
    const withAlb = (region: string) => {
      const certificateArn = `arn:aws:acm:${region}:123456789012:certificate/abc`;
      return run({ ...everything, signIn: { ...everything.signIn, alb: { certificateArn } } });
    };
    const { findings, asked } = await withAlb('eu-central-1');
    expect(findings.Certificate?.map(({ state }) => state)).toEqual(['ok', 'ok']);
    expect(asked.filter((command) => command.startsWith('acm')).join()).toMatch(/us-east-1.*eu-central-1/);
    const { findings: elsewhere } = await withAlb('us-east-1');
    expect(elsewhere.Certificate).toContainEqual({
      state: 'todo',
      text: expect.stringContaining('is not in eu-central-1'),
    });
  });

  it('cannot see whether an identity of another account is verified, and says so', async () => {
    const sesIdentityArn = 'arn:aws:ses:eu-west-1:999999999999:identity/example.org';
    const signIn = { mail: { from: 'registry@example.org', sesIdentityArn } };
    const { findings, asked } = await run({ ...everything, signIn }, { 'sesv2 get-email-identity': undefined });
    expect(findings.Mails).toEqual([{ state: 'note', text: expect.stringContaining('of the account 999999999999') }]);
    expect(asked.some((command) => command.startsWith('sesv2'))).toBe(false);
  });

  it.each<[string, object, Record<string, unknown>, string[], string]>([
    [
      'a region without the engine',
      { prepare: 'postgres' },
      { 'rds describe-orderable-db-instance-options': { OrderableDBInstanceOptions: [] } },
      [],
      'eu-central-1 has no serverless aurora-postgresql 17.7: keep',
    ],
    [
      'a region without the Data API',
      { prepare: 'postgres' },
      {
        'rds describe-orderable-db-instance-options': { OrderableDBInstanceOptions: [{ SupportsHttpEndpoint: false }] },
      },
      [],
      'eu-central-1 has no Data API',
    ],
    [
      'a region where a database cannot pause',
      { prepare: 'postgres', minCapacityAcu: 0 },
      {
        'rds describe-db-engine-versions': {
          DBEngineVersions: [{ ServerlessV2FeaturesSupport: { MinCapacity: 0.5, MaxCapacity: 256 } }],
        },
      },
      [],
      'lists.minCapacityAcu must be at least 0.5',
    ],
    [
      'a region with smaller databases',
      { prepare: 'postgres', maxCapacityAcu: 200 },
      {
        'rds describe-db-engine-versions': {
          DBEngineVersions: [{ ServerlessV2FeaturesSupport: { MinCapacity: 0, MaxCapacity: 128 } }],
        },
      },
      [],
      'lists.maxCapacityAcu must be at most 128',
    ],
    [
      'an account with five networks',
      { prepare: 'postgres' },
      { 'ec2 describe-vpcs': { Vpcs: [1, 2, 3, 4, 5] } },
      ['lists'],
      'all 5 networks of the region are used',
    ],
    ['a registry without a database', { engine: 'postgres' }, {}, ['lists'], 'first deploy with "prepare": "postgres"'],
    [
      'a database that nothing feeds',
      { engine: 'postgres' },
      { 'cloudwatch get-metric-statistics': { Datapoints: [] } },
      [],
      'nothing has fed the database',
    ],
    [
      'a database that is being filled',
      { engine: 'postgres', prepare: 'memory' },
      { 'cloudwatch get-metric-statistics': { Datapoints: [{ Maximum: 7_200 }] } },
      [],
      '120 minutes behind: wait',
    ],
  ])('is told of %s, for lists %j', async (_, lists, answers, without, text) => {
    const { findings } = await run({}, answers, { lists, without });
    expect(findings.Lists).toEqual([{ state: 'todo', text: expect.stringContaining(text) }]);
  });

  it.each<[object, string[]]>([
    [{ prepare: 'postgres' }, ['lists']],
    [{ prepare: 'postgres', minCapacityAcu: 0 }, []],
    [{ engine: 'postgres', prepare: 'memory' }, []],
    [{ engine: 'postgres' }, []],
    // A new registry has nothing to fill in.
    [{ engine: 'postgres' }, ['data', 'lists']],
  ])('is ready for lists %j without the stacks %j', async (lists, without) => {
    const { findings } = await run({}, {}, { lists, without });
    expect(findings.Lists).toEqual([{ state: 'ok', text: '17.7 with the Data API' }]);
  });

  it('is asked nothing about databases if lists are in memory', async () => {
    const { findings, asked } = await run({});
    expect(findings.Lists).toEqual([{ state: 'ok', text: 'in memory' }]);
    expect(asked.filter((command) => /^(rds|ec2|service-quotas|cloudwatch) /.test(command))).toEqual([]);
  });

  it('is told what changes for its other APIs, and how many mails Cognito sends', async () => {
    const role = 'arn:aws:iam::123456789012:role/others';
    const notes = (await run({}, { 'apigateway get-account': { cloudwatchRoleArn: role } })).findings;
    expect(notes['API Gateway']).toEqual([{ state: 'note', text: expect.stringContaining(role) }]);
    expect(notes.Mails).toEqual([{ state: 'note', text: expect.stringContaining('50 a day') }]);
    const own = 'arn:aws:iam::123456789012:role/registry-prod-data-GatewayLogRole-1';
    const again = (await run({}, { 'apigateway get-account': { cloudwatchRoleArn: own } })).findings;
    expect(again['API Gateway']?.[0]?.state).toBe('ok');
  });
});
