import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { syntheticPerson } from '../../local/data/synthetic.ts';
import { parseFaults } from '../../local/gateway/faults.ts';
import type { ReplayOptions } from '../../local/sources/replay.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';
import { requestIngestion } from '../support/ingestion-drill.ts';
import { syntheticSources } from '../support/synthetic-sources.ts';

/**
 * Faults of a running laptop cloud, one after the other: each adds its alarms and no others. The drill in
 * test/stacks/alarm-drill.slow.test.ts has every alarm, of measurements that it makes up.
 */

const namesOf = (alarms: string[]) => alarms.map((name) => name.replace(/^registry-local-[a-z]+-/, '')).sort();
const mailsOf = (cloud: Cloud) =>
  cloud.outbox
    .messages()
    .flatMap(({ subject }) => (/^(ALARM|OK): /.test(subject) ? [subject.split('-').slice(3).join('-')] : []));

describe('faults of minutes', () => {
  let cloud: Cloud;
  const on: string[] = [];

  beforeAll(async () => {
    const faults = parseFaults(['consumer/projects.list:error=1', 'consumer/publications.list:error=1']);
    cloud = await startTestCloud({ faults });
  }, startTimeoutMs);
  afterAll(() => cloud?.stop());

  const active = () => namesOf(cloud.evaluateAlarms());
  /** Waits until what is on includes these, and expects nothing else besides what was on. */
  async function expectMore(...alarms: string[]): Promise<void> {
    on.push(...alarms);
    await waitFor(alarms.join(), () => alarms.every((alarm) => active().includes(alarm)));
    expect(active()).toEqual(on.toSorted());
  }
  const mails = () => mailsOf(cloud);
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
});

describe('faults that go on for hours and days', () => {
  const clock = new Clock();
  const sources = syntheticSources({ publications: 40, researchers: 1, faultShare: 0, seed: 1 });
  let refusing: string | undefined;
  const intercept: NonNullable<ReplayOptions['intercept']> = async (request) =>
    request.source === refusing ? { status: 403, body: '{}' } : sources.intercept(request);
  const stopped = ['canary-not-run', 'compact-lists-not-run', 'find-proposals-not-run'];
  let cloud: Cloud;

  beforeAll(async () => {
    const faults = parseFaults(['background/find-duplicates:error=1']);
    cloud = await startTestCloud({ clock, intercept, faults });
  }, startTimeoutMs);
  afterAll(() => cloud?.stop());

  const active = () => namesOf(cloud.evaluateAlarms());
  /** Lets this time pass, in ever shorter steps down to five minutes, with every schedule that is due. */
  async function pass(minutes: number): Promise<void> {
    for (let left = minutes; left > 0; ) {
      const step = Math.max(5, Math.floor(left / 4));
      clock.advance(step * 60_000);
      left -= step;
      await cloud.runDueSchedules();
    }
  }
  async function ingest(orcids: string[]): Promise<void> {
    await requestIngestion(cloud, orcids);
    const headers = { authorization: `Bearer ${cloud.stack.dashboard_tokens.workspace_admin}` };
    await waitFor('the end of the ingestions', async () => {
      const { jobs } = (await (await fetch(`${cloud.dashboardUrl}/api/ingest/jobs`, { headers })).json()) as {
        jobs: { finished_at: number | null }[];
      };
      return jobs.every(({ finished_at }) => finished_at !== null);
    });
  }

  test('a job that fails in each run, until its last run is long ago', async () => {
    await expect(cloud.runSchedule('FindDuplicates')).rejects.toThrow('This fails because of --fault');
    expect(active()).toEqual(['find-duplicates-failing']);
    await pass(30);
    expect(active()).toEqual([]);
  });

  test('schedules that somebody has stopped: each after two of its intervals', async () => {
    for (const name of ['Canary', 'CompactLists', 'FindProposals']) cloud.disableSchedule(name);
    expect(active()).toEqual([]);
    await pass(15);
    expect(active()).toEqual(['canary-not-run']);
    await pass(20);
    expect(active()).toEqual(['canary-not-run', 'compact-lists-not-run']);
    await pass(90);
    expect(active()).toEqual(stopped);
  });

  test('ingestions that fail, from the second hour on', async () => {
    const unknown = Array.from({ length: 10 }, (_, index) => syntheticPerson(100 + index).orcid);
    await ingest(unknown);
    expect(active()).toEqual(stopped);
    await pass(60);
    await ingest(unknown);
    expect(active()).toEqual([...stopped, 'ingestions-failing']);
  });

  test('an enrichment that refuses: what is new waits for it', async () => {
    refusing = 'openalex';
    await ingest(sources.orcids);
    await pass(24 * 60);
    expect(active()).toEqual([...stopped, 'openalex-silent']);
    // Alarms that have ended sent a second message.
    const ended = ['find-duplicates-failing', 'ingestions-failing'];
    expect(mailsOf(cloud).sort()).toEqual([...stopped, ...ended, ...ended, 'openalex-silent'].sort());
  });
});
