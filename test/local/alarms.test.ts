import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Alarms } from '../../local/metrics/alarms.ts';
import { parseExpression } from '../../local/metrics/math-expression.ts';
import { Metrics } from '../../local/metrics/metrics.ts';
import { Fixture, type Resources } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const noon = Date.UTC(2026, 0, 31, 12);
const minuteMs = 60_000;

describe('metric math', () => {
  const metrics = new Map([
    [
      'm1',
      new Map([
        [0, 6],
        [1, 8],
        [2, 0],
      ]),
    ],
    [
      'm2',
      new Map([
        [0, 3],
        [2, 0],
      ]),
    ],
    ['none', new Map<number, number>()],
  ]);
  const value = (text: string) => [...parseExpression(text).evaluate({ metrics, periods: [0, 1, 2, 3] })];

  it.each<[string, [number, number][]]>([
    [
      'm1',
      [
        [0, 6],
        [1, 8],
        [2, 0],
      ],
    ],
    [
      'm1 + m2',
      [
        [0, 9],
        [2, 0],
      ],
    ],
    [
      'm1 - m2 - 1',
      [
        [0, 2],
        [2, -1],
      ],
    ],
    [
      '2 * m1 + 1',
      [
        [0, 13],
        [1, 17],
        [2, 1],
      ],
    ],
    [
      '2 * (m1 + 1)',
      [
        [0, 14],
        [1, 18],
        [2, 2],
      ],
    ],
    [
      '-m2 / .5',
      [
        [0, -6],
        [2, -0],
      ],
    ],
    ['100 * m2 / m1', [[0, 50]]],
    [
      'm1 >= 6',
      [
        [0, 1],
        [1, 1],
        [2, 0],
      ],
    ],
    [
      'm1 == 8',
      [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
    ],
    [
      'IF(m1 > 6, 1, m2)',
      [
        [0, 3],
        [1, 1],
        [2, 0],
      ],
    ],
    [
      'IF(1 < 2, m2, m1)',
      [
        [0, 3],
        [2, 0],
      ],
    ],
    [
      'FILL(m2, 0) + FILL(none, 1)',
      [
        [0, 4],
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    ],
    [
      '1 + 1',
      [
        [0, 2],
        [1, 2],
        [2, 2],
        [3, 2],
      ],
    ],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));

  it.each([
    ['m1 +', 'ends too early'],
    ['(m1', 'has an end in place of )'],
    ['m1 m2', 'has m2 after its end'],
    ['* 2', 'has * in place of a value'],
    ['SUM(m1)', 'calls SUM with 1 arguments'],
    ['IF(m1, 1)', 'calls IF with 2 arguments'],
    ['m1 && m2', 'has "&"'],
    ['', 'ends too early'],
    ['('.repeat(10_000), 'is nested too deeply'],
  ])('%s is refused', (text, why) => expect(() => parseExpression(text)).toThrow(why));
});

describe('alarms', () => {
  let nowMs = noon;
  let metrics: Metrics;
  let printed: string[];
  let mails: { to: string; subject: string; html: string }[];
  beforeEach(() => {
    nowMs = noon;
    metrics = new Metrics(() => nowMs);
    printed = [];
    mails = [];
  });
  const errors = { namespace: 'Test', name: 'Errors', dimensions: { route: 'a' } };
  const topics: Resources = {
    Topic: { Type: 'AWS::SNS::Topic' },
    Mail: {
      Type: 'AWS::SNS::Subscription',
      Properties: { Protocol: 'email', Endpoint: 'ops@example.org', TopicArn: { Ref: 'Topic' } },
    },
    Pager: {
      Type: 'AWS::SNS::Subscription',
      Properties: { Protocol: 'https', Endpoint: 'https://pager.example', TopicArn: { Ref: 'Topic' } },
    },
  };
  const one = {
    AlarmName: 'too-many',
    AlarmDescription: 'Too <many> errors.',
    Namespace: 'Test',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'route', Value: 'a' }],
    Statistic: 'Sum',
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 2,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Topic' }],
    OKActions: [{ Ref: 'Topic' }],
  };
  const alarm = (properties: object): Resources => ({
    Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { ...one, ...properties } },
  });
  const start = (properties: object = {}) =>
    new Alarms(fixture.stacks({ ...topics, ...alarm(properties) }), metrics, {
      now: () => nowMs,
      print: (line) => printed.push(line),
      outbox: { send: (mail) => mails.push(mail) },
    });
  const isOn = (alarms: Alarms) => {
    alarms.evaluate();
    return alarms.active().length === 1;
  };

  it('say once when they start and once when they end, and send mails', () => {
    const alarms = start();
    alarms.evaluate();
    expect(printed).toEqual([]);
    metrics.record(errors, [1, 1]);
    alarms.evaluate();
    alarms.evaluate();
    expect(printed).toEqual(['2026-01-31T12:00:00.000Z  ALARM  too-many: Too <many> errors.']);
    expect(mails).toEqual([
      { to: 'ops@example.org', subject: 'ALARM: too-many', html: '<p>Too &lt;many&gt; errors.</p>' },
    ]);
    nowMs += minuteMs;
    alarms.evaluate();
    expect(printed.at(-1)).toBe('2026-01-31T12:01:00.000Z  OK  too-many: Too <many> errors.');
    expect(mails.map(({ subject }) => subject)).toEqual(['ALARM: too-many', 'OK: too-many']);
  });

  it('send no mail without an action, or with actions off', () => {
    metrics.record(errors, 2);
    start({ AlarmActions: undefined }).evaluate();
    start({ ActionsEnabled: false }).evaluate();
    expect([printed.length, mails]).toEqual([2, []]);
  });

  it.each<[string, object, (number | undefined)[], boolean]>([
    ['the sum of a period', { Period: 120 }, [1, 1], true],
    ['the average of a period', { Period: 120, Statistic: 'Average' }, [2, 1], false],
    ['all of 3 periods', { EvaluationPeriods: 3 }, [2, 2, 2], true],
    ['2 of 3 periods, when all are needed', { EvaluationPeriods: 3 }, [2, 1, 2], false],
    ['2 of 3 periods, when 2 are needed', { EvaluationPeriods: 3, DatapointsToAlarm: 2 }, [2, 1, 2], true],
    ['1 of 3 periods, when 2 are needed', { EvaluationPeriods: 3, DatapointsToAlarm: 2 }, [2, 1, 1], false],
    ['the limit itself, when above', { ComparisonOperator: 'GreaterThanThreshold' }, [2], false],
    ['less', { ComparisonOperator: 'LessThanThreshold' }, [1], true],
    ['the limit itself, when at most', { ComparisonOperator: 'LessThanOrEqualToThreshold' }, [2], true],
    ['missing data that is not breaching', { EvaluationPeriods: 2 }, [2, undefined], false],
    ['missing data that is breaching', { EvaluationPeriods: 2, TreatMissingData: 'breaching' }, [2, undefined], true],
    ['only missing data that is breaching', { TreatMissingData: 'breaching' }, [undefined], true],
    ['only missing data by default', { TreatMissingData: undefined }, [undefined], false],
  ])('%s', (_, properties, values, expected) => {
    values.forEach((value, index) => {
      if (value !== undefined) metrics.record(errors, value, noon - (values.length - 1 - index) * minuteMs);
    });
    expect(isOn(start(properties))).toBe(expected);
  });

  it('that are on while one of others is start and end once', () => {
    const other = { namespace: 'Test', name: 'Errors', dimensions: { route: 'b' } };
    const silent = { AlarmActions: undefined, OKActions: undefined };
    const second = { ...one, ...silent, AlarmName: 'second', Dimensions: [{ Name: 'route', Value: 'b' }] };
    const composite = (AlarmRule: string): Resources => ({
      Second: { Type: 'AWS::CloudWatch::Alarm', Properties: second },
      Either: {
        Type: 'AWS::CloudWatch::CompositeAlarm',
        Properties: { AlarmName: 'either', AlarmRule, AlarmActions: [{ Ref: 'Topic' }], OKActions: [{ Ref: 'Topic' }] },
      },
    });
    const withRule = (AlarmRule: string) =>
      new Alarms(fixture.stacks({ ...topics, ...alarm(silent), ...composite(AlarmRule) }), metrics, {
        now: () => nowMs,
        print: (line) => printed.push(line),
        outbox: { send: (mail) => mails.push(mail) },
      });
    const alarms = withRule('ALARM("too-many") OR ALARM("second")');
    const at = (minutes: number, metric: typeof errors | undefined) => {
      nowMs = noon + minutes * minuteMs;
      if (metric) metrics.record(metric, 2);
      alarms.evaluate();
      return alarms.active();
    };
    expect([at(0, errors), at(1, other), at(2, undefined)]).toEqual([['too-many', 'either'], ['second', 'either'], []]);
    expect(mails.map(({ subject }) => subject)).toEqual(['ALARM: either', 'OK: either']);
    expect(() => withRule('ALARM("too-many") OR ALARM("third")')).toThrow('names the alarm third');
    expect(() => withRule('ALARM("too-many") AND ALARM("second")')).toThrow('AlarmRule');
  });

  it('do not take the time before the start for missing data', () => {
    const alarms = start({ EvaluationPeriods: 2, Period: 120, TreatMissingData: 'breaching' });
    for (const minutes of [0, 2, 3]) {
      nowMs = noon + minutes * minuteMs - 1;
      expect({ minutes, isOn: isOn(alarms) }).toEqual({ minutes, isOn: false });
    }
    nowMs = noon + 4 * minuteMs - 1;
    expect(isOn(alarms)).toBe(true);
    metrics.record(errors, 0);
    expect(isOn(alarms)).toBe(false);
  });

  it('keep their state while data is missing that is to be ignored', () => {
    const alarms = start({ TreatMissingData: 'ignore' });
    metrics.record(errors, 2);
    expect(isOn(alarms)).toBe(true);
    nowMs += minuteMs;
    expect(isOn(alarms)).toBe(true);
  });

  it('evaluate expressions', () => {
    const stat = (Id: string, MetricName: string) => {
      const Metric = { Namespace: 'Test', MetricName, Dimensions: one.Dimensions };
      return { Id, MetricStat: { Metric, Period: 300, Stat: 'Sum' }, ReturnData: false };
    };
    const Metrics = [
      { Id: 'rate', Expression: 'IF(requests >= 20, 100 * errors / requests, 0)', ReturnData: true },
      stat('requests', 'Requests'),
      stat('errors', 'Errors'),
    ];
    const alarms = start({ Metrics, MetricName: undefined, Namespace: undefined, Threshold: 5 });
    metrics.record(errors, 5);
    metrics.record({ ...errors, name: 'Requests' }, 19);
    expect(isOn(alarms)).toBe(false);
    metrics.record({ ...errors, name: 'Requests' }, 1);
    expect(isOn(alarms)).toBe(true);
  });

  it.each([
    ['a metric that nothing records', { Namespace: 'AWS/Cognito', MetricName: 'SignInSuccesses' }, 'AWS/Cognito'],
    ['more than is kept', { Period: 86_400, EvaluationPeriods: 4 }, 'it judges 5760 minutes'],
    ['a percentile', { Statistic: undefined, ExtendedStatistic: 'p99' }, 'the statistic p99'],
    [
      'an anomaly',
      { ComparisonOperator: 'LessThanLowerThreshold', ThresholdMetricId: 'band' },
      'LessThanLowerThreshold',
    ],
  ])('that need %s are named at the start', (_, properties, why) => {
    start(properties).evaluate();
    expect(printed).toEqual([expect.stringMatching(`^Alarms that are not evaluated here: too-many \\(.*${why}`)]);
  });
});
