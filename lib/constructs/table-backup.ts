import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { ServiceAlarm } from './alarm.ts';

export interface TableBackupProps {
  table: { tableArn: string };
  stage: string;
  settings: NonNullable<Config['backup']>;
  alarmTopic: ITopic;
}

/**
 * A nightly backup of the table in a vault that outlives the stack, and optionally a copy in the vault of another
 * account: docs/decisions/0143-restore.md.
 */
export class TableBackup extends Construct {
  constructor(scope: Construct, id: string, { table, stage, settings, alarmTopic: topic }: TableBackupProps) {
    super(scope, id);
    const { keepDays, copyToVaultArn, keepCopiesDays = keepDays } = settings;
    const vault = new BackupVault(this, 'Vault', {
      // A fixed name, by which later deployments find the vault again: docs/restore.md.
      backupVaultName: `registry-${stage}`,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'nightly',
          scheduleExpression: Schedule.cron({ hour: '0', minute: '30' }),
          startWindow: Duration.hours(1),
          deleteAfter: Duration.days(keepDays),
          ...(copyToVaultArn && {
            copyActions: [
              {
                destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'CopyVault', copyToVaultArn),
                deleteAfter: Duration.days(keepCopiesDays),
              },
            ],
          }),
        }),
      ],
    });
    const policy = ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup');
    plan.addSelection('Table', {
      resources: [BackupResource.fromArn(table.tableArn)],
      role: new Role(this, 'Role', {
        assumedBy: new ServicePrincipal('backup.amazonaws.com'),
        managedPolicies: [policy],
      }),
      disableDefaultBackupPolicy: true,
    });
    new ServiceAlarm(this, {
      id: 'backup-missing',
      impact: 'The table has no new backup: what was written since can be restored only while the account exists.',
      metric: new Metric({
        namespace: 'AWS/Backup',
        metricName: 'NumberOfBackupJobsCompleted',
        dimensionsMap: { BackupVaultName: vault.backupVaultName },
        statistic: Stats.SUM,
        period: Duration.days(1),
      }),
      minimum: 1,
      periods: 2,
      topic,
    });
    if (copyToVaultArn) this.tellOfFailedCopies(vault, topic);
  }

  /** Uses events, because they name the source vault of a copy. */
  private tellOfFailedCopies(vault: BackupVault, topic: ITopic): void {
    new Rule(this, 'FailedCopies', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Copy Job State Change'],
        detail: { state: ['FAILED'], sourceBackupVaultArn: [vault.backupVaultArn] },
      },
      targets: [
        new SnsTopic(topic, {
          message: RuleTargetInput.fromText(
            'A backup of the table was not copied to the other account. What to do: docs/runbook.md#backup-missing',
          ),
        }),
      ],
    });
  }
}
