import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { parseFaults } from '../../local/gateway/faults.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { auditRecords } from '../support/table.ts';

/**
 * Locale-aware search disables itself, with all real parts: gateway, functions, log lines, CloudWatch, job and alarm.
 */

const minuteMs = 60_000;
const clock = new Clock();
const printed: string[] = [];
let cloud: Cloud;

beforeAll(async () => {
  const faults = parseFaults(['consumer/publications.list:error=0.3']);
  cloud = await startTestCloud({ clock, faults, print: (line) => printed.push(line) });
  Object.assign(process.env, tableEnvironment(cloud));
}, startTimeoutMs);
afterAll(() => cloud?.stop());

// biome-ignore lint/suspicious/noExplicitAny: the answers of three routes
async function rollout(path = '', change?: object): Promise<any> {
  const response = await fetch(`${cloud.dashboardUrl}/api/site-tools/rollout${path}`, {
    method: change ? 'PATCH' : 'GET',
    headers: {
      Authorization: `Bearer ${cloud.stack.dashboard_tokens.workspace_admin}`,
      'Content-Type': 'application/json',
    },
    ...(change && { body: JSON.stringify(change) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** Searches publicly. Returns whether the response was a failure, and whether a locale's rules were used. */
async function search(): Promise<{ hasFailed: boolean; isActive: boolean }> {
  const response = await fetch(`${cloud.baseUrl}/v1/publications?q=kintsugi`);
  await response.text();
  const requestId = response.headers.get('x-request-id');
  const line = await waitFor('the log line of the request', () =>
    cloud.logs.findLast((one) => one.requestId === requestId && one.message === 'request'),
  );
  expect(line).toMatchObject({ event: 'list.publications', status: response.status, entity_id: 'primary_entity' });
  return {
    hasFailed: response.status === 500,
    isActive: (line.rollout as { locale_search_active: boolean }).locale_search_active,
  };
}

async function searches(count: number) {
  const results = [];
  for (let sent = 0; sent < count; sent++) results.push(await search());
  return results;
}

/** The sum of the minutes that the job would judge if nobody had changed the rollout. */
async function lastFiveMinutes() {
  const { hour } = (await rollout('/metrics')) as { hour: { starts_at: number; requests: number; errors: number }[] };
  const judged = hour.filter(({ starts_at }) => starts_at > clock.now() - 5 * minuteMs);
  const sum = (field: 'requests' | 'errors') => judged.reduce((total, minute) => total + minute[field], 0);
  return { requests: sum('requests'), errors: sum('errors') };
}

const alarm = 'registry-local-background-rollout-auto-disabled';
const isOn = () => cloud.evaluateAlarms().includes(alarm);
const evaluate = () => cloud.runSchedule('EvaluateRollout');

it('a failure of 30 % of the answers disables it, and the public searches plainly within a minute', async () => {
  await rollout('', { stage: 100 });
  // The minute of a change is not judged.
  clock.advance(minuteMs);
  const results = await searches(20);
  expect(results.filter(({ isActive }) => isActive)).toHaveLength(20);
  expect(results.filter(({ hasFailed }) => hasFailed)).toHaveLength(6);
  expect(await lastFiveMinutes()).toEqual({ requests: 20, errors: 6 });

  await evaluate();
  const { changes, ...state } = await rollout();
  expect(state).toMatchObject({
    stage: 100,
    enabled: false,
    auto_disabled: true,
    disabled_reason: 'error_rate_exceeded',
    updated_by: null,
  });
  const reason = expect.stringMatching(/^30\.0 % of 20 requests failed, average latency \d+ ms$/);
  expect(changes[0]).toMatchObject({ action: 'rollout.auto_disabled', reason });
  expect((await auditRecords()).at(-1)).toMatchObject({
    action: 'rollout.auto_disabled',
    actor_id: null,
    after: { auto_disabled: true, disabled_reason: 'error_rate_exceeded' },
  });
  clock.advance(minuteMs);
  expect((await search()).isActive).toBe(false);
});

it('the alarm prints a line and sends a mail', async () => {
  await waitFor('the alarm to start', isOn);
  expect(printed.filter((line) => line.includes(`  ALARM  ${alarm}: `))).toHaveLength(1);
  expect(cloud.outbox.messages()).toContainEqual(
    expect.objectContaining({ to: 'operators@example.org', subject: `ALARM: ${alarm}` }),
  );
});

it('enabled again it stays enabled, although the bad minutes are among the last five', async () => {
  await rollout('', { enabled: true });
  clock.advance(minuteMs);
  await evaluate();
  expect(await rollout()).toMatchObject({ enabled: true, auto_disabled: false, disabled_reason: null });
  expect(await lastFiveMinutes()).toEqual({ requests: 20, errors: 6 });
  expect((await search()).isActive).toBe(true);
  // Later minutes are judged.
  await searches(19);
  await evaluate();
  expect(await rollout()).toMatchObject({ enabled: false, auto_disabled: true });
});

it('a change by a user at the same moment is not overwritten', async () => {
  for (const stage of [95, 96, 97]) {
    await rollout('', { enabled: true });
    clock.advance(minuteMs);
    await searches(20);
    await Promise.all([evaluate(), rollout('', { stage, enabled: true })]);
    expect(await rollout()).toMatchObject({ stage, enabled: true, auto_disabled: false });
    await evaluate();
    expect(await rollout()).toMatchObject({ stage, enabled: true, updated_by: 'workspace-admin@example.org' });
  }
});

it('the alarm ends when the state that it follows has ended for five minutes', async () => {
  clock.advance(5 * minuteMs);
  await evaluate();
  await waitFor('the alarm to end', () => !isOn());
  expect(printed.findLast((line) => line.includes(alarm))).toContain(`  OK  ${alarm}: `);
});

it('every alarm of the templates is evaluated, and the canary asks the address of the laptop', async () => {
  await cloud.runSchedule('Canary');
  expect(cloud.evaluateAlarms().filter((name) => name.includes('canary'))).toEqual([]);
  // The clock moved by more than two of its periods without a run.
  expect(cloud.evaluateAlarms()).toContain('registry-local-consumer-sync-api-keys-not-run');
  expect(printed.filter((line) => line.startsWith('Alarms that are not evaluated'))).toEqual([]);
});
