import { describe, expect, it } from '@jest/globals';
import { aRegistry, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';

const { Background: background } = templatesOf(aRegistry());
const alarm = (beginning: string) => resource(background, 'AWS::CloudWatch::Alarm', beginning).Properties;
interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: { Namespace: string; MetricName: string; Dimensions: unknown }; Period: number; Stat: string };
}
const dimensions = [
  { Name: 'feature', Value: 'locale-search' },
  { Name: 'table', Value: { 'Fn::ImportValue': expect.stringContaining('Table') } },
];
const sumOf = (MetricName: string) => ({
  Metric: { Namespace: 'PublicationRegistry', MetricName, Dimensions: dimensions },
  Period: 1800,
  Stat: 'Sum',
});

it('a disable by the service alarms for as long as it lasts', () => {
  expect(alarm('RolloutRolloutAutoDisabled')).toMatchObject({
    AlarmName: 'registry-prod-background-rollout-auto-disabled',
    Namespace: 'PublicationRegistry',
    MetricName: 'RolloutAutoDisabled',
    Dimensions: dimensions,
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    AlarmActions: [expect.anything()],
    OKActions: [expect.anything()],
  });
});

describe.each([
  ['RolloutRolloutErrorRateHigh', 5, 'IF(requests >= 20, 100 * errors / requests, 0)', 'errors', 'Errors'],
  ['RolloutRolloutLatencyHigh', 1500, 'IF(requests >= 20, latency / requests, 0)', 'latency', 'TotalLatency'],
])('the alarm %s', (beginning, threshold, expression, id, metricName) => {
  it(`starts at ${threshold} over half an hour, with at least 20 requests, and tells nobody: whoever changes the stage looks`, () => {
    const { Threshold, Metrics, ComparisonOperator, TreatMissingData, AlarmActions } = alarm(beginning);
    expect({ Threshold, ComparisonOperator, TreatMissingData }).toEqual({
      Threshold: threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    const [rate, ...sums] = Metrics as [Query, ...Query[]];
    expect(rate.Expression).toBe(expression);
    const byId = Object.fromEntries(sums.map(({ Id, MetricStat }) => [Id, MetricStat]));
    expect(byId).toEqual({ requests: sumOf('Requests'), [id]: sumOf(metricName) });
    expect(AlarmActions).toBeUndefined();
  });
});

it('the one dashboard shows requests, error rate, latency and stage', () => {
  const dashboards = resources(background, 'AWS::CloudWatch::Dashboard');
  expect(dashboards).toHaveLength(1);
  const body = JSON.stringify(dashboards[0]?.[1].Properties.DashboardBody);
  for (const shown of [
    'Requests',
    '100 * errors / requests',
    'latency / requests',
    'RolloutStage',
    'RolloutAutoDisabled',
  ])
    expect(body).toContain(shown);
});
