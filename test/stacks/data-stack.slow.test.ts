import { describe, expect, it } from '@jest/globals';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { tableShape } from '#src/table/table-shape.ts';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources, roleOf, type TemplateResource } from './templates.ts';

const dataOf = (settings: object) => templatesOf(aRegistry({ config: readConfig(settings) })).Data;
const kept = dataOf({});
const throwaway = dataOf({ retainData: false, alarmEmail: 'a@b.example' });

describe('the table', () => {
  const { Properties, DeletionPolicy, UpdateReplacePolicy } = resource(kept, 'AWS::DynamoDB::Table', 'Table');

  it('has the shape of src/table/table-shape.ts', () => {
    const { changes, byRef } = tableShape;
    const key = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    expect(Properties.KeySchema).toEqual(key('pk', 'sk'));
    expect(Properties.LocalSecondaryIndexes).toEqual([
      { IndexName: 'changes', KeySchema: key('pk', changes.sortKey), Projection: { ProjectionType: 'ALL' } },
    ]);
    expect(Properties.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'byRef',
        KeySchema: key(byRef.partitionKey, byRef.sortKey),
        Projection: { ProjectionType: 'ALL' },
      },
    ]);
    const types = Properties.AttributeDefinitions.map((it: Record<string, string>) => [
      it.AttributeName,
      it.AttributeType,
    ]);
    expect(Object.fromEntries(types)).toEqual({ pk: 'S', sk: 'S', changed: 'N', refPk: 'S', refSk: 'S' });
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAtSeconds', Enabled: true });
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
  });

  it('is backed up, retained and protected against deletion', () => {
    expect(Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(Properties.DeletionProtectionEnabled).toBe(true);
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('comes last, so that no failed creation has to delete it although it is protected', () => {
    const { Resources } = kept.toJSON() as { Resources: Record<string, TemplateResource & { DependsOn?: string[] }> };
    const others = Object.entries(Resources).filter(([, { Type }]) => Type !== 'AWS::DynamoDB::Table');
    const [[, table] = []] = resources(kept, 'AWS::DynamoDB::Table') as [string, { DependsOn?: string[] }][];
    expect(others.map(([id]) => id).sort()).toEqual([...(table?.DependsOn ?? [])].sort());
  });

  it('is deleted with a test stage', () => {
    const { Properties, DeletionPolicy } = resource(throwaway, 'AWS::DynamoDB::Table', 'Table');
    expect(Properties.DeletionProtectionEnabled).toBe(false);
    expect(Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: false });
    expect(DeletionPolicy).toBe('Delete');
  });
});

describe('an existing table', () => {
  const existingTable = { name: 'restored', id: '0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f' };
  const route = aRoute({ path: '/things', grants: ['lists:publications'] });
  const [before, after] = [{}, { existingTable }].map((settings) =>
    templatesOf(aRegistry({ config: readConfig(settings), routes: [route] })),
  ) as [ReturnType<typeof templatesOf>, ReturnType<typeof templatesOf>];
  const environmentOf = ({ Consumer }: ReturnType<typeof templatesOf>) =>
    resource(Consumer, 'AWS::Lambda::Function', 'ThingsGet').Properties.Environment.Variables;

  it('is what functions use, with its id', () => {
    expect(environmentOf(after)).toMatchObject({ TABLE_NAME: 'restored', TABLE_ID: existingTable.id });
    expect(environmentOf(before)).not.toHaveProperty('TABLE_ID');
    const statements = JSON.stringify(roleOf(after.Consumer, 'ThingsGet').Properties.Policies);
    expect(statements).toContain(':table/restored"');
    expect(statements).toContain(':table/restored/index/changes"');
  });

  it('leaves the own one as it is, with everything that a stack deployed earlier imports', () => {
    expect(resources(after.Data, 'AWS::DynamoDB::Table')).toEqual(resources(before.Data, 'AWS::DynamoDB::Table'));
    const [{ TableName: used, ...rest }, { TableName: _, ...own }] = [after, before].map(
      ({ Data }) => Data.toJSON().Outputs,
    ) as [Record<string, unknown>, Record<string, unknown>];
    expect(used).toEqual({ Value: 'restored' });
    expect(rest).toEqual(own);
    expect(JSON.stringify(rest)).toContain('ExportsOutputFnGetAttTable');
  });
});

