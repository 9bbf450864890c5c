import { Duration } from 'aws-cdk-lib';
import { type IMetric, type IWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { watchLimits } from '#src/lists/rollout/domain/judge.ts';
import { rolloutDimensions, rolloutMetrics } from '#src/lists/rollout/metrics.ts';
import { metricNamespace } from '#src/runtime/metrics.ts';
import { ServiceAlarm } from '../constructs/alarm.ts';
import { graph, heading } from './dashboard.ts';

export interface RolloutMonitoringProps {
  table: Pick<Table, 'tableName'>;
  alarmTopic: ITopic;
}

/** Informational alarms on the rollout of locale-aware search, and its section of the dashboard. */
export class RolloutMonitoring extends Construct {
  private readonly table: Pick<Table, 'tableName'>;

  constructor(scope: Construct, id: string, { table, alarmTopic: topic }: RolloutMonitoringProps) {
    super(scope, id);
    this.table = table;
    const watched = Duration.minutes(watchLimits.windowMinutes);
    new ServiceAlarm(this, {
      id: 'rollout-auto-disabled',
      impact: 'Locale-aware search failed or was slow and was disabled: all search is plain.',
      // The job reports the state every minute. A longer period keeps the alarm on if it misses one.
      metric: this.metric('autoDisabled', Stats.MAXIMUM, Duration.minutes(5)),
      threshold: 1,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'rollout-error-rate-high',
      // No notification, because the person who changes the stage of the rollout watches it.
      severity: 'none',
      impact: 'More locale-aware searches fail than a rollout should go on with.',
      metric: this.ofEnough('100 * errors / requests', watched, {
        errors: this.metric('errors', Stats.SUM, watched),
      }),
      threshold: 100 * watchLimits.errorRate,
      topic,
    });
    new ServiceAlarm(this, {
      id: 'rollout-latency-high',
      severity: 'none',
      impact: 'Locale-aware searches take longer than a rollout should go on with.',
      metric: this.ofEnough('latency / requests', watched, {
        latency: this.metric('totalLatency', Stats.SUM, watched),
      }),
      threshold: watchLimits.averageLatencyMs,
      topic,
    });
  }

  private metric(name: keyof typeof rolloutMetrics, statistic: string, period: Duration): Metric {
    return new Metric({
      namespace: metricNamespace,
      metricName: rolloutMetrics[name],
      dimensionsMap: rolloutDimensions(this.table.tableName),
      statistic,
      period,
    });
  }

  /** A rate that is 0 while there are too few requests to judge. */
  private ofEnough(rate: string, period: Duration, usingMetrics: Record<string, IMetric>): MathExpression {
    const requests = this.metric('requests', Stats.SUM, period);
    const expression = `IF(requests >= ${watchLimits.minRequests}, ${rate}, 0)`;
    return new MathExpression({ expression, period, usingMetrics: { requests, ...usingMetrics } });
  }

  widgets(): IWidget[] {
    const period = Duration.minutes(1);
    const [requests, errors, latency] = (['requests', 'errors', 'totalLatency'] as const).map((name) =>
      this.metric(name, Stats.SUM, period),
    ) as [Metric, Metric, Metric];
    const rate = (label: string, expression: string, usingMetrics: Record<string, IMetric>) =>
      new MathExpression({ label, expression, period, usingMetrics: { requests, ...usingMetrics } });
    return [
      heading('Rollout of locale-aware search', 'docs/rollout.md'),
      graph('Requests', [requests, errors]),
      graph('Error rate (%)', [rate('Error rate', '100 * errors / requests', { errors })]),
      graph('Average latency (ms)', [rate('Average latency', 'latency / requests', { latency })]),
      graph('Stage (0 while disabled)', [
        this.metric('stage', Stats.MAXIMUM, period),
        this.metric('autoDisabled', Stats.MAXIMUM, period),
      ]),
    ];
  }
}
