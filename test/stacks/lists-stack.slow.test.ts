import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { databaseLists } from '#src/lists/database-lists.ts';
import { metricNamespace, registryMetrics } from '#src/runtime/metrics.ts';
import { databaseSnapshots } from '#src/table/keys.ts';
import { readConfig } from '../../lib/config.ts';
import { aJob, aRegistry, aRoute, templatesOf } from './support.ts';
import { type Readable, resource, resources, roleOf, stackNames, withLists } from './templates.ts';
import { keptDeclarations, wholeTemplatesOf } from './whole-registries.ts';

const declared = {
  routes: [
    aRoute({ id: 'things.list', path: '/things', grants: ['lists:publications', 'lists:people'] }),
    aRoute({ id: 'people.list', path: '/people', grants: ['lists:people'] }),
    aRoute({ id: 'edits.list', path: '/edits', api: 'dashboard', grants: ['lists:curated-publications'] }),
    aRoute({ id: 'keys.get', path: '/keys', api: 'dashboard', grants: ['lists:works', 'api-keys:read'] }),
  ],
  jobs: [
    aJob({ id: 'refresh', grants: ['lists:works'], trigger: { kind: 'schedule', everyMinutes: 15 } }),
    aJob({ id: 'fill', grants: ['database:lists'], trigger: { kind: 'schedule', everyMinutes: 5 } }),
    aJob({
      id: 'compact',
      grants: ['lists:publications', 'lists:people', 'lists:compact'],
      trigger: { kind: 'schedule', everyMinutes: 15 },
    }),
  ],
};
const of = (lists: object, others: object = {}) =>
  templatesOf(aRegistry({ ...declared, config: withLists(lists, others) }));
const memory = templatesOf(aRegistry(declared));
const postgres = of({ engine: 'postgres' });
const prepared = of({ prepare: 'postgres' });
const kept = of({ engine: 'postgres', prepare: 'memory' });

const variablesOf = (template: Readable, beginning: string) =>
  resource(template, 'AWS::Lambda::Function', beginning).Properties.Environment?.Variables ?? {};
const listsVariables = (template: Readable, beginning: string) =>
  Object.keys(variablesOf(template, beginning))
    .filter((name) => name.startsWith('LISTS_'))
    .sort();
const actionsOf = (template: Readable, beginning: string): string[] =>
  roleOf(template, beginning).Properties.Policies.flatMap(
    // biome-ignore lint/suspicious/noExplicitAny: a policy of a template
    ({ PolicyDocument }: any) => PolicyDocument.Statement.flatMap(({ Action }: any) => [Action].flat()),
  );
const jsonOf = (template: Readable | undefined) => template?.toJSON();
const usesDatabase = (template: Readable, beginning: string) =>
  actionsOf(template, beginning).includes('rds-data:ExecuteStatement');

const database = ['LISTS_CLUSTER_ARN', 'LISTS_DATABASE', 'LISTS_SECRET_ARN'];

describe('lists in memory', () => {
  it('need no database, and no job that fills one', () => {
    expect(memory.Lists).toBeUndefined();
    const all = JSON.stringify(Object.values(memory).map((template) => template.toJSON()));
    expect(all).not.toMatch(/LISTS_|rds|DBCluster/);
    expect(resources(memory.Background, 'AWS::Lambda::Function').map(([id]) => id)).not.toContainEqual(
      expect.stringMatching(/^Fill/),
    );
  });

  it('have the same templates whether the setting is given or not', () => {
    const given = templatesOf(aRegistry({ ...declared, config: readConfig({ lists: { engine: 'memory' } }) }));
    for (const [name, template] of Object.entries(memory))
      expect(given[name as keyof typeof given].toJSON()).toEqual(template.toJSON());
  });
});

