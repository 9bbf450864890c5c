import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { metricNamespace, registryDimensions, registryMetrics } from '../../src/runtime/metrics.ts';
import { ServiceAlarm } from '../constructs/alarm.ts';
import { sumMetrics } from '../constructs/queue-worker.ts';

export interface RegistryAlarmsProps {
  table: { tableName: string };
  alarmTopic: ITopic;
}

/** Alarms on resources that all functions share: list memory, sessions, concurrency and the table. */
export class RegistryAlarms extends Construct {
  constructor(scope: Construct, id: string, { table, alarmTopic: topic }: RegistryAlarmsProps) {
    super(scope, id);
    const period = Duration.minutes(5);
    const ofRegistry = (name: keyof typeof registryMetrics, statistic: string) =>
      new Metric({
        namespace: metricNamespace,
        metricName: registryMetrics[name],
        dimensionsMap: registryDimensions(table.tableName),
        statistic,
        period,
      });
    new ServiceAlarm(this, {
      id: 'list-memory-high',
      impact: 'A list is about to outgrow the memory of a function, which then fails for everybody who reads it.',
      metric: ofRegistry('listMemory', Stats.MAXIMUM),
      threshold: 90,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'sessions-refused',
      impact: 'Users of the dashboard cannot sign in, or somebody tries tokens.',
      metric: ofRegistry('refusedSessions', Stats.SUM),
      // A page left open sends a handful.
      threshold: 25,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'functions-throttled',
      impact: 'The concurrency of the account is used up: requests get errors, and background work is late.',
      // For the whole region, because its functions share the concurrency.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period }),
      threshold: 1,
      topic,
    });
    const dimensionsMap = { TableName: table.tableName };
    const throttled = (metricName: string) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM, period });
    new ServiceAlarm(this, {
      id: 'table-throttled',
      impact: 'DynamoDB refuses reads or writes of one partition: requests are slow, and some get 503.',
      // Single ones are retried unnoticed.
      metric: sumMetrics(period, { reads: throttled('ReadThrottleEvents'), writes: throttled('WriteThrottleEvents') }),
      threshold: 10,
      topic,
    });
  }
}
