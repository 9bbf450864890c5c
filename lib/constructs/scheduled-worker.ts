import { Duration, Stack } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type IRole, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnyJob, ScheduleTrigger } from '#src/table/queues/job.ts';
import { allow } from '../grants.ts';
import { ServiceAlarm } from './alarm.ts';
import { DeploymentRun } from './deployment-run.ts';
import { type JobProps, sumMetrics } from './queue-worker.ts';
import { ServiceFunction } from './service-function.ts';

/** Lambda's maximum age of asynchronous events. The minimum is one minute, as for schedules. */
const longestEventAge = Duration.hours(6);

/**
 * A function on a schedule, with an alarm if a run fails, cannot be delivered or is dropped by Lambda, and one if there
 * are no runs.
 */
export class ScheduledWorker extends Construct {
  readonly function: IFunction;

  constructor(scope: Construct, id: string, props: JobProps<AnyJob & { trigger: ScheduleTrigger }>) {
    super(scope, id);
    const { job, alarmTopic: topic } = props;
    const worker = new ServiceFunction(this, 'Worker', {
      ...props,
      summary: job.summary,
      grants: job.grants,
      memoryMb: job.memoryMb ?? 512,
      timeoutSeconds: job.timeoutSeconds,
    });
    this.function = worker.function;
    if ('runWhenChanged' in job && job.runWhenChanged !== undefined) {
      const { config } = props.resources;
      const whenChanged = job.runWhenChanged;
      new DeploymentRun(this, 'DeploymentRun', { config, target: worker.function, whenChanged });
    }
    const undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const every = Duration.minutes(job.trigger.everyMinutes);
    const schedule = new Schedule(this, 'Schedule', {
      description: job.summary,
      schedule: ScheduleExpression.rate(every),
      // A run that cannot start within its period is dropped; the next run does its work.
      target: new LambdaInvoke(worker.function, {
        retryAttempts: 2,
        maxEventAge: every,
        deadLetterQueue: undelivered,
        role: this.makeRole(worker.function, undelivered),
      }),
    });
    // Scheduler invokes asynchronously: by default Lambda would retry a failed run twice and queue it for six hours.
    worker.function.configureAsyncInvoke({
      retryAttempts: 0,
      maxEventAge: Duration.minutes(Math.min(job.trigger.everyMinutes, longestEventAge.toMinutes())),
    });
    const period = Duration.minutes(5);
    new ServiceAlarm(this, {
      id: `${job.id}-failing`,
      severity: 'pages' in job && job.pages ? 'page' : 'ticket',
      impact: job.impact,
      metric: sumMetrics(period, {
        errors: worker.function.metricErrors({ statistic: Stats.SUM, period }),
        undelivered: undelivered.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
        dropped: worker.function.metric('AsyncEventsDropped', { statistic: Stats.SUM, period }),
      }),
      threshold: 1,
      topic,
    });
    const noRuns = new ServiceAlarm(this, {
      id: `${job.id}-not-run`,
      impact: job.impact,
      metric: worker.function.metricInvocations({
        statistic: Stats.SUM,
        period: Duration.minutes(Math.max(job.trigger.everyMinutes, period.toMinutes())),
      }),
      minimum: 1,
      // A run may start just before the first of two periods and the next one just after their end.
      periods: 2,
      topic,
    });
    // Makes sure that the first run comes after the schedule is created.
    noRuns.node.addDependency(schedule);
  }

  /** The role of the schedule. CDK's own may also invoke every version and alias of the function. */
  private makeRole(target: IFunction, undelivered: IQueue): IRole {
    const { account } = Stack.of(this);
    const group = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule-group',
      resourceName: 'default',
    });
    return new Role(this, 'ScheduleRole', {
      // Scheduler serves many accounts: only our schedules may assume this role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account, 'aws:SourceArn': group } },
      }),
      inlinePolicies: {
        run: new PolicyDocument({
          statements: [
            allow(['lambda:InvokeFunction'], [target.functionArn]),
            allow(['sqs:SendMessage'], [undelivered.queueArn]),
          ],
        }),
      },
    }).withoutPolicyUpdates();
  }
}
