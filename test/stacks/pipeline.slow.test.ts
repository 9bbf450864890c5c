import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ready } from '../scripts/preflight-fixture.ts';
import { aRegistry, pages, real, templatesOf } from './support.ts';
import { withLists } from './templates.ts';

/** The pipeline of docs/pipeline.md, as far as it can be checked without GitHub and AWS. */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
// The YAML parser of knip: nothing else in the project reads YAML.
const { parse } = createRequire(join(root, 'node_modules/knip/package.json'))('yaml');
const { scripts } = JSON.parse(read('package.json'));

interface Job {
  permissions?: Record<string, string>;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
  uses?: string;
  environment?: string;
  'timeout-minutes'?: number;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency?: { group: string };
  jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(join(root, folder)).map((name): [string, string, Workflow] => {
  const text = read(`${folder}/${name}`);
  return [name, text, parse(text)];
});
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

/** The permissions that a job may request besides reading the code, and why. */
const permitted: Record<string, Record<string, string>> = {
  // The identity for AWS.
  'deploy.yml': { contents: 'read', 'id-token': 'write' },
  'deploy-stage.yml': { contents: 'read', 'id-token': 'write' },
  'rollback.yml': { contents: 'read', 'id-token': 'write' },
  // Commits and a tag, and the start of the deployment.
  'release.yml': { contents: 'write', actions: 'write' },
};

describe.each(workflows)('%s', (name, text, workflow) => {
  test('names every action by its commit and version, or is in this repository', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    const unpinned = used.filter((action = '') => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d|^\.\//.test(action));
    expect(used).not.toEqual([]);
    expect(unpinned).toEqual([]);
    for (const file of used.filter((action = '') => action.startsWith('./'))) expect(read(String(file))).toBeTruthy();
  });

  test('has the permissions that it needs, and no others', () => {
    expect(workflow.permissions).toEqual(name in permitted ? {} : { contents: 'read' });
    for (const { permissions } of Object.values(workflow.jobs)) expect(permissions).toEqual(permitted[name]);
  });

  test('runs for no code of strangers with rights or secrets, and leaves no token to what it runs', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
    if ('pull_request' in workflow.on) expect(text).not.toMatch(/secrets\.|id-token/);
    const checkouts = stepsOf(workflow).filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    for (const { with: options } of checkouts) expect(options?.['persist-credentials']).toBe(false);
  });

  test('passes nothing that somebody has typed into a script but by the environment', () => {
    const inserted = stepsOf(workflow).flatMap(({ run = '' }) => [...run.matchAll(/\$\{\{(.*?)\}\}/g)]);
    // Values of a matrix are written in the workflow.
    expect(inserted.map(([, value = '']) => value.trim()).filter((value) => !/^matrix\./.test(value))).toEqual([]);
  });

  test('runs only what exists, not twice at once, and not for ever', () => {
    const ran = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script);
    expect(ran.filter((script = '') => !(script in scripts))).toEqual([]);
    for (const { uses, 'timeout-minutes': minutes } of Object.values(workflow.jobs))
      expect(uses !== undefined || (minutes ?? 0) > 0).toBe(true);
    // A called workflow belongs to its callers' groups.
    if (!('workflow_call' in workflow.on)) expect(workflow.concurrency?.group).toBeTruthy();
  });
});

test('each change is compared with what it changes; all tests run together once a week; prod waits for test', () => {
  const of = (file: string) => workflows.find(([name]) => name === file)?.[2].jobs as Record<string, never>;
  const { tests, complete } = of('check.yml') as Record<string, Job>;
  expect(tests?.steps?.at(-1)?.run).toBe('.ci/run --since "$SINCE"');
  expect(tests?.steps?.[0]?.with?.['fetch-depth']).toBe(0);
  expect(complete?.steps?.at(-1)?.run).toBe('.ci/run all');
  expect((of('nightly.yml').nightly as unknown as Job).steps?.at(-1)?.run).toBe('.ci/run nightly');
  expect(of('deploy.yml').prod).toMatchObject({ needs: 'test', with: { stage: 'prod' } });
  // The environment has the approval, and the role in AWS trusts it.
  expect(of('deploy-stage.yml').deploy).toMatchObject({ environment: `\${{ inputs.stage }}` });
});

