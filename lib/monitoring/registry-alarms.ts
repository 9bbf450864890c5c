import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  metricNamespace,
  registryDimensions,
  registryMetrics,
  sourceDimensions,
  sourceMetrics,
} from '#src/runtime/metrics.ts';
import { declarationOf, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import { ServiceAlarm } from '../constructs/alarm.ts';
import { sumMetrics } from '../constructs/queue-worker.ts';

export interface RegistryAlarmsProps {
  table: { tableName: string };
  alarmTopic: ITopic;
  /** The sources that the registry asks. */
  sources: readonly SourceName[];
  /** The metric of the firewall, if there is one. */
  firewallMetric: string | undefined;
}

/** Alarms on what all functions share: lists, sessions, concurrency, the table, the sources and the firewall. */
export class RegistryAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RegistryAlarmsProps) {
    super(scope, id);
    const { table, alarmTopic: topic, sources, firewallMetric } = props;
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
      severity: 'page',
      impact: 'The concurrency of the account is used up: requests get errors, and background work is late.',
      // For the whole region, because its functions share the concurrency.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period }),
      threshold: 1,
      topic,
    });
    const dimensionsMap = { TableName: table.tableName };
    const throttled = (metricName: string) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM, period });
    // A table on demand without a maximum has no other reasons to throttle. Single throttles are retried unnoticed.
    new ServiceAlarm(this, {
      id: 'partition-throttled',
      severity: 'page',
      impact: 'DynamoDB refuses reads or writes of one partition: requests are slow, and some get 503.',
      metric: sumMetrics(period, {
        reads: throttled('ReadKeyRangeThroughputThrottleEvents'),
        writes: throttled('WriteKeyRangeThroughputThrottleEvents'),
      }),
      threshold: 10,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'table-throttled',
      severity: 'page',
      impact: 'DynamoDB refuses reads or writes of the account: requests are slow, and some get 503.',
      metric: sumMetrics(period, {
        reads: throttled('ReadAccountLimitThrottleEvents'),
        writes: throttled('WriteAccountLimitThrottleEvents'),
      }),
      threshold: 10,
      topic,
    });
    const hour = Duration.hours(1);
    new ServiceAlarm(this, {
      id: 'ingestions-failing',
      impact: 'Researchers whom somebody asked to import stay as they were.',
      metric: ofRegistry('failedJobs', Stats.SUM).with({ period: hour }),
      // A list of iDs with typing errors fails once. A fault goes on.
      threshold: 10,
      periods: 3,
      alarmingPeriods: 2,
      topic,
    });
    for (const source of sources) this.alarmOnSource(source, table, topic);
    for (const source of sources)
      if (declarationOf(source).kind === 'enrichment') this.alarmOnSilence(source, table, topic);
    if (firewallMetric) {
      new ServiceAlarm(this, {
        id: 'requests-blocked',
        impact: 'Somebody attacks the registry, or its firewall refuses the requests of a website.',
        metric: new Metric({
          namespace: 'AWS/WAFV2',
          metricName: 'BlockedRequests',
          dimensionsMap: { WebACL: firewallMetric, Region: Stack.of(this).region, Rule: 'ALL' },
          statistic: Stats.SUM,
          period: hour,
        }),
        // Scanners are blocked all the time.
        threshold: 5_000,
        topic,
      });
    }
  }

  /** Over days, because many registries ask sources only at night, and outages of hours are made up for. */
  private alarmOnSource(source: SourceName, table: { tableName: string }, topic: ITopic): void {
    const period = Duration.days(1);
    const ofSource = metricsOf(source, table, period);
    new ServiceAlarm(this, {
      id: `${source}-refusing`,
      heading: 'source-refusing',
      impact: `What only ${source} knows is missing or out of date.`,
      metric: new MathExpression({
        expression: 'IF(requests >= 20, 100 * refusals / requests, 0)',
        usingMetrics: { requests: ofSource('asked'), refusals: ofSource('refused') },
        period,
      }),
      threshold: 50,
      // A source that fails now and then neither starts the alarm nor ends it.
      periods: 3,
      alarmingPeriods: 2,
      topic,
    });
  }

  /**
   * Publications wait for an enrichment, so that nothing fails if it refuses the key or has no quota left. The job that
   * retries them counts such a pause twice an hour.
   */
  private alarmOnSilence(source: SourceName, table: { tableName: string }, topic: ITopic): void {
    const period = Duration.hours(1);
    const ofSource = metricsOf(source, table, period);
    new ServiceAlarm(this, {
      id: `${source}-silent`,
      heading: 'source-silent',
      impact: `New publications wait for what only ${source} knows.`,
      metric: new MathExpression({
        expression: 'IF(FILL(requests, 0) <= FILL(refusals, 0), FILL(pauses, 0), 0)',
        usingMetrics: { requests: ofSource('asked'), refusals: ofSource('refused'), pauses: ofSource('paused') },
        period,
      }),
      threshold: 1,
      periods: 3,
      topic,
    });
  }
}

/** The metrics of the calls of a source. */
const metricsOf =
  (source: SourceName, table: { tableName: string }, period: Duration) => (name: keyof typeof sourceMetrics) =>
    new Metric({
      namespace: metricNamespace,
      metricName: sourceMetrics[name],
      dimensionsMap: sourceDimensions(table.tableName, source),
      statistic: Stats.SUM,
      period,
    });
