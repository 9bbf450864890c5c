import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ControlPlane, startControlPlane } from '../../local/control-plane/control-plane.ts';
import { embeddedMetrics } from '../../local/metrics/embedded-metrics.ts';
import { Metrics } from '../../local/metrics/metrics.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const minute = (n: number) => noon + n * 60_000;
let nowMs = noon;
let metrics: Metrics;
beforeEach(() => {
  nowMs = noon;
  metrics = new Metrics(() => nowMs);
});

const latency = { namespace: 'Test', name: 'Latency', dimensions: { route: 'a', table: 't' } };
const read = (statistic: 'Sum' | 'Average', from: number, to: number, minutes = 1, metric = latency) => [
  ...metrics.read(metric, statistic, { fromMs: minute(from), toMs: minute(to), periodMs: minutes * 60_000 }),
];

describe('metrics', () => {
  it('are summed by minute, whatever the order of the dimensions', () => {
    metrics.record(latency, [1, 2], minute(-2) + 1);
    metrics.record({ ...latency, dimensions: { table: 't', route: 'a' } }, 6, minute(-2) + 59_999);
    metrics.record(latency, 10, minute(-1));
    metrics.record({ ...latency, dimensions: { route: 'a' } }, 1000, minute(-1));
    expect(read('Sum', -5, 0)).toEqual([
      [minute(-2), 9],
      [minute(-1), 10],
    ]);
    expect(read('Average', -2, 0, 2)).toEqual([[minute(-2), 19 / 4]]);
    expect(read('Sum', -1, 0)).toEqual([[minute(-1), 10]]);
  });

  it('are kept for three days, and refused from two hours ahead', () => {
    metrics.record(latency, 1, minute(-4320));
    metrics.record(latency, 1, minute(-4321));
    metrics.record(latency, 1, minute(120));
    metrics.record(latency, 1, minute(121));
    expect(read('Sum', -5000, 300).map(([startMs]) => startMs)).toEqual([minute(-4320), minute(120)]);
    nowMs = minute(1);
    metrics.record(latency, 1);
    expect(read('Sum', -5000, 300).map(([startMs]) => startMs)).toEqual([minute(120), minute(1)]);
  });

  it('are bounded in number: a new one replaces the first', () => {
    metrics.record(latency, 1);
    for (let n = 0; n < 2_000; n++) metrics.record({ ...latency, dimensions: { n: String(n) } }, 1);
    expect(read('Sum', 0, 1)).toEqual([]);
    expect(read('Sum', 0, 1, 1, { ...latency, dimensions: { n: '0' } as never })).toEqual([[noon, 1]]);
  });
});

describe('a log line in the embedded metric format', () => {
  const directive = {
    Namespace: 'Test',
    Dimensions: [['route'], ['route', 'table'], []],
    Metrics: [{ Name: 'Latency' }],
  };
  const line = (more: object, aws: object = {}) => ({
    _aws: { Timestamp: noon, CloudWatchMetrics: [directive], ...aws },
    route: 'a',
    table: 't',
    Latency: 5,
    ...more,
  });

  it('has a value for each dimension set, and for each number of a list', () => {
    expect(embeddedMetrics(line({ Latency: [5, 7.5] }))).toEqual(
      [{ route: 'a' }, { route: 'a', table: 't' }, {}].map((dimensions) => ({
        metric: { namespace: 'Test', name: 'Latency', dimensions },
        values: [5, 7.5],
        atMs: noon,
      })),
    );
  });

  it.each([
    ['is not one', { message: 'hello' }, 0],
    ['has no timestamp', line({}, { Timestamp: 'now' }), 0],
    ['has no namespace', line({}, { CloudWatchMetrics: [{ ...directive, Namespace: '' }] }), 0],
    ['is something else', { _aws: [1] }, 0],
    ['is null', { _aws: null }, 0],
    ['has a text for a value', line({ Latency: 'slow' }), 0],
    ['has a text among the values', line({ Latency: [1, 'slow'] }), 0],
    ['has more than 100 values', line({ Latency: Array(101).fill(1) }), 0],
    ['lacks the value', line({ Latency: undefined }), 0],
    ['lacks a dimension', line({ table: undefined }), 2],
    ['has a number as a dimension', line({ route: 5 }), 1],
    ['names no dimensions', line({}, { CloudWatchMetrics: [{ ...directive, Dimensions: undefined }] }), 1],
  ])('that %s', (_, given, count) => expect(embeddedMetrics(given)).toHaveLength(count));
});

