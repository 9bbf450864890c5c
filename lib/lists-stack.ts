import { Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type IWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { IpAddresses, type IVpc, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { FilterPattern, type ILogGroup, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { CfnDBCluster, CfnDBClusterParameterGroup, CfnDBInstance, CfnDBSubnetGroup } from 'aws-cdk-lib/aws-rds';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metricNamespace, registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import type { Config } from './config.ts';
import { ServiceAlarm } from './constructs/alarm.ts';
import type { UsedTable } from './data-stack.ts';
import type { ListDatabase } from './grants.ts';
import { graph, heading } from './monitoring/dashboard.ts';
import { type DatabaseSettings, databaseEngine } from './settings/lists.ts';

export interface ListsStackProps extends StackProps {
  config: Config;
  settings: DatabaseSettings;
  table: UsedTable;
  alarmTopic: ITopic;
}

const parameterFamily = 'aurora-postgresql17';
/** Not the standard one, which others try first. The Data API does not need to know it. */
const port = 5433;
const databaseName = 'lists';
const gibibyte = 2 ** 30;

/**
 * The database of lists: Aurora PostgreSQL in a network without any way in or out. Functions reach it by the Data API
 * (docs/decisions/0190-lists-in-postgresql.md). It has nothing that the table does not have, so it is never restored but
 * filled again.
 */
export class ListsStack extends Stack {
  readonly database: ListDatabase;
  private readonly props: ListsStackProps;
  /** The name of the cluster, which its log group must have in its name. */
  private readonly clusterName: string;

  constructor(scope: Construct, id: string, props: ListsStackProps) {
    super(scope, id, props);
    this.props = props;
    // RDS takes no two hyphens in a row.
    this.clusterName = `registry-${props.config.stage}-lists`.replace(/-+/g, '-');
    const logs = this.makeLogs();
    const cluster = this.makeCluster(logs);
    const instance = new CfnDBInstance(this, 'Writer', {
      ...databaseEngine,
      dbInstanceIdentifier: `${this.clusterName}-1`,
      dbClusterIdentifier: cluster.ref,
      dbInstanceClass: 'db.serverless',
      publiclyAccessible: false,
      autoMinorVersionUpgrade: true,
      enablePerformanceInsights: false,
    });
    cluster.applyRemovalPolicy(RemovalPolicy.DESTROY);
    instance.applyRemovalPolicy(RemovalPolicy.DESTROY);
    this.database = {
      clusterArn: cluster.attrDbClusterArn,
      secretArn: cluster.attrMasterUserSecretSecretArn,
      name: databaseName,
    };
    this.addAlarms(logs);
  }

  /** The section of the dashboard on the database. */
  widgets(): IWidget[] {
    return [
      heading('Lists in PostgreSQL', 'docs/runbook.md#lists-behind'),
      graph('Capacity (ACU)', [this.ofDatabase('ServerlessDatabaseCapacity', Stats.MAXIMUM)], 6),
      graph('Behind the table (s)', [this.ofRegistry('listsBehind')], 6),
      graph(
        'Refused rows and throttled calls',
        [this.ofRegistry('refusedRows'), this.ofRegistry('throttledCalls', Stats.SUM)],
        6,
      ),
      graph('Size (bytes)', [this.ofDatabase('VolumeBytesUsed', Stats.MAXIMUM)], 6),
    ];
  }

  private makeCluster(logs: ILogGroup): CfnDBCluster {
    const { config, settings } = this.props;
    const { minCapacityAcu: minCapacity, maxCapacityAcu: maxCapacity, pauseAfterMinutes, backupDays } = settings;
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      availabilityZones: [0, 1].map((index) => Fn.select(index, Fn.getAzs())),
      natGateways: 0,
      subnetConfiguration: [{ name: 'Database', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 26 }],
      // That would take a function, and nothing uses the default group.
      restrictDefaultSecurityGroup: false,
    });
    const securityGroup = new SecurityGroup(this, 'Nobody', {
      vpc: vpc as IVpc,
      description: 'Nobody: the Data API comes from inside of the database',
      allowAllOutbound: false,
    });
    const subnets = new CfnDBSubnetGroup(this, 'Subnets', {
      dbSubnetGroupDescription: 'The network of the database of lists',
      subnetIds: vpc.isolatedSubnets.map(({ subnetId }) => subnetId),
    });
    const parameters = new CfnDBClusterParameterGroup(this, 'Parameters', {
      description: 'What the database of lists logs',
      family: parameterFamily,
      // Statements and details of errors have the texts of rows, and so personal data.
      parameters: { log_error_verbosity: 'terse', log_min_error_statement: 'panic', 'rds.force_ssl': '1' },
    });
    const cluster = new CfnDBCluster(this, 'Cluster', {
      ...databaseEngine,
      dbClusterIdentifier: this.clusterName,
      databaseName,
      port,
      enableHttpEndpoint: true,
      enableIamDatabaseAuthentication: true,
      masterUsername: 'registry',
      // RDS makes its secret, and replaces it every week.
      manageMasterUserPassword: true,
      serverlessV2ScalingConfiguration: {
        minCapacity,
        maxCapacity,
        ...(pauseAfterMinutes !== undefined && { secondsUntilAutoPause: 60 * pauseAfterMinutes }),
      },
      storageEncrypted: true,
      deletionProtection: config.retainData,
      backupRetentionPeriod: backupDays,
      copyTagsToSnapshot: true,
      dbSubnetGroupName: subnets.ref,
      dbClusterParameterGroupName: parameters.ref,
      vpcSecurityGroupIds: [securityGroup.securityGroupId],
      enableCloudwatchLogsExports: ['postgresql'],
    });
    // Otherwise RDS makes the log group, which then keeps everything for ever.
    cluster.node.addDependency(logs);
    return cluster;
  }

  private makeLogs(): ILogGroup {
    return new LogGroup(this, 'Logs', {
      logGroupName: `/aws/rds/cluster/${this.clusterName}/postgresql`,
      retention: this.props.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private addAlarms(logs: ILogGroup): void {
    const { alarmTopic: topic, config } = this.props;
    const isRead = config.lists.engine === 'postgres';
    new ServiceAlarm(this, {
      id: 'lists-behind',
      // Filling takes hours, during which nobody reads them.
      severity: isRead ? 'page' : 'none',
      impact: 'Lists of publications and works lack what was written for half an hour, or answer 503.',
      metric: this.ofRegistry('listsBehind').with({ period: Duration.minutes(15) }),
      threshold: 1_800,
      periods: 2,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'list-rows-refused',
      impact: 'PostgreSQL does not store some rows, so lists lack them.',
      metric: this.ofRegistry('refusedRows'),
      threshold: 1,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'lists-database-at-maximum',
      impact: 'The database of lists has had its largest capacity for an hour: queries are slow.',
      metric: this.ofDatabase('ACUUtilization', Stats.AVERAGE),
      threshold: 95,
      periods: 12,
      topic,
    });
    const storage = this.ofDatabase('FreeLocalStorage', Stats.MINIMUM, {
      DBInstanceIdentifier: `${this.clusterName}-1`,
    });
    new ServiceAlarm(this, {
      id: 'lists-database-storage-low',
      impact: 'The database of lists cannot sort much more, and then fails queries and the making of indexes.',
      // An expression, because a paused database reports nothing, which is not a fault.
      metric: new MathExpression({
        expression: `IF(free < ${gibibyte}, 1, 0)`,
        usingMetrics: { free: storage },
        period: Duration.minutes(5),
      }),
      threshold: 1,
      periods: 3,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'lists-database-throttled',
      impact:
        'The Data API refuses calls, because the database cannot take as many: lists are slow, and some answer 503.',
      metric: this.ofRegistry('throttledCalls', Stats.SUM),
      // Single throttles are retried unnoticed.
      threshold: 50,
      periods: 2,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'lists-database-errors',
      impact: 'The database of lists ends connections or restarts: lists of publications and works answer 503.',
      metric: this.errorsIn(logs),
      // A failover ends the connections of the Data API once.
      threshold: 20,
      periods: 2,
      topic,
    });
  }

  /** Errors that end a connection or the server. Those of single statements are answered to the functions. */
  private errorsIn(logGroup: ILogGroup): Metric {
    const metricName = `${this.clusterName}-errors`;
    new MetricFilter(this, 'Errors', {
      logGroup,
      filterPattern: FilterPattern.anyTerm('FATAL:', 'PANIC:'),
      metricNamespace,
      metricName,
    });
    return new Metric({
      namespace: metricNamespace,
      metricName,
      statistic: Stats.SUM,
      period: Duration.minutes(5),
    });
  }

  private ofRegistry(name: keyof typeof registryMetrics, statistic = Stats.MAXIMUM): Metric {
    return new Metric({
      namespace: metricNamespace,
      metricName: registryMetrics[name],
      dimensionsMap: registryDimensions(this.props.table.tableName),
      statistic,
      period: Duration.minutes(5),
    });
  }

  private ofDatabase(
    metricName: string,
    statistic: string,
    dimensionsMap: Record<string, string> = { DBClusterIdentifier: this.clusterName },
  ): Metric {
    return new Metric({ namespace: 'AWS/RDS', metricName, dimensionsMap, statistic, period: Duration.minutes(5) });
  }
}
