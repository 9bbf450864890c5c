import { describe, expect, test } from '@jest/globals';
import { describeSample, judge, judgedSpan, sumSamples } from '#src/lists/rollout/domain/judge.ts';

const sample = (requests: number, errors: number, averageMs: number) => ({
  requests,
  errors,
  totalLatencyMs: requests * averageMs,
});

test.each([
  ['19 requests that all failed', sample(19, 19, 10), undefined],
  ['20 requests that all failed', sample(20, 20, 10), 'error_rate_exceeded'],
  ['19 slow requests', sample(19, 0, 9000), undefined],
  ['20 slow requests', sample(20, 0, 9000), 'latency_exceeded'],
  ['an error rate of 0.10', sample(20, 2, 10), undefined],
  ['an error rate of 0.10 of many', sample(10_000, 1000, 10), undefined],
  ['an error rate of 0.1001', sample(10_000, 1001, 10), 'error_rate_exceeded'],
  ['an average of 2000 ms', sample(20, 0, 2000), undefined],
  ['an average of 2001 ms', sample(20, 0, 2001), 'latency_exceeded'],
  ['an average just above 2000 ms', { requests: 20, errors: 0, totalLatencyMs: 40_001 }, 'latency_exceeded'],
  ['both', sample(20, 3, 2001), 'error_rate_exceeded'],
  ['no request', sample(0, 0, 0), undefined],
])('%s', (_, measured, verdict) => {
  expect(judge(measured)).toBe(verdict);
});

describe('the judged span', () => {
  const minute = (n: number) => n * 60_000;

  test('is the current minute and the four before', () => {
    expect(judgedSpan(0, minute(100) + 30_000)).toEqual({ fromMs: minute(96), toMs: minute(101) });
  });

  test('starts at the first whole minute after the feature was enabled', () => {
    expect(judgedSpan(minute(98) + 1, minute(100) + 30_000)).toEqual({ fromMs: minute(99), toMs: minute(101) });
    expect(judgedSpan(minute(98), minute(100) + 30_000)).toEqual({ fromMs: minute(98), toMs: minute(101) });
  });

  test('is empty until that minute, so that a fault before it is never judged', () => {
    expect(judgedSpan(minute(100) + 1, minute(100) + 59_999)).toBeUndefined();
    expect(judgedSpan(minute(100) + 1, minute(101))).toEqual({ fromMs: minute(101), toMs: minute(102) });
  });
});

test('samples are summed and described', () => {
  const sum = sumSamples([sample(100, 20, 10), sample(20, 16, 100)]);
  expect(sum).toEqual({ requests: 120, errors: 36, totalLatencyMs: 3000 });
  expect(describeSample(sum)).toBe('30.0 % of 120 requests failed, average latency 25 ms');
});