describe('the database', () => {
  const cluster = resource(postgres.Lists, 'AWS::RDS::DBCluster', 'Cluster');

  it('is encrypted, reached by the Data API only, and has a secret that is replaced', () => {
    expect(cluster.Properties).toMatchObject({
      Engine: 'aurora-postgresql',
      DBClusterIdentifier: 'registry-prod-lists',
      DatabaseName: 'lists',
      EnableHttpEndpoint: true,
      EnableIAMDatabaseAuthentication: true,
      ManageMasterUserPassword: true,
      StorageEncrypted: true,
      DeletionProtection: true,
      BackupRetentionPeriod: 1,
      ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 8 },
    });
    const instance = resource(postgres.Lists, 'AWS::RDS::DBInstance', 'Writer').Properties;
    expect(instance).toMatchObject({ DBInstanceClass: 'db.serverless', PubliclyAccessible: false });
    expect(instance.EnablePerformanceInsights).toBe(false);
    // Nobody can restore a deletion from it, so it must not keep what was erased from the table.
    expect(cluster.DeletionPolicy).toBe('Delete');
  });

  it('is in a network without a way in or out', () => {
    for (const type of ['InternetGateway', 'NatGateway', 'Route', 'VPCEndpoint', 'SecurityGroupIngress'])
      expect(resources(postgres.Lists, `AWS::EC2::${type}`)).toEqual([]);
    expect(resources(postgres.Lists, 'AWS::EC2::Subnet')).toHaveLength(2);
    const { SecurityGroupIngress, SecurityGroupEgress } = resource(
      postgres.Lists,
      'AWS::EC2::SecurityGroup',
      'Nobody',
    ).Properties;
    expect(SecurityGroupIngress).toBeUndefined();
    // How CloudFormation says "nothing".
    expect(SecurityGroupEgress).toMatchObject([{ CidrIp: '255.255.255.255/32', IpProtocol: 'icmp' }]);
  });

  it('logs for the days of the settings, without the texts of rows', () => {
    const [id, { Properties }] = resources(postgres.Lists, 'AWS::Logs::LogGroup')[0] as [string, typeof cluster];
    expect(Properties).toEqual({
      LogGroupName: '/aws/rds/cluster/registry-prod-lists/postgresql',
      RetentionInDays: 30,
    });
    expect(cluster.DependsOn).toContain(id);
    expect(cluster.Properties.EnableCloudwatchLogsExports).toEqual(['postgresql']);
    const { Parameters } = resource(postgres.Lists, 'AWS::RDS::DBClusterParameterGroup', 'Parameters').Properties;
    expect(Parameters).toMatchObject({ log_error_verbosity: 'terse', log_min_error_statement: 'panic' });
  });

  it('has the capacity, pause and backups of the settings, and can be deleted if data is not retained', () => {
    const lists = { engine: 'postgres', minCapacityAcu: 0, maxCapacityAcu: 4, pauseAfterMinutes: 10, backupDays: 7 };
    const { Lists } = of(lists, { stage: 'a--test-', retainData: false });
    expect(resource(Lists, 'AWS::RDS::DBCluster', 'Cluster').Properties).toMatchObject({
      // RDS takes no two hyphens in a row.
      DBClusterIdentifier: 'registry-a-test-lists',
      DeletionProtection: false,
      BackupRetentionPeriod: 7,
      ServerlessV2ScalingConfiguration: { MinCapacity: 0, MaxCapacity: 4, SecondsUntilAutoPause: 600 },
    });
  });

  it('has alarms, of which only those on what people read are pages', () => {
    const namesOf = ({ Lists }: typeof postgres) =>
      resources(Lists, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.AlarmName);
    expect(namesOf(postgres).sort()).toEqual([
      'registry-prod-lists-list-rows-refused',
      'registry-prod-lists-lists-behind',
      'registry-prod-lists-lists-database-at-maximum',
      'registry-prod-lists-lists-database-errors',
      'registry-prod-lists-lists-database-storage-low',
      'registry-prod-lists-lists-database-throttled',
    ]);
    expect(resource(postgres.Lists, 'AWS::CloudWatch::Alarm', 'ListsBehind').Properties).toMatchObject({
      Namespace: metricNamespace,
      MetricName: registryMetrics.listsBehind,
      Threshold: 1800,
      Period: 900,
      EvaluationPeriods: 2,
    });
    const rule = ({ Dashboard }: typeof postgres) =>
      resource(Dashboard, 'AWS::CloudWatch::CompositeAlarm', 'RegistryFailing').Properties.AlarmRule;
    expect(rule(postgres)).toContain('"registry-prod-lists-lists-behind"');
    expect(rule(prepared)).not.toContain('lists-behind');
    expect(JSON.stringify(postgres.Background.toJSON())).toContain('ServerlessDatabaseCapacity');
  });
});