test('Dependabot updates npm and the actions, in groups of packages that exist', () => {
  const { updates } = parse(read('.github/dependabot.yml'));
  expect(updates.map((update: Record<string, string>) => update['package-ecosystem'])).toEqual([
    'npm',
    'github-actions',
  ]);
  const known = ['package.json', 'web/package.json', 'clients/typescript/package.json'].flatMap((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const { groups } = updates[0];
  expect(Object.keys(groups)).toEqual(['aws-sdk', 'cdk', 'web', 'development']);
  const patterns = Object.values<{ patterns?: string[] }>(groups).flatMap((group) => group.patterns ?? []);
  const matches = (pattern: string) => known.filter((name) => RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
  expect(patterns.filter((pattern) => matches(pattern).length === 0)).toEqual([]);
});

describe('the role of the pipeline', () => {
  const { Resources } = parse(read('.github/deployment-role.yml'));

  test('is assumed only by jobs of one environment of one repository', () => {
    const [{ Action, Condition }] = Resources.DeploymentRole.Properties.AssumeRolePolicyDocument.Statement;
    expect(Action).toBe('sts:AssumeRoleWithWebIdentity');
    expect(Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': { 'Fn::Sub': 'repo:${Repository}:environment:${Stage}' },
      },
    });
  });

  test('and whoever deploys by hand may do what the preflight and the deployment ask the AWS CLI for', () => {
    const { Statement } = Resources.DeployPolicy.Properties.PolicyDocument;
    const allowed = Statement.flatMap(({ Action }: { Action: string | string[] }) => Action);
    const unlike: Record<string, string | undefined> = {
      // Everybody may.
      'sts get-caller-identity': undefined,
      'apigateway get-account': 'apigateway:GET',
      'rds describe-orderable-db-instance-options': 'rds:DescribeOrderableDBInstanceOptions',
      'rds describe-db-engine-versions': 'rds:DescribeDBEngineVersions',
      'service-quotas get-service-quota': 'servicequotas:GetServiceQuota',
    };
    const needed = Object.keys(ready).flatMap((command) => {
      if (command in unlike) return unlike[command] ?? [];
      const [service = '', operation = ''] = command.split(' ');
      const words = operation.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
      return `${service.replace('sesv2', 'ses')}:${words}`;
    });
    expect(needed.filter((action) => !allowed.includes(action))).toEqual([]);
    expect(allowed).toEqual(
      expect.arrayContaining(['sts:AssumeRole', 's3:GetObject', 's3:PutObject', 's3:DeleteObject']),
    );
    expect(allowed.filter((action: string) => /[*]/.test(action))).toEqual([]);
    // A role on GitHub has the same, and without a repository there is none.
    expect(Resources.DeploymentRole).toMatchObject({
      Condition: 'IsOnGitHub',
      Properties: { ManagedPolicyArns: [{ Ref: 'DeployPolicy' }] },
    });
    expect(Resources.DeploymentRole.Properties.Policies).toBeUndefined();
  });

  test('CloudFormation may create every type of the templates, and roles of the registry only', async () => {
    const { Statement } = Resources.ExecutionPolicy.Properties.PolicyDocument;
    const allowed = Statement.flatMap(({ Action }: { Action: string | string[] }) => Action);
    const settings = {
      alarmEmail: 'ops@example.org',
      monthlyBudgetUsd: 50,
      dashboardUrl: 'https://desk.example.org',
      backup: {},
      edge: { certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b', accessLogs: true },
      signIn: { alb: { certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b' } },
    };
    const config = withLists({ engine: 'postgres' }, settings);
    const registry = aRegistry({ ...(await real()), pages, config });
    const types = Object.values(templatesOf(registry)).flatMap((template) =>
      Object.values<{ Type: string }>(template.toJSON().Resources).map(({ Type }) => Type),
    );
    const unlike: Record<string, string> = {
      Cognito: 'cognito-idp',
      ElasticLoadBalancingV2: 'elasticloadbalancing',
    };
    const services = new Set(
      types.flatMap((type) => {
        const [vendor, service = ''] = type.split('::');
        return vendor === 'AWS' ? [unlike[service] ?? service.toLowerCase()] : [];
      }),
    );
    expect(services).toContain('backup');
    expect(services).toContain('rds');
    const missing = [...services].filter(
      (service) => !allowed.some((action: string) => action.startsWith(`${service}:`)),
    );
    expect(missing).toEqual([]);
    const ofRoles = Statement.find(({ Action }: { Action: string[] }) => Action.includes('iam:CreateRole'));
    expect(ofRoles.Resource['Fn::Sub']).toMatch(/role\/registry-\*$/);
    // CDK names roles after their stack, so all have this prefix.
    const named = Object.values(registry.apis).map(({ stackName }) => stackName);
    expect(named.every((name) => name.startsWith('registry-'))).toBe(true);
  });
});

test('two stages in one account share no name', async () => {
  const declared = await real();
  const namesOf = (stage: string) => {
    const config = withLists({ engine: 'postgres' }, { stage });
    const templates = templatesOf(aRegistry({ ...declared, pages, config }));
    return Object.values(templates).flatMap((template) =>
      Object.values<{ Type: string; Properties?: Record<string, unknown> }>(template.toJSON().Resources).flatMap(
        ({ Type, Properties = {} }) =>
          Object.entries(Properties)
            .filter(([name, value]) => isName.test(`${Type} ${name}`) && typeof value === 'string')
            .map(([name, value]) => `${Type} ${name} ${value}`),
      ),
    );
  };
  const [test, prod] = [namesOf('test'), new Set(namesOf('prod'))];
  expect(test.length).toBeGreaterThan(5);
  expect(test.filter((name) => prod.has(name))).toEqual([]);
});

/** Properties that are names in an account. Others, such as those of stages and authorizers, are names in an API or a server. */
const isName =
  /^AWS::(S3|SQS|SNS|DynamoDB|Lambda|CloudWatch|CloudFront|WAFv2|Scheduler|SecretsManager|IAM|Logs|Cognito|Backup|Budgets|RDS)::(?!ManagedLogin)\w+ ((?!Metric|Database)\w*Name|Name|Domain|\w*Identifier)$/;
