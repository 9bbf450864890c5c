import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listMetrics, metricNamespace, registryMetrics, sourceMetrics } from '#src/runtime/metrics.ts';
import { collections } from '#src/table/keys.ts';
import { standardSources } from '#src/vocabulary/sources/declarations.ts';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';

const templates = templatesOf(aRegistry());
const alarmOf = (stack: 'Background' | 'Consumer', beginning: string) =>
  resource(templates[stack], 'AWS::CloudWatch::Alarm', beginning).Properties;

describe('the alarms of the whole registry', () => {
  const ofTable = [{ Name: 'table', Value: { 'Fn::ImportValue': expect.stringContaining('Table') } }];

  it.each([
    ['RegistryListMemoryHigh', registryMetrics.listMemory, 'Maximum', 90],
    ['RegistrySessionsRefused', registryMetrics.refusedSessions, 'Sum', 25],
  ])('%s reads what functions of this registry log', (beginning, MetricName, Statistic, Threshold) => {
    expect(alarmOf('Background', beginning)).toMatchObject({
      Namespace: metricNamespace,
      MetricName,
      Dimensions: ofTable,
      Statistic,
      Threshold,
      Period: 300,
      TreatMissingData: 'notBreaching',
    });
  });

  it('one throttled start of a function in the region is enough', () => {
    const { Namespace, MetricName, Dimensions, Threshold } = alarmOf('Background', 'RegistryFunctionsThrottled');
    expect({ Namespace, MetricName, Dimensions, Threshold }).toEqual({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
      Dimensions: undefined,
      Threshold: 1,
    });
  });

  it.each([
    ['RegistryPartitionThrottled', 'KeyRangeThroughputThrottleEvents'],
    ['RegistryTableThrottled', 'AccountLimitThrottleEvents'],
  ])('%s counts refused reads and writes together', (beginning, metric) => {
    const { Metrics, Threshold } = alarmOf('Background', beginning);
    expect(Threshold).toBe(10);
    expect(Metrics[0].Expression).toBe('FILL(reads, 0) + FILL(writes, 0)');
    expect(Metrics.slice(1)).toMatchObject(
      ['Read', 'Write'].map((operation) => ({
        MetricStat: { Metric: { Namespace: 'AWS/DynamoDB', MetricName: `${operation}${metric}` }, Stat: 'Sum' },
      })),
    );
  });
});

