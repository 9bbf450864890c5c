import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { parseFaults } from '../../local/gateway/faults.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

/**
 * Faults of a running laptop cloud, one after the other: each adds its alarms and no others. The drill in
 * test/stacks/alarm-drill.slow.test.ts has all faults, also those that take days.
 */

let cloud: Cloud;
const on: string[] = [];

beforeAll(async () => {
  const faults = parseFaults(['consumer/projects.list:error=1', 'consumer/publications.list:error=1']);
  cloud = await startTestCloud({ faults });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

const active = () => cloud.evaluateAlarms().map((name) => name.replace(/^registry-local-[a-z]+-/, ''));
/** Waits until what is on includes these, and expects nothing else besides what was on. */
async function expectMore(...alarms: string[]): Promise<void> {
  on.push(...alarms);
  await waitFor(alarms.join(), () => alarms.every((alarm) => active().includes(alarm)));
  expect(active().sort()).toEqual(on.toSorted());
}
const mails = () =>
  cloud.outbox
    .messages()
    .flatMap(({ subject }) => (/^(ALARM|OK): /.test(subject) ? [subject.split('-').slice(3).join('-')] : []));
async function failingRequests(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) expect((await fetch(`${cloud.baseUrl}/v1/projects`)).status).toBe(500);
}

test('nothing is on in a cloud that has just started', () => {
  expect(active()).toEqual([]);
});

test('a route that fails: first the share of errors, then their number; one message', async () => {
  await failingRequests(3);
  await expectMore('consumer-api-error-rate', 'registry-failing');
  await failingRequests(2);
  await expectMore('consumer-api-errors');
  expect(mails()).toEqual(['registry-failing']);
});

test('a canary that fails for the same cause sends no other message', async () => {
  await expect(cloud.runSchedule('Canary')).rejects.toThrow('The canary failed: public');
  await expectMore('canary-failing');
  expect(mails()).toEqual(['registry-failing']);
});

test('a message that fails each time is a ticket of its own', async () => {
  const [name = ''] = cloud.queues.names().filter((each) => /WorksQueue/.test(each));
  cloud.queues.byName(name).send('no message of this service');
  await waitFor('the dead letter', () => {
    cloud.queues.byName(name).redeliver();
    return active().includes('fail-dead-works-needed');
  });
  await expectMore('fail-dead-works-needed');
  expect(mails()).toEqual(['registry-failing', 'fail-dead-works-needed']);
});
