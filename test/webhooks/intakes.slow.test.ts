import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { untoldIntakes } from '#src/records/intakes/store/untold.ts';
import { job as deliverJob, handler as deliverWebhooks } from '../../lambdas/background/deliver-webhooks.ts';
import { job as findJob } from '../../lambdas/background/find-webhook-events.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { client, runJob, step, takeIn } from '../intakes/intake-fixture.ts';
import { storePublication, storeWorkByHand } from '../intakes/registry-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { dyingAt, isWrite } from '../support/crash.ts';
import { prepareEnvironment } from '../support/installation-routes.ts';
import { captureLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { install, standStill, startReceiver } from './webhooks-fixture.ts';

// Webhooks are told once of a file that is taken in, and once of its undo.

captureLog();
const minuteMs = 60_000;
let startMs = 1_900_000_000_000;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let queues: TestQueues;

beforeAll(async () => {
  receiver = await startReceiver();
  queues = await startQueues();
  prepareEnvironment('127.0.0.1');
});
afterAll(async () => {
  receiver.stop();
  await queues.stop();
});
beforeEach(async () => {
  // Lists stay in memory, so times of another test must not come back.
  startMs += 100_000 * minuteMs;
  standStill(startMs);
  queues.purge();
  await begin();
  await storePublication('10.5555/known', { title: 'A known one', volume: '3' });
  await install('site', `http://127.0.0.1:${receiver.port}`);
  await minutes(2);
  receiver.received.length = 0;
});

const pass = (ms: number) => void jest.setSystemTime(Date.now() + ms);
const findEvents = underRole(findJob, () => findJob.handle({ now: new Date(Date.now()) }));
const deliverAll = underRole(deliverJob, deliverWebhooks);
/** The job runs every minute. */
async function minutes(count: number) {
  for (let minute = 0; minute < count; minute++) {
    pass(minuteMs);
    await findEvents();
    await queues.deliver('webhooks', deliverAll, 1);
  }
}
/** The types and lists of what was received since the last time. */
function told() {
  const types = receiver.received.splice(0).map(({ type, list }) => `${type} ${list}`);
  return types.sort();
}
const afterEndMs = 2 * lateCommitMs + 1;

const rows = [
  entry(1, { doi: '10.5555/known', work_type: 'journal-article', data: { volume: '7' } }),
  ...Array.from({ length: 30 }, (_, at) => entry(at + 2, { title: `A report number ${at} of the kilns` })),
];

async function prepared(): Promise<string> {
  const id = await takeIn(rows);
  await client.decide(id, { class: 'known', decision: 'edit', fields: ['volume'] });
  return id;
}

/** Lets a step be done by runs that are killed after some writes each, with the job of webhooks between them. */
async function inPieces(id: string, name: 'apply' | 'undo'): Promise<number> {
  await client.step(id, name);
  let kills = 0;
  while (await dyingAt(15, () => runJob(id), isWrite)) {
    kills += 1;
    await minutes(1);
    expect([kills, told()]).toEqual([kills, []]);
  }
  return kills;
}

test('a file whose job is killed again and again is one event of each list, and so is its undo', async () => {
  const id = await prepared();
  for (const [name, state] of [
    ['apply', 'applied'],
    ['undo', 'undone'],
  ] as const) {
    expect(await inPieces(id, name)).toBeGreaterThan(1);
    expect((await client.get(id)).body.state).toBe(state);
    await minutes(3);
    expect([name, told()]).toEqual([name, ['list.changed publications', 'list.changed works']]);
    expect(await untoldIntakes()).toEqual([]);
  }
});

test('changes of others have their own events meanwhile', async () => {
  const id = await prepared();
  await client.step(id, 'apply');
  expect(await dyingAt(20, () => runJob(id), isWrite)).toBe(true);
  await storeWorkByHand({ title: 'A work by hand' });
  await minutes(1);
  expect(told()).toEqual(['list.changed works']);
  await storePublication('10.5555/other', { title: 'Another' });
  await minutes(1);
  expect(told()).toEqual(['list.changed publications']);
  await runJob(id);
  pass(1);
  await storeWorkByHand({ title: 'Another work by hand' });
  await minutes(1);
  expect(told()).toEqual(['list.changed publications', 'list.changed works', 'list.changed works']);
  await minutes(2);
  expect(told()).toEqual([]);
});

test('two files at once are one event each, and going on after a stop is another one', async () => {
  const [one, other] = [await prepared(), await takeIn([entry(1, { title: 'A book of glazes' })])];
  await client.step(one, 'apply');
  expect(await dyingAt(20, () => runJob(one), isWrite)).toBe(true);
  await step(other, 'apply');
  await minutes(2);
  expect(told()).toEqual(['list.changed works']);
  await client.step(one, 'stop');
  await minutes(2);
  expect(told().filter((each) => each.endsWith('works'))).toEqual(['list.changed works']);
  await step(one, 'apply');
  await minutes(2);
  expect(told()).toContain('list.changed works');
  await minutes(2);
  expect(told()).toEqual([]);
});

test('a file that waits for hours is told of after an hour', async () => {
  const id = await prepared();
  await client.step(id, 'apply');
  expect(await dyingAt(20, () => runJob(id), isWrite)).toBe(true);
  await minutes(58);
  expect(told()).toEqual([]);
  await minutes(3);
  expect(told()).toContain('list.changed works');
  await minutes(10);
  expect(told()).toEqual([]);
});

test('the job of webhooks may be killed before any write, and run twice at once: one event for receivers', async () => {
  let hasDied = true;
  let n = 1;
  for (; hasDied; n++) {
    const id = await takeIn([entry(1, { title: `The glaze number ${n}` })]);
    await step(id, 'apply');
    pass(afterEndMs);
    hasDied = await dyingAt(n, findEvents, isWrite);
    await Promise.all([findEvents(), findEvents()]);
    await queues.deliver('webhooks', deliverAll, 1);
    await minutes(3);
    const ids = receiver.received.splice(0).filter(({ list }) => list === 'works');
    expect([n, new Set(ids.map((event) => event.id)).size]).toEqual([n, 1]);
    expect(await untoldIntakes()).toEqual([]);
  }
  expect(n).toBeGreaterThan(3);
});

test('a file of 600 entries is one event although changes are read by 500', async () => {
  const many = Array.from({ length: 600 }, (_, at) => entry(at + 1, { title: `A survey number ${at} of old kilns` }));
  const id = await takeIn(many);
  await step(id, 'apply');
  pass(1);
  await findEvents();
  await minutes(2);
  expect(told()).toEqual(['list.changed works']);
}, 120_000);