describe('alarms on faults that go on', () => {
  it('ten failed ingestions in an hour count when they come in two of three hours', () => {
    expect(alarmOf('Background', 'RegistryIngestionsFailing')).toMatchObject({
      Namespace: metricNamespace,
      MetricName: registryMetrics.failedJobs,
      Threshold: 10,
      Period: 3600,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    });
  });

  it('each source that the registry asks has one on two of three days', () => {
    const ids = resources(templates.Background, 'AWS::CloudWatch::Alarm').map(([id]) => id);
    const refusing = ids.flatMap((id) => /^Registry(\w+)RefusingAlarm/.exec(id)?.[1]?.toLowerCase() ?? []);
    expect(refusing.sort()).toEqual([...standardSources].sort());
    const { Metrics, Threshold, EvaluationPeriods, DatapointsToAlarm, AlarmDescription } = alarmOf(
      'Background',
      'RegistryCrossrefRefusing',
    );
    const judged = { Threshold, EvaluationPeriods, DatapointsToAlarm };
    expect(judged).toEqual({ Threshold: 50, EvaluationPeriods: 3, DatapointsToAlarm: 2 });
    expect(Metrics[0].Expression).toBe('IF(requests >= 20, 100 * refusals / requests, 0)');
    expect(Metrics.slice(1)).toMatchObject(
      [sourceMetrics.asked, sourceMetrics.refused].map((MetricName) => ({
        MetricStat: {
          Metric: { MetricName, Dimensions: expect.arrayContaining([{ Name: 'source', Value: 'crossref' }]) },
          Period: 86_400,
          Stat: 'Sum',
        },
      })),
    );
    expect(AlarmDescription).toMatch(/#source-refusing$/);
  });

  it('an enrichment is silent if it answers nothing for three hours although it was to be asked', () => {
    const { Metrics, Threshold, EvaluationPeriods, AlarmDescription } = alarmOf('Background', 'RegistryOpenalexSilent');
    expect({ Threshold, EvaluationPeriods }).toEqual({ Threshold: 1, EvaluationPeriods: 3 });
    expect(Metrics[0].Expression).toBe('IF(FILL(requests, 0) <= FILL(refusals, 0), FILL(pauses, 0), 0)');
    expect(AlarmDescription).toMatch(/#source-silent$/);
    expect(() => alarmOf('Background', 'RegistryCrossrefSilent')).toThrow();
  });

  it('an API is slow if responses take three seconds on average for a quarter of an hour', () => {
    const { Metrics, Threshold, EvaluationPeriods } = alarmOf('Consumer', 'ConsumerApiSlow');
    expect({ Threshold, EvaluationPeriods }).toEqual({ Threshold: 3_000, EvaluationPeriods: 3 });
    expect(Metrics[0].Expression).toBe('IF(requests >= 20, latency, 0)');
    expect(Metrics.slice(1)).toMatchObject(
      [
        ['Count', 'Sum'],
        ['Latency', 'Average'],
      ].map(([MetricName, Stat]) => ({
        MetricStat: { Metric: { Namespace: 'AWS/ApiGateway', MetricName }, Period: 300, Stat },
      })),
    );
  });

  it('a firewall has one on what it blocks; without a firewall there is none', () => {
    expect(alarmOf('Background', 'RegistryRequestsBlocked')).toMatchObject({
      Namespace: 'AWS/WAFV2',
      MetricName: 'BlockedRequests',
      Dimensions: expect.arrayContaining([
        { Name: 'WebACL', Value: 'registry-prod-edge' },
        { Name: 'Rule', Value: 'ALL' },
      ]),
    });
    const { Background } = templatesOf(aRegistry({ config: readConfig({ edge: { firewall: false } }) }));
    expect(JSON.stringify(Background.toJSON())).not.toContain('AWS/WAFV2');
  });
});

it('an API of which half of at least three requests fail in 15 minutes alarms, beside the one on five errors', () => {
  const rate = alarmOf('Consumer', 'ConsumerApiErrorRate');
  expect(rate).toMatchObject({ Threshold: 50, EvaluationPeriods: 1 });
  expect(rate.Metrics[0].Expression).toBe('IF(requests >= 3, 100 * errors / requests, 0)');
  expect(rate.Metrics.slice(1)).toMatchObject(
    ['Count', '5XXError'].map((MetricName) => ({
      MetricStat: { Metric: { Namespace: 'AWS/ApiGateway', MetricName }, Period: 900, Stat: 'Sum' },
    })),
  );
  expect(alarmOf('Consumer', 'ConsumerApiErrorsAlarm')).toMatchObject({ MetricName: '5XXError', Threshold: 5 });
});

it('the page for operators names every metric of the service', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const named = [...page.matchAll(/^\| `(\w+)` \| (?:`\w+` )?\|/gm)].map(([, name]) => name);
  const metrics = [registryMetrics, sourceMetrics, listMetrics].flatMap((each) => Object.values(each));
  expect(named.sort()).toEqual(metrics.sort());
});

it('one dashboard shows every API by its name, every queue, source and list, the canary, and the units of the table', () => {
  const [[, { Properties }], ...others] = resources(templates.Background, 'AWS::CloudWatch::Dashboard') as [
    ReturnType<typeof resources>[number],
  ];
  expect(others).toEqual([]);
  const body = JSON.stringify(Properties.DashboardBody);
  for (const api of ['consumer', 'integrations', 'dashboard']) {
    for (const metric of ['Count', '5XXError', '4XXError', 'Latency']) {
      const shown = ['AWS/ApiGateway', metric, 'ApiName', `registry-prod-${api}`, 'Stage', 'live'];
      expect(body).toContain(JSON.stringify(JSON.stringify(shown)).slice(2, -3));
    }
  }
  for (const [id] of resources(templates.Background, 'AWS::SQS::Queue')) expect(body).toContain(`"${id}"`);
  const { canaryFailures, refusedSessions, listMemory, failedJobs } = registryMetrics;
  for (const name of [
    canaryFailures,
    refusedSessions,
    listMemory,
    failedJobs,
    'ConsumedReadCapacityUnits',
    'ConsumedWriteCapacityUnits',
  ])
    expect(body).toContain(name);
  const shows = (name: string, by: string, value: string) =>
    expect(body).toMatch(new RegExp(`"${name}[^\\]]*${by}[\\\\]+",[\\\\]+"${value}[\\\\]+"`));
  for (const name of Object.values(sourceMetrics)) for (const source of standardSources) shows(name, 'source', source);
  for (const name of Object.values(listMetrics)) for (const each of collections) shows(name, 'collection', each);
});