describe('backups in a vault', () => {
  const copyToVaultArn = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:registry';
  const backedUp = dataOf({ backup: { copyToVaultArn, keepCopiesDays: 90 } });
  const one = (template: typeof kept, type: string) => {
    const [[, found], ...others] = resources(template, type) as [[string, TemplateResource]];
    expect(others).toEqual([]);
    return found;
  };
  const ruleOf = (template: typeof kept) =>
    one(template, 'AWS::Backup::BackupPlan').Properties.BackupPlan.BackupPlanRule[0];

  it('are made only if they are set', () => {
    expect(Object.values(kept.toJSON().Resources)).not.toContainEqual(
      expect.objectContaining({ Type: expect.stringMatching(/^AWS::(Backup|Events)::/) }),
    );
  });

  it('are made each night of the table, and copied to the other account, each kept for its own time', () => {
    const [[vault]] = resources(backedUp, 'AWS::Backup::BackupVault') as [[string, TemplateResource]];
    expect(ruleOf(backedUp)).toMatchObject({
      TargetBackupVault: { 'Fn::GetAtt': [vault, 'BackupVaultName'] },
      ScheduleExpression: 'cron(30 0 * * ? *)',
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [{ DestinationBackupVaultArn: copyToVaultArn, Lifecycle: { DeleteAfterDays: 90 } }],
    });
    const { Resources } = one(backedUp, 'AWS::Backup::BackupSelection').Properties.BackupSelection;
    const [[table]] = resources(backedUp, 'AWS::DynamoDB::Table') as [[string, TemplateResource]];
    expect(Resources).toEqual([{ 'Fn::GetAtt': [table, 'Arn'] }]);
  });

  it('stay in the account without a vault elsewhere, and nobody waits for copies', () => {
    const own = dataOf({ backup: { keepDays: 7 } });
    expect(ruleOf(own)).toMatchObject({ Lifecycle: { DeleteAfterDays: 7 } });
    expect(ruleOf(own)).not.toHaveProperty('CopyActions');
    expect(resources(own, 'AWS::Events::Rule')).toEqual([]);
    expect(ruleOf(dataOf({ backup: { copyToVaultArn } })).CopyActions).toMatchObject([
      { Lifecycle: { DeleteAfterDays: 35 } },
    ]);
  });

  it('outlive the stack, in a vault that CloudFormation can find again and no other stage has', () => {
    const vaultOf = (stage: string) => one(dataOf({ stage, backup: {} }), 'AWS::Backup::BackupVault');
    expect(vaultOf('prod')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { BackupVaultName: 'registry-prod' },
    });
    expect(vaultOf('test').Properties.BackupVaultName).toBe('registry-test');
  });

  it('are of the table that is in use', () => {
    const existingTable = { name: 'restored', id: '0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f' };
    const { Properties } = one(dataOf({ backup: {}, existingTable }), 'AWS::Backup::BackupSelection');
    expect(JSON.stringify(Properties.BackupSelection.Resources)).toContain(':table/restored"');
  });

  it('that are not made or not copied are told to the topic of alarms', () => {
    expect(resource(backedUp, 'AWS::CloudWatch::Alarm', 'BackupBackupMissing').Properties).toMatchObject({
      Namespace: 'AWS/Backup',
      MetricName: 'NumberOfBackupJobsCompleted',
      Period: 86_400,
      EvaluationPeriods: 2,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    const { EventPattern, Targets } = one(backedUp, 'AWS::Events::Rule').Properties;
    expect(EventPattern).toMatchObject({ source: ['aws.backup'], detail: { state: ['FAILED'] } });
    expect(EventPattern.detail.sourceBackupVaultArn).toEqual([
      { 'Fn::GetAtt': [expect.stringContaining('Vault'), 'BackupVaultArn'] },
    ]);
    const topic = { Ref: resources(backedUp, 'AWS::SNS::Topic')[0]?.[0] };
    expect(Targets).toMatchObject([{ Arn: topic, Input: expect.stringContaining('docs/runbook.md#backup-missing') }]);
    expect(resource(backedUp, 'AWS::SNS::TopicPolicy', 'Alarms').Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Action: 'sns:Publish', Principal: { Service: 'events.amazonaws.com' } }),
    );
  });
});

it('the bucket keeps what was replaced or deleted for as long as the table can be restored, but for snapshots', () => {
  const { VersioningConfiguration, LifecycleConfiguration } = resource(kept, 'AWS::S3::Bucket', 'Bucket').Properties;
  expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
  const days = LifecycleConfiguration.Rules.map((rule: Record<string, unknown>) => [
    rule.Prefix,
    rule.NoncurrentVersionExpiration,
  ]);
  expect(days).toEqual([
    [undefined, { NoncurrentDays: 36 }],
    ['lists/', { NoncurrentDays: 1 }],
  ]);
});