describe('the way to PostgreSQL and back', () => {
  const apis = ['Consumer', 'Dashboard', 'Integrations'];
  // Integrations has no list here.
  const readers = ['Consumer', 'Dashboard'];
  it.each([
    ['prepares PostgreSQL', memory, prepared, ['Background', 'Lists']],
    ['reads it', prepared, kept, ['Background', ...readers]],
    ['ends snapshots', kept, postgres, ['Background']],
    ['begins them again', postgres, kept, ['Background']],
    ['reads memory again', kept, prepared, ['Background', ...readers]],
    ['leaves the database', prepared, memory, ['Background']],
  ])('%s, and changes no other stacks', (_, before, after, stacks) => {
    const names = [...stackNames, 'Lists'] as const;
    const changed = names.filter(
      (name) => after[name] && !isDeepStrictEqual(jsonOf(before[name]), jsonOf(after[name])),
    );
    expect(changed.sort()).toEqual([...stacks].sort());
  });

  it('lets an API read the database only after the job that fills it', () => {
    for (const [lists, isRead] of [
      [memory, false],
      [prepared, false],
      [kept, true],
      [postgres, true],
    ] as const) {
      const reads = apis.some((api) => JSON.stringify(jsonOf(lists[api as 'Consumer'])).includes('LISTS_CLUSTER_ARN'));
      expect(reads).toBe(isRead);
      // An API that reads the database needs the job that feeds it, which is deployed before the APIs.
      if (isRead) expect(usesDatabase(lists.Background, 'Fill')).toBe(true);
    }
  });
});

describe('functions', () => {
  it('that read lists of publications and works read them there, and not in snapshots', () => {
    for (const [template, beginning, bucket] of [
      [postgres.Consumer, 'ThingsList', true],
      [postgres.Dashboard, 'EditsList', false],
      [postgres.Dashboard, 'KeysGet', false],
    ] as const) {
      expect(listsVariables(template, beginning)).toEqual([...database, 'LISTS_ENGINE', 'LISTS_FEEDER'].sort());
      expect(usesDatabase(template, beginning)).toBe(true);
      expect(actionsOf(template, beginning).includes('s3:GetObject')).toBe(bucket);
    }
  });

  it('may send statements to this database only, and read its secret', () => {
    const [{ PolicyDocument }] = roleOf(postgres.Dashboard, 'EditsList').Properties.Policies;
    const of = (action: string) =>
      PolicyDocument.Statement.find(({ Action }: { Action: string | string[] }) => [Action].flat().includes(action))
        .Resource;
    const imported = (what: string) => ({ 'Fn::ImportValue': expect.stringMatching(`^registry-prod-lists:.*${what}`) });
    expect(of('rds-data:ExecuteStatement')).toEqual(imported('DBClusterArn'));
    expect(of('secretsmanager:GetSecretValue')).toEqual(imported('SecretArn'));
  });

  it('with other lists keep them in memory', () => {
    expect(listsVariables(postgres.Consumer, 'PeopleList')).toEqual([]);
    expect(usesDatabase(postgres.Consumer, 'PeopleList')).toBe(false);
  });

  it('read memory while PostgreSQL is prepared, and only the job reaches it', () => {
    expect(listsVariables(prepared.Background, 'Fill')).toEqual(database);
    expect(usesDatabase(prepared.Background, 'Fill')).toBe(true);
    for (const api of ['Consumer', 'Integrations', 'Dashboard'] as const)
      expect(prepared[api].toJSON()).toEqual(memory[api].toJSON());
  });

  it('write snapshots of lists in PostgreSQL only while memory is kept ready', () => {
    for (const [{ Background }, variables] of [
      [prepared, []],
      [kept, []],
      [postgres, ['LISTS_ENGINE']],
    ] as const) {
      expect(listsVariables(Background, 'Compact')).toEqual(variables);
      expect(usesDatabase(Background, 'Compact')).toBe(false);
      expect(actionsOf(Background, 'Compact')).toEqual(expect.arrayContaining(['s3:GetObject', 's3:PutObject']));
    }
  });
});

