import { Annotations, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { listSnapshotPrefix } from '#src/table/keys.ts';
import { tableShape } from '#src/table/table-shape.ts';
import type { Config } from './config.ts';
import { bucketRemovalOf, removalPolicyOf } from './constructs/removal.ts';
import { TableBackup } from './constructs/table-backup.ts';

export interface DataStackProps extends StackProps {
  config: Config;
}

/** Longer than the period of point-in-time recovery. */
const ledgerLock = Duration.days(400);

/** The part of a table that functions need, whether the deployment created it or not. */
export type UsedTable = Pick<Table, 'tableName' | 'tableArn'>;

/** The shared resources of all stacks: table, bucket, secrets and the alarm topic. */
export class DataStack extends Stack {
  /** The table that functions use. */
  readonly table: UsedTable;
  readonly bucket: Bucket;
  /** The ledger of revocations: docs/decisions/0143-restore.md. */
  readonly ledger: Bucket;
  readonly apiKeyPepper: Secret;
  /** The key of the hashes that record erased people: docs/decisions/0143-restore.md. */
  readonly erasureKey: Secret;
  readonly adminCliSecret: Secret | undefined;
  /** Is told of every alarm with a message: of tickets, and of `PageAlarm`. */
  readonly alarmTopic: Topic;
  /** Is told of `PageAlarm` only. */
  readonly pageTopic: Topic;

  constructor(scope: Construct, id: string, { config, ...props }: DataStackProps) {
    super(scope, id, props);
    const removalPolicy = removalPolicyOf(config);
    const ownTable = this.makeTable(config.retainData, removalPolicy);
    this.table = this.chooseTable(ownTable, config.existingTable);
    const privateBucket = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      ...bucketRemovalOf(config),
    };
    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket,
      versioned: true,
      // Objects can be restored for as long as the table can be restored to a point in time.
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(7), noncurrentVersionExpiration: Duration.days(36) },
        // Snapshots in use are rewritten daily. Those of an older release expire some days after it could return.
        {
          prefix: listSnapshotPrefix,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.ledger = new Bucket(this, 'Ledger', {
      ...privateBucket,
      versioned: true,
      // Functions that may delete from the table must not be able to delete from the ledger.
      ...(config.retainData && { objectLockDefaultRetention: ObjectLockRetention.governance(ledgerLock) }),
    });
    // If lost, every API key and credential must be reissued, because no stored hash can be checked.
    this.apiKeyPepper = new Secret(this, 'ApiKeyPepper', {
      description: 'The key of the HMAC under which API keys and credentials are stored',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    // If lost, nobody knows who was erased, and the next ingestion brings them back.
    this.erasureKey = new Secret(this, 'ErasureKey', {
      description: 'The key of the HMAC by which erased people are remembered',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    if (config.adminCli) {
      this.adminCliSecret = new Secret(this, 'AdminCliSecret', {
        description: 'The bearer secret of the operator routes (/api/cli)',
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        removalPolicy,
      });
    }
    this.alarmTopic = this.makeAlarmTopic('Alarms');
    this.pageTopic = this.makeAlarmTopic('Pages');
    const { alarmEmail, alarmWebhookUrl } = config;
    if (alarmEmail) this.alarmTopic.addSubscription(new EmailSubscription(alarmEmail));
    if (alarmWebhookUrl) this.pageTopic.addSubscription(new UrlSubscription(alarmWebhookUrl));
    if (config.retainData && !alarmEmail) {
      const text =
        'Nobody is told of all alarms: set registry.alarmEmail, or subscribe to the topic after the deployment';
      Annotations.of(this).addWarningV2('publication-registry:alarm-email', text);
    }
    this.watchCosts(config);
    this.allowGatewayLogging();
    // Created last, because a table with deletion protection would block the rollback of a failed creation.
    ownTable.node.addDependency(...this.node.children.filter((child) => child !== ownTable));
    const { backup, stage } = config;
    // Except resources that name the table: such a backup is configured once the registry runs.
    if (backup)
      new TableBackup(this, 'Backup', { table: this.table, stage, settings: backup, alarmTopic: this.alarmTopic });
    this.addOutputs();
  }

  private addOutputs(): void {
    const values = {
      TableName: this.table.tableName,
      BucketName: this.bucket.bucketName,
      LedgerName: this.ledger.bucketName,
      ApiKeyPepperArn: this.apiKeyPepper.secretArn,
      ErasureKeyArn: this.erasureKey.secretArn,
      OperatorSecretArn: this.adminCliSecret?.secretArn,
      AlarmTopicArn: this.alarmTopic.topicArn,
      PageTopicArn: this.pageTopic.topicArn,
    };
    for (const [name, value] of Object.entries(values)) if (value) new CfnOutput(this, name, { value });
  }

  private makeTable(retainData: boolean, removalPolicy: RemovalPolicy): Table {
    const { partitionKey, sortKey, ttlAttribute, changes, byRef } = tableShape;
    const string = (name: string) => ({ name, type: AttributeType.STRING });
    const table = new Table(this, 'Table', {
      partitionKey: string(partitionKey),
      sortKey: string(sortKey),
      timeToLiveAttribute: ttlAttribute,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: retainData },
      deletionProtection: retainData,
      removalPolicy,
    });
    table.addLocalSecondaryIndex({
      indexName: changes.indexName,
      sortKey: { name: changes.sortKey, type: AttributeType.NUMBER },
      projectionType: ProjectionType.ALL,
    });
    table.addGlobalSecondaryIndex({
      indexName: byRef.indexName,
      partitionKey: string(byRef.partitionKey),
      sortKey: string(byRef.sortKey),
      projectionType: ProjectionType.ALL,
    });
    return table;
  }

  /**
   * The deployment's own table, or an existing one. The own one stays in the template with its exports, which the other
   * stacks import until they are deployed: CloudFormation refuses to delete an export in use.
   */
  private chooseTable(own: Table, existing: Config['existingTable']): UsedTable {
    if (!existing) return own;
    this.exportValue(own.tableArn);
    this.exportValue(own.tableName);
    return Table.fromTableName(this, 'ExistingTable', existing.name);
  }

  private makeAlarmTopic(id: string): Topic {
    const topic = new Topic(this, id, { enforceSSL: true });
    // enforceSSL replaces the default policy, which allows the account's alarms to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return topic;
  }

  /** The budget covers the whole account: costs by tag need tags activated for billing. */
  private watchCosts({ monthlyBudgetUsd, alarmEmail, stage }: Config): void {
    if (!monthlyBudgetUsd || !alarmEmail) return;
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        // Budgets are the same in all regions.
        budgetName: `registry-${stage}-${this.region}-budget-exceeded`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }

  /** API Gateway has one logging role per account and region. It is retained for the account's other APIs. */
  private allowGatewayLogging(): void {
    const role = new Role(this, 'GatewayLogRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    });
    const account = new CfnAccount(this, 'GatewayAccount', { cloudWatchRoleArn: role.roleArn });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}
