import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { changeRollout } from '#src/lists/rollout/change-rollout.ts';
import { applyRolloutChange, initialRollout, type RolloutRecord } from '#src/lists/rollout/domain/configuration.ts';
import { getRollout, listRolloutChanges } from '#src/lists/rollout/store/configuration.ts';
import { keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import { job } from '../../lambdas/background/evaluate-rollout.ts';
import { answerTo, startCloudWatch, type TestCloudWatch } from '../support/cloudwatch.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog, interceptLog } from '../support/log.ts';
import { withGrants } from '../support/roles.ts';
import { auditRecords } from '../support/table.ts';

const lines = captureLog();
let cloudwatch: TestCloudWatch;
beforeAll(async () => {
  cloudwatch = await startCloudWatch();
});
afterAll(() => cloudwatch.close());

const noon = Date.UTC(2026, 0, 31, 12);
const minute = (n: number) => noon + n * 60_000;
const now = new Date(noon + 30_000);
const run = (at = now) => withGrants(job.grants, () => job.handle({ now: at }));
const context = (at: Date) => ({ actor: 'user:ada', now: at, requestId: 'r1' });
const enabled = (windowStart = minute(-60)) => ({
  ...applyRolloutChange(initialRollout(0), { stage: 100 }, 'ada@example.org', windowStart),
});
const store = (rollout: RolloutRecord) => putItem({ ...keys.rollout('locale-search'), ...rollout });
const measured = (startsAtMs: number, requests: number, errors = 0, averageMs = 10) => ({
  startsAtMs,
  requests,
  errors,
  totalLatencyMs: requests * averageMs,
});
const metricsLine = () => lines.find(({ message }) => message === 'rollout');

beforeEach(async () => {
  await freshTable();
  Object.assign(cloudwatch, { minutes: [], calls: [], answers: [], before: undefined });
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

test('the first run stores the rollout of a new deployment, and a second leaves it', async () => {
  await run();
  const first = await getRollout();
  expect(first).toMatchObject({ stage: 0, enabled: true, updated_at: now.getTime(), updated_by: null, version: 1 });
  await run(new Date(now.getTime() + 60_000));
  expect(await getRollout()).toEqual(first);
  expect(cloudwatch.calls).toEqual([]);
});

test('it asks for the sums of the judged minutes, of this registry, with a signed request', async () => {
  await store(enabled());
  await run();
  const [{ input, headers }] = cloudwatch.calls as [TestCloudWatch['calls'][number]];
  expect(input).toMatchObject({ StartTime: minute(-4) / 1000, EndTime: minute(1) / 1000 });
  const dimensions = [
    { Name: 'feature', Value: 'locale-search' },
    { Name: 'table', Value: process.env.TABLE_NAME },
  ];
  expect(input.MetricDataQueries.map(({ MetricStat }) => MetricStat)).toEqual(
    ['Requests', 'Errors', 'TotalLatency'].map((MetricName) => ({
      Metric: { Namespace: 'PublicationRegistry', MetricName, Dimensions: dimensions },
      Period: 60,
      Stat: 'Sum',
    })),
  );
  expect(headers).toMatchObject({
    'x-amz-target': 'GraniteServiceVersion20100801.GetMetricData',
    'content-type': 'application/x-amz-json-1.0',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 .*\/us-east-1\/monitoring\/aws4_request/),
  });
});

describe('a fault', () => {
  test('disables, with the reason in the history and the audit trail, and the alarm sees it', async () => {
    await store(enabled());
    cloudwatch.minutes = [measured(minute(-4), 10, 0), measured(minute(-1), 10, 3)];
    await run();
    const rollout = await getRollout();
    expect(rollout).toMatchObject({
      stage: 100,
      enabled: false,
      auto_disabled: true,
      disabled_at: now.getTime(),
      disabled_reason: 'error_rate_exceeded',
      updated_by: null,
    });
    const reason = '15.0 % of 20 requests failed, average latency 10 ms';
    expect(await listRolloutChanges(20)).toMatchObject([{ action: 'rollout.auto_disabled', changed_by: null, reason }]);
    expect(await auditRecords()).toMatchObject([
      { action: 'rollout.auto_disabled', actor_id: null, after: { auto_disabled: true, reason } },
    ]);
    expect(metricsLine()).toMatchObject({
      RolloutStage: 0,
      RolloutAutoDisabled: 1,
      feature: 'locale-search',
      table: process.env.TABLE_NAME,
    });
  });

  test('of latency is named as such', async () => {
    await store(enabled());
    cloudwatch.minutes = [measured(minute(0), 20, 0, 2001)];
    await run();
    expect(await getRollout()).toMatchObject({ enabled: false, disabled_reason: 'latency_exceeded' });
  });

  test('of fewer than 20 requests changes nothing', async () => {
    await store(enabled());
    cloudwatch.minutes = [measured(minute(-1), 19, 19)];
    await run();
    expect(await getRollout()).toEqual(enabled());
    expect(metricsLine()).toMatchObject({ RolloutStage: 100, RolloutAutoDisabled: 0 });
  });

  test('before the last five minutes changes nothing', async () => {
    await store(enabled());
    cloudwatch.minutes = [measured(minute(-5), 50, 50)];
    await run();
    expect(await getRollout()).toEqual(enabled());
  });

  test('is disabled once, by two runs at once and by a run after', async () => {
    await store(enabled());
    cloudwatch.minutes = [measured(minute(-1), 50, 50)];
    await Promise.all([run(), run()]);
    await run(new Date(now.getTime() + 60_000));
    expect(await listRolloutChanges(20)).toHaveLength(1);
    expect(await auditRecords()).toHaveLength(1);
    expect(await getRollout()).toMatchObject({ disabled_at: now.getTime() });
  });

  test('of a disabled feature or stage 0 is not looked for', async () => {
    await store(applyRolloutChange(enabled(), { enabled: false }, 'ada@example.org', minute(-30)));
    await run();
    await store(applyRolloutChange(enabled(), { stage: 0 }, 'ada@example.org', minute(-30)));
    await run();
    expect(cloudwatch.calls).toEqual([]);
  });
});

describe('enabled again inside the bad five minutes', () => {
  const bad = [measured(minute(-2), 50, 50), measured(minute(-1), 50, 50)];

  test('it stays enabled: what came before is not judged', async () => {
    await store(enabled());
    cloudwatch.minutes = bad;
    await run();
    const enabledAt = new Date(minute(0) + 45_000);
    await changeRollout({ enabled: true }, null, 'ada@example.org', context(enabledAt));
    // The minute of the change has requests from before it.
    cloudwatch.minutes = [...bad, measured(minute(0), 50, 50)];
    await run(new Date(minute(0) + 50_000));
    await run(new Date(minute(1) + 30_000));
    expect(await getRollout()).toMatchObject({ enabled: true, auto_disabled: false });
    expect(cloudwatch.calls.at(-1)?.input).toMatchObject({ StartTime: minute(1) / 1000, EndTime: minute(2) / 1000 });
  });

  test('what comes after is', async () => {
    await store(enabled(minute(0) + 45_000));
    cloudwatch.minutes = [...bad, measured(minute(1), 20, 3)];
    await run(new Date(minute(1) + 30_000));
    expect(await getRollout()).toMatchObject({ enabled: false, disabled_reason: 'error_rate_exceeded' });
  });
});

test('a change by a user meanwhile is never overwritten', async () => {
  await store(enabled());
  cloudwatch.minutes = [measured(minute(-1), 50, 50)];
  cloudwatch.before = () => changeRollout({ stage: 10 }, null, 'ada@example.org', context(now));
  await run();
  expect(await getRollout()).toMatchObject({ stage: 10, enabled: true, updated_by: 'ada@example.org' });
  expect(await listRolloutChanges(20)).toHaveLength(1);
  expect(metricsLine()).toMatchObject({ RolloutAutoDisabled: 0 });
});

test('a run that is ended after it disabled is made up for by the next: the alarm follows what is stored', async () => {
  await store(enabled());
  cloudwatch.minutes = [measured(minute(-1), 50, 50)];
  interceptLog((line) => {
    if (JSON.parse(line).level === 'error') throw new Error('killed');
    lines.push(JSON.parse(line));
  });
  await expect(run()).rejects.toThrow('killed');
  expect(metricsLine()).toBeUndefined();
  await run(new Date(now.getTime() + 60_000));
  expect(metricsLine()).toMatchObject({ RolloutStage: 0, RolloutAutoDisabled: 1 });
});

describe('when CloudWatch does not answer completely the run fails, and nothing is disabled', () => {
  const bad = [measured(minute(-1), 50, 50)];
  const partial = () => {
    const { MetricDataResults } = answerTo(cloudwatch.calls[0]?.input as never, bad);
    return { MetricDataResults: MetricDataResults.map((result) => ({ ...result, StatusCode: 'PartialData' })) };
  };

  test.each([
    ['500 each time', Array.from({ length: 3 }, () => ({ status: 500, body: {} })), 3],
    ['no answer', Array.from({ length: 3 }, () => 'hang up' as const), 3],
    ['throttling', Array.from({ length: 3 }, () => ({ status: 400, body: { __type: 'ThrottlingException' } })), 3],
    ['a refusal', [{ status: 403, body: { __type: 'AccessDenied' } }], 1],
    ['something else', [{ status: 200, body: { hello: 'there' } }], 1],
    ['results missing', [{ status: 200, body: { MetricDataResults: [] } }], 1],
  ])('%s', async (_, answers, calls) => {
    await store(enabled());
    Object.assign(cloudwatch, { minutes: bad, answers: [...answers] });
    await expect(run()).rejects.toThrow('CloudWatch');
    expect(cloudwatch.calls).toHaveLength(calls);
    expect(await getRollout()).toEqual(enabled());
  });

  test('a part of the data', async () => {
    await store(enabled());
    cloudwatch.before = async () => cloudwatch.answers.push({ status: 200, body: partial() });
    await expect(run()).rejects.toThrow('PartialData');
    expect(await getRollout()).toEqual(enabled());
  });
});

test('one failure of CloudWatch is retried, and all pages are read', async () => {
  await store(enabled());
  const rest = [measured(minute(-1), 15, 2)];
  let calls = 0;
  cloudwatch.before = async () => {
    calls++;
    const { input } = cloudwatch.calls.at(-1) as TestCloudWatch['calls'][number];
    if (calls === 1) cloudwatch.answers = [{ status: 503, body: {} }];
    const first = answerTo(input, [measured(minute(-3), 5, 2)]).MetricDataResults;
    const begun = first.map((result) => ({ ...result, StatusCode: 'PartialData' }));
    if (calls === 2) cloudwatch.answers = [{ status: 200, body: { MetricDataResults: begun, NextToken: 'more' } }];
    if (calls === 3) cloudwatch.answers = [{ status: 200, body: answerTo(input, rest) }];
  };
  await run();
  expect(cloudwatch.calls.at(-1)?.input).toMatchObject({ NextToken: 'more' });
  expect((await listRolloutChanges(1))[0]?.reason).toBe('20.0 % of 20 requests failed, average latency 10 ms');
});
