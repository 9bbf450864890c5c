import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type WebhookList, webhookLists } from '#src/webhooks/domain/webhook.ts';
import { dueLanes, lanesOf, logDelivery } from '#src/webhooks/store/events.ts';
import { job as findJob } from '../../lambdas/background/find-webhook-events.ts';
import * as replay from '../../lambdas/integrations/webhook-deliveries/replay.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { prepareEnvironment } from '../support/installation-routes.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { happen, install, standStill, startReceiver } from './webhooks-fixture.ts';
import { type Endpoint, WorkerWorld } from './worker-world.ts';

/** Installations share the workers that deliver webhooks: those with slow endpoints delay the others by one delivery. */

captureLog();
const startMs = 1_800_000_000_000;
const minuteMs = 60_000;
const deliveryMs = 15_000;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  prepareEnvironment();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  standStill(startMs);
  receiver.received.length = 0;
  await freshTable();
});

const hostOf = (site: string) => `${site}.example`;
const originOf = (site: string) => `http://${hostOf(site)}:${receiver.port}`;
const lists: WebhookList[] = [...webhookLists];

const findEvents = underRole(findJob, () => findJob.handle({ now: new Date(Date.now()) }));

/** Runs for some minutes. Each minute, every quick site has an event. Returns how long those waited, by minute. */
async function delaysBeside(slow: Record<string, Endpoint>, minutes: number) {
  const quick = Array.from({ length: 6 }, (_, n) => `quick-${n}`);
  const world = new WorkerWorld((host) => slow[host.split('.')[0] ?? ''] ?? { tookMs: 0, answers: true });
  for (const site of [...Object.keys(slow), ...quick]) world.hosts.add(hostOf(site));
  // The slow ones are asked for first, and have replayed as much as they may.
  const replayed = async (site: string) => {
    for (const id of await install(site, originOf(site), 3))
      await Promise.all(lists.map((list) => happen(id, list, 5)));
  };
  await Promise.all([...Object.keys(slow).map(replayed), ...quick.map((site) => install(site, originOf(site)))]);
  const delaysMs: number[] = [];
  let minute = -1;
  await world.runUntil(startMs + minutes * minuteMs - 1, async () => {
    minute += 1;
    await Promise.all(quick.map((site) => happen(`${site}-0`, lists[minute % lists.length] ?? 'works')));
    await findEvents();
  });
  for (let each = 0; each < minutes; each++) {
    const [from, to] = [startMs + each * minuteMs, startMs + (each + 1) * minuteMs];
    for (const site of quick) {
      const ends = world.deliveries.filter(
        ({ host, startedMs }) => host === hostOf(site) && startedMs >= from && startedMs < to,
      );
      delaysMs.push(ends.length === 0 ? Number.POSITIVE_INFINITY : (ends[0]?.startedMs ?? 0) - from);
    }
  }
  return { world, delaysMs, longestMs: Math.max(...delaysMs) };
}

test('two installations that hang, answer slowly and replay everything delay nobody', async () => {
  const slow = { 'a-hangs': { tookMs: deliveryMs, answers: false }, 'b-slow': { tookMs: 14_000, answers: true } };
  const { world, longestMs } = await delaysBeside(slow, 4);
  expect(longestMs).toBe(0);
  expect(world.most).toEqual({ ofOneHost: 1, ofSlowOnes: 2 });
  // They are served all the time.
  for (const site of Object.keys(slow)) {
    const ended = world.deliveries.filter(({ host }) => host === hostOf(site));
    expect(ended.length).toBeGreaterThanOrEqual(6);
  }
});

test('more slow installations than workers delay others by one delivery, once', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `a-slow-${n}`);
  const slow = Object.fromEntries(names.map((name) => [name, { tookMs: 14_000, answers: true }]));
  const { world, delaysMs, longestMs } = await delaysBeside(slow, 5);
  expect(longestMs).toBeLessThanOrEqual(deliveryMs);
  // Known as slow, they have two workers together, and take turns.
  expect(Math.max(...delaysMs.slice(6))).toBe(0);
  expect(world.most.ofOneHost).toBe(1);
  const served = new Set(
    world.deliveries.filter(({ startedMs }) => startedMs > startMs + minuteMs).map(({ host }) => host),
  );
  expect(names.filter((name) => served.has(hostOf(name))).length).toBeGreaterThan(4);
});

test('an installation that is quick again has as many workers as others', async () => {
  let tookMs = 14_000;
  const [id = ''] = await install('site', originOf('site'));
  const world = new WorkerWorld(() => ({ tookMs, answers: true }));
  world.hosts.add(hostOf('site'));
  for (const list of lists) await happen(id, list, 5);
  await world.runUntil(startMs + 10_000, findEvents);
  tookMs = 0;
  await world.runUntil(startMs + minuteMs, findEvents);
  // After the slow one and a pause, all others at once.
  const times = world.deliveries.map(({ startedMs }) => startedMs - startMs);
  expect([times.length, times[0], new Set(times.slice(1)).size]).toEqual([5 * lists.length, 0, 1]);
  expect(await dueLanes(lanesOf([id]), Date.now())).toEqual([]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5 * lists.length);
});

test('replays are limited per hour and installation, with the time to wait', async () => {
  const [id = ''] = await install('site', originOf('site'));
  const [other = ''] = await install('other', originOf('other'));
  const delivery = (n: number) => `${startMs}-${String(n).padStart(12, '0')}`;
  for (const webhookId of [id, other])
    await logDelivery(webhookId, {
      id: delivery(1),
      event_id: 'evt_1',
      list: 'works',
      type: 'list.changed',
      doi: null,
      occurred_at: startMs,
      attempt: 1,
      attempted_at: startMs,
      duration_ms: 1,
      outcome: 'delivered',
      status: 204,
      error: null,
      answer: null,
      next_attempt_at: null,
    });
  const ask = (webhookId: string, n: number, installationId = 'site') =>
    call(replay, {
      url: `/integrations/v1/webhooks/${webhookId}/deliveries/${delivery(n)}/replay`,
      authorizer: { ...authorizerOf(replay.route.auth), installationId, origins: originOf(installationId) },
    });
  jest.setSystemTime(startMs + 10 * minuteMs);
  // A request for an unknown delivery is not counted.
  expect((await ask(id, 2)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(id, 1)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const refused = await ask(id, 1);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.body.error).toContain('60 replays per hour of one installation: a sync gets everything');
  expect(Number(refused.headers['retry-after'])).toBe(50 * 60);
  expect((await ask(other, 1, 'other')).status).toBe(202);
  jest.setSystemTime(startMs + 60 * minuteMs);
  expect((await ask(id, 1)).status).toBe(202);
});
