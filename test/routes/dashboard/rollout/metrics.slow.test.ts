import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { addToMinute } from '#src/lists/rollout/store/minutes.ts';
import * as metrics from '../../../../lambdas/dashboard/rollout/metrics.ts';
import { startCloudWatch, type TestCloudWatch } from '../../../support/cloudwatch.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

const lines = captureLog();
let cloudwatch: TestCloudWatch;
beforeAll(async () => {
  await freshTable();
  cloudwatch = await startCloudWatch();
});
afterEach(() => void jest.useRealTimers());
afterAll(() => cloudwatch.close());

const minute = 60_000;
/** Everything except the time of day. */
const timers = ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'setTimeout', 'clearTimeout'] as const;
const get = () => call(metrics, { url: '/api/site-tools/rollout/metrics', authorizer: sessionOf('workspace_member') });

test('200: the live minutes, each minute of the last hour with requests, and the limits', async () => {
  const current = Date.UTC(2026, 0, 31, 12);
  jest.useFakeTimers({ now: current + 30_000, doNotFake: [...timers] });
  const of = (before: number) => ({
    startsAtMs: current - before * minute,
    requests: 5,
    errors: 1,
    totalLatencyMs: 70,
  });
  cloudwatch.minutes = [of(60), of(59), of(2)];
  await addToMinute(current, 1, { requests: 3, errors: 1, total_latency: 45 }, AbortSignal.timeout(5_000));
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    feature: 'locale-search',
    live: expect.any(Array),
    hour: [59, 2].map((before) => ({
      starts_at: current - before * minute,
      requests: 5,
      errors: 1,
      total_latency: 70,
    })),
    disables_above: { window_minutes: 5, min_requests: 20, error_rate: 0.1, average_latency_ms: 2000 },
    warns_above: { window_minutes: 30, min_requests: 20, error_rate: 0.05, average_latency_ms: 1500 },
  });
  expect(body.live).toHaveLength(3);
  expect(body.live).toContainEqual({
    minute: '20260131_1200',
    requests: 3,
    errors: 1,
    total_latency: 45,
  });
});

test('200: without CloudWatch there are the live minutes', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  cloudwatch.answers = ['hang up', 'hang up', 'hang up'];
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toMatchObject({ hour: null, live: [expect.anything(), expect.anything(), expect.anything()] });
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', error: expect.anything() }));
});