describe('the real registry', () => {
  const { jobs } = keptDeclarations();
  const all = wholeTemplatesOf('lists in PostgreSQL');

  it('has the lists in the database whose snapshots functions no longer read, and no others', () => {
    const snapshots = databaseLists.map(({ spec }) => spec.snapshot ?? spec.collection);
    expect([...new Set<string>(snapshots)].sort()).toEqual([...databaseSnapshots].sort());
  });

  it('has one job that fills the lists, beside the alarms on it', () => {
    expect(jobs.filter(({ declaration }) => declaration.grants.includes('database:lists'))).toHaveLength(1);
    expect(listsVariables(all.Background, 'FeedLists')).toEqual(database);
    const alarms = resources(all.Background, 'AWS::CloudWatch::Alarm').map(
      ([, { Properties }]) => Properties.AlarmName,
    );
    for (const name of ['failing', 'not-run']) expect(alarms).toContain(`registry-prod-background-feed-lists-${name}`);
  });

  it('lets who reads a list wake this job, and no other function, and the job itself nobody', () => {
    const feeder = resources(all.Background, 'AWS::Lambda::Function').find(([id]) => id.startsWith('FeedLists'))?.[0];
    const readers = resources(all.Background, 'AWS::Lambda::Function').filter(
      ([, { Properties }]) => 'LISTS_ENGINE' in (Properties.Environment?.Variables ?? {}) && Properties.Role,
    );
    const woken = readers.filter(([, { Properties }]) => 'LISTS_CLUSTER_ARN' in Properties.Environment.Variables);
    expect(woken.length).toBeGreaterThan(0);
    for (const [, { Properties }] of woken) {
      expect(Properties.Environment.Variables.LISTS_FEEDER).toEqual({ Ref: feeder });
      const role = JSON.stringify(all.Background.toJSON().Resources[Properties.Role['Fn::GetAtt'][0]]);
      expect(role).toContain(JSON.stringify({ 'Fn::GetAtt': [feeder, 'Arn'] }));
    }
    expect(actionsOf(all.Background, 'FeedLists')).not.toContain('lambda:InvokeFunction');
    expect(JSON.stringify(jsonOf(all.Consumer))).toContain('LISTS_FEEDER');
  });

  it('has writes mark what leaves lists, only with a database of lists', () => {
    const marks = (template: Readable) => JSON.stringify(template.toJSON()).includes('LISTS_MARK_LEFT_ROWS');
    expect([all.Background, all.Dashboard].map(marks)).toEqual([true, true]);
    expect(Object.values(memory).map(marks)).not.toContain(true);
  });

  it('has a heading in the runbook for every alarm of the database and of the job', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
    const alarms = [all.Lists, all.Background].flatMap((each) => resources(each, 'AWS::CloudWatch::Alarm'));
    for (const [, { Properties }] of alarms) {
      const [, anchor] = /docs\/runbook\.md#([\w-]+)$/.exec(Properties.AlarmDescription) ?? [];
      expect(runbook).toContain(`\n## ${anchor}\n`);
    }
  });

  it('has roles within the size that IAM allows', () => {
    for (const template of Object.values(all)) {
      for (const [id, { Properties }] of resources(template, 'AWS::IAM::Role')) {
        const size = JSON.stringify(Properties.Policies ?? []).length;
        expect({ id, isSmall: size < 10_240 }).toEqual({ id, isSmall: true });
      }
    }
  });

  it('lets only functions with lists of publications or works, and the job, use the database', () => {
    const using = Object.values(all).flatMap((template) =>
      resources(template, 'AWS::IAM::Role').filter(([, { Properties }]) =>
        JSON.stringify(Properties).includes('rds-data:'),
      ),
    );
    expect(using.length).toBeGreaterThan(5);
    for (const [id] of using)
      expect(id).toMatch(
        /Lists(Publications|CuratedPublications|Works)|^(FeedLists|Canary|ContinueReportRuns|WorkOnIntakes|FindDuplicates|FindProposals|RefreshStale|FindWebhookEvents)Worker/,
      );
  });
});

describe('the setting', () => {
  it.each([
    [{ engine: 'mysql' }, 'lists.engine must be memory or postgres'],
    [{ prepare: 'memory' }, 'lists.prepare must be the engine that lists.engine is not'],
    [{ maxCapacityAcu: 4 }, 'lists.maxCapacityAcu needs lists.engine or lists.prepare to be postgres'],
    [{ engine: 'postgres', maxCapacityAcu: 0.5 }, 'lists.maxCapacityAcu must be at least 1'],
    [{ engine: 'postgres', minCapacityAcu: 0.3 }, 'lists.minCapacityAcu must be a multiple of 0.5'],
    [{ engine: 'postgres', minCapacityAcu: 16 }, 'lists.maxCapacityAcu must not be less than lists.minCapacityAcu'],
    [{ engine: 'postgres', pauseAfterMinutes: 5 }, 'lists.pauseAfterMinutes needs lists.minCapacityAcu to be 0'],
    [{ engine: 'postgres', minCapacityAcu: 0, pauseAfterMinutes: 4 }, 'lists.pauseAfterMinutes must be 5 to 1440'],
    [{ engine: 'postgres', backupDays: 36 }, 'lists.backupDays must be 1 to 35'],
    [{ engine: 'postgres', replicas: 1 }, 'lists.replicas is not a setting'],
  ])('%j is refused', (lists, message) => {
    expect(() => readConfig({ lists })).toThrow(message);
  });
});