it('the bucket is private, encrypted, and spoken to over TLS only', () => {
  expect(resource(kept, 'AWS::S3::Bucket', 'Bucket').Properties).toMatchObject({
    BucketEncryption: expect.anything(),
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  const { Properties } = resource(kept, 'AWS::S3::BucketPolicy', 'Bucket');
  expect(Properties.PolicyDocument.Statement[0]).toMatchObject({
    Effect: 'Deny',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });
});

it.each(['ApiKeyPepper', 'ErasureKey'])(
  '%s is made in the account, 64 characters long, and outlives the stack',
  (name) => {
    const { Properties, DeletionPolicy } = resource(kept, 'AWS::SecretsManager::Secret', name);
    expect(Properties.GenerateSecretString).toMatchObject({ PasswordLength: 64, ExcludePunctuation: true });
    expect(DeletionPolicy).toBe('RetainExceptOnCreate');
  },
);

it('the outputs name what operators need, and no secret that does not exist', () => {
  const names = (settings: object) =>
    Object.entries(dataOf(settings).toJSON().Outputs as Record<string, { Export?: unknown }>)
      .filter(([, { Export }]) => !Export)
      .map(([name]) => name);
  const common = [
    'TableName',
    'BucketName',
    'LedgerName',
    'ApiKeyPepperArn',
    'ErasureKeyArn',
    'AlarmTopicArn',
    'PageTopicArn',
  ];
  expect(names({ adminCli: false }).sort()).toEqual([...common].sort());
  expect(names({})).toEqual(expect.arrayContaining([...common, 'OperatorSecretArn']));
});

describe('alarms', () => {
  it('of pages are also sent to the configured webhook, over HTTPS only', () => {
    const template = dataOf({ alarmWebhookUrl: 'https://alarms.example.org/1' });
    const [[, { Properties }], ...others] = resources(template, 'AWS::SNS::Subscription') as [
      [string, TemplateResource],
    ];
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({ Protocol: 'https', Endpoint: 'https://alarms.example.org/1' });
    expect(Properties.TopicArn.Ref).toMatch(/^Pages/);
    expect(() => readConfig({ alarmWebhookUrl: 'http://alarms.example.org' })).toThrow(
      'The setting registry.alarmWebhookUrl must be an https URL',
    );
  });

  it('are sent to the configured address', () => {
    const [subscription, ...others] = resources(throwaway, 'AWS::SNS::Subscription');
    expect(others).toEqual([]);
    expect(subscription?.[1].Properties).toMatchObject({ Protocol: 'email', Endpoint: 'a@b.example' });
    expect(resources(kept, 'AWS::SNS::Subscription')).toEqual([]);
  });

  it('that nobody is told of are warned of at synthesis, where data is kept', () => {
    const warnings = (settings: object) => {
      const { data } = aRegistry({ config: readConfig(settings) });
      return Annotations.fromStack(data).findWarning('*', Match.stringLikeRegexp('registry.alarmEmail'));
    };
    expect(warnings({})).toHaveLength(1);
    expect(warnings({ alarmEmail: 'a@b.example' })).toEqual([]);
    // It is told of pages only.
    expect(warnings({ alarmWebhookUrl: 'https://alarms.example.org/1' })).toHaveLength(1);
    expect(warnings({ retainData: false })).toEqual([]);
  });

  it('a budget of the account tells the address at 80 %, and if it will be exceeded', () => {
    const [[, { Properties }], ...others] = resources(
      dataOf({ alarmEmail: 'a@b.example', monthlyBudgetUsd: 50, stage: 'test' }),
      'AWS::Budgets::Budget',
    ) as [[string, TemplateResource]];
    expect(others).toEqual([]);
    expect(Properties.Budget).toEqual({
      BudgetName: { 'Fn::Join': ['', ['registry-test-', { Ref: 'AWS::Region' }, '-budget-exceeded']] },
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 50, Unit: 'USD' },
    });
    const Subscribers = [{ SubscriptionType: 'EMAIL', Address: 'a@b.example' }];
    expect(Properties.NotificationsWithSubscribers).toMatchObject([
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80, ThresholdType: 'PERCENTAGE' }, Subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100, ThresholdType: 'PERCENTAGE' }, Subscribers },
    ]);
    expect(resources(throwaway, 'AWS::Budgets::Budget')).toEqual([]);
  });

  it('may publish to their topic, from this account only', () => {
    const { Properties } = resource(kept, 'AWS::SNS::TopicPolicy', 'Alarms');
    expect(Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });
});