describe('GetMetricData', () => {
  let plane: ControlPlane;
  const services: Parameters<typeof startControlPlane>[0] = {};
  beforeAll(async () => {
    plane = await startControlPlane(services);
  });
  beforeEach(() => {
    services.metrics = metrics;
    metrics.record(latency, [1, 3], minute(-4));
    metrics.record(latency, 8, minute(-2));
    metrics.record({ ...latency, name: 'Requests' }, [1, 1], minute(-4));
  });
  afterAll(() => plane.close());

  const ask = async (body: object, action = 'GetMetricData') => {
    const headers = { 'x-amz-target': `GraniteServiceVersion20100801.${action}` };
    const response = await fetch(plane.url, { method: 'POST', headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: results and errors
    return { status: response.status, body: (await response.json()) as any };
  };
  const dimensions = [
    { Name: 'table', Value: 't' },
    { Name: 'route', Value: 'a' },
  ];
  const stat = (Stat: string, Period = 60, MetricName = 'Latency') => ({
    MetricStat: { Metric: { Namespace: 'Test', MetricName, Dimensions: dimensions }, Period, Stat },
  });
  const span = { StartTime: minute(-5) / 1000, EndTime: minute(0) / 1000 };
  const one = (query: object, more: object = {}) =>
    ask({ ...span, MetricDataQueries: [{ Id: 'q', ...query }], ...more });

  it.each([
    ['Sum', [8, 4]],
    ['Average', [8, 2]],
    ['Minimum', [8, 1]],
    ['Maximum', [8, 3]],
    ['SampleCount', [1, 2]],
  ])('%s of each minute, newest first', async (Stat, Values) => {
    const { status, body } = await one(stat(Stat));
    expect(status).toBe(200);
    expect(body).toEqual({
      MetricDataResults: [
        {
          Id: 'q',
          Label: 'Latency',
          Timestamps: [minute(-2), minute(-4)].map((ms) => ms / 1000),
          Values,
          StatusCode: 'Complete',
        },
      ],
      Messages: [],
    });
  });

  it('oldest first, in longer periods, with StartTime rounded down and EndTime not included', async () => {
    const { body } = await one(stat('Sum', 120), {
      ScanBy: 'TimestampAscending',
      StartTime: minute(-4) / 1000 + 59,
      EndTime: minute(-2) / 1000,
    });
    expect(body.MetricDataResults).toMatchObject([{ Timestamps: [minute(-4) / 1000], Values: [4] }]);
  });

  it('without data is empty and complete', async () => {
    const { body } = await one(stat('Sum', 60, 'Nothing'));
    expect(body.MetricDataResults).toMatchObject([{ Timestamps: [], Values: [], StatusCode: 'Complete' }]);
  });

  it('an expression, without the metrics that are not to be returned', async () => {
    const MetricDataQueries = [
      { Id: 'mean', Expression: 'IF(requests >= 2, total / requests, 0)', Label: 'Mean' },
      { Id: 'total', ...stat('Sum'), ReturnData: false },
      { Id: 'requests', ...stat('Sum', 60, 'Requests'), ReturnData: false },
    ];
    const { body } = await ask({ ...span, MetricDataQueries });
    expect(body.MetricDataResults).toMatchObject([{ Id: 'mean', Label: 'Mean', Values: [2] }]);
  });

  it.each([
    ['a percentile', one.bind(null, stat('p99')), 'the query q: the statistic p99'],
    ['seconds', one.bind(null, stat('Sum', 10)), 'the period 10'],
    ['another account', one.bind(null, { ...stat('Sum'), AccountId: '1' }), 'AccountId'],
    ['a unit', one.bind(null, { MetricStat: { ...stat('Sum').MetricStat, Unit: 'Count' } }), 'Unit'],
    ['another function', one.bind(null, { Expression: 'ANOMALY_DETECTION_BAND(q)' }), 'ANOMALY_DETECTION_BAND'],
    ['a search', one.bind(null, { Expression: "SEARCH('{Test}', 'Sum')" }), `has "'"`],
    ['an unknown id', one.bind(null, { Expression: 'm1 + 1' }), 'm1'],
    ['neither', one.bind(null, {}), 'the query q: it has neither'],
    [
      'two of one id',
      () =>
        ask({
          ...span,
          MetricDataQueries: [
            { Id: 'q', ...stat('Sum') },
            { Id: 'q', ...stat('Sum') },
          ],
        }),
      'twice',
    ],
    ['no queries', () => ask(span), 'MetricDataQueries is required'],
    ['paging', one.bind(null, stat('Sum'), { MaxDatapoints: 1 }), 'MaxDatapoints'],
    ['another order', one.bind(null, stat('Sum'), { ScanBy: 'Size' }), 'ScanBy Size'],
    ['a text as time', one.bind(null, stat('Sum'), { StartTime: '2026-01-31' }), 'StartTime'],
    ['an empty span', one.bind(null, stat('Sum'), { EndTime: span.StartTime }), 'before EndTime'],
    ['a start inside a period', one.bind(null, stat('Sum', 3_600)), 'StartTime inside a period of q'],
    ['too much', one.bind(null, stat('Sum'), { StartTime: 0 }), 'more than 100800 values'],
    ['another action', () => ask({}, 'PutMetricData'), 'PutMetricData'],
  ])('400: %s is an error that names it', async (_, request, named) => {
    const { status, body } = await request();
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });
});
