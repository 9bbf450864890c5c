import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { db } from '#src/table/table.ts';
import { deliverEvents } from '#src/webhooks/deliver.ts';
import { job as findJob } from '../../lambdas/background/find-webhook-events.ts';
import { carberry } from '../support/builders.ts';
import { dyingAt, send } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { prepareEnvironment } from '../support/installation-routes.ts';
import { captureLog } from '../support/log.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';
import { underRole } from '../support/roles.ts';
import { happen, install, standStill, startReceiver } from './webhooks-fixture.ts';

/** Webhooks whose workers are killed, come late or come together. */

captureLog();
const minuteMs = 60_000;
let startMs = 1_800_000_000_000;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let origin: string;
let asked: object[];
beforeAll(async () => {
  receiver = await startReceiver();
  origin = `http://127.0.0.1:${receiver.port}`;
  prepareEnvironment('127.0.0.1');
  process.env.WEBHOOKS_QUEUE_URL = 'https://sqs.us-east-1.amazonaws.com/000000000000/webhooks';
  mockClient(SQSClient)
    .on(SendMessageBatchCommand)
    .callsFake(({ Entries = [] }: SendMessageBatchCommand['input']) => {
      asked.push(...Entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody)));
      return { Successful: Entries.map(({ Id }) => ({ Id })) };
    });
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  // Lists stay in memory, so times of another test must not come back.
  startMs += 1_000 * minuteMs;
  standStill(startMs);
  receiver.received.length = 0;
  asked = [];
  await freshTable();
});

const pass = (ms: number) => void jest.setSystemTime(Date.now() + ms);
const findEvents = underRole(findJob, () => findJob.handle({ now: new Date(Date.now()) }));
const message = { installationId: 'site', webhookId: 'site-0', list: 'works' as const };
const deliver = () => deliverEvents(message, { signal: new AbortController().signal, leaseMs: minuteMs });
const idsOf = (list: string) => receiver.received.filter((event) => event.list === list).map(({ id }) => id);

test('a worker that is killed at any of its calls: the next one delivers the rest, in order', async () => {
  await install('site', origin);
  let died = true;
  let kills = 0;
  for (let n = 1; died; n++) {
    receiver.received.length = 0;
    const works = await happen('site-0', 'works', 2);
    const people = await happen('site-0', 'people', 1);
    died = await dyingAt(n, deliver);
    kills += died ? 1 : 0;
    // Nobody else may deliver while it could still be at work.
    const before = receiver.received.length;
    pass(minuteMs - 1);
    if (died && n > 3) await deliver();
    expect([n, receiver.received.length]).toEqual([n, before]);
    pass(1);
    await deliver();
    // At most the event in hand is sent twice.
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    expect([n, [...new Set(idsOf('works'))], [...new Set(idsOf('people'))]]).toEqual([n, works, people]);
  }
  expect(kills).toBeGreaterThan(15);
});

test('messages that come while a worker has the turn are not lost', async () => {
  await install('site', origin);
  const works = await happen('site-0', 'works', 3);
  await Promise.all(Array.from({ length: 5 }, deliver));
  expect(idsOf('works')).toEqual(works);
  expect(asked).toEqual([]);
  // An event that comes after the worker has looked, whose message finds the turn taken.
  let people: string[] = [];
  const [next] = await happen('site-0', 'works');
  await deliverEvents(message, {
    signal: new AbortController().signal,
    leaseMs: minuteMs,
    post: {
      resolve: async () => {
        people = await happen('site-0', 'people');
        await deliver();
        return [{ address: '127.0.0.1', family: 4 }];
      },
    },
  });
  expect([idsOf('works').at(-1), idsOf('people')]).toEqual([next, []]);
  expect(asked).toEqual([{ installationId: 'site', webhookId: 'site-0', list: 'people' }]);
  await deliver();
  expect(idsOf('people')).toEqual(people);
});

test('the first webhook of a registry is told of changes since its registration, and of no earlier ones', async () => {
  for (const doi of ['10.5555/old', '10.5555/retracted', '10.5555/hidden']) await ingestPublication(doi, carberry, doi);
  await curatePublication('10.5555/old', { edits: { is_retracted: true } });
  pass(2 * lateCommitMs);
  await install('site', origin);
  pass(10_000);
  await curatePublication('10.5555/retracted', { edits: { is_retracted: true } });
  pass(10_000);
  await curatePublication('10.5555/hidden', { visible: false });
  pass(10_000);
  // Runs that end before they have saved how far they came: where they begin, then what they have told.
  for (const write of ['Item', 'TransactItems']) {
    const killed = jest.spyOn(db, 'send').mockImplementation((async (command: { input: Record<string, unknown> }) => {
      if (JSON.stringify(command.input[write] ?? '').includes('PROGRESS#publications')) throw new Error('killed');
      return send(command);
    }) as never);
    await expect(findEvents()).rejects.toThrow('killed');
    killed.mockRestore();
  }
  await findEvents();
  await deliver();
  const told = receiver.received.map(({ type, list, doi }) => [type, list, doi]);
  expect(told.filter(([, list]) => list === 'publications')).toEqual([
    ['publication.retracted', 'publications', '10.5555/retracted'],
    ['publication.withdrawn', 'publications', '10.5555/hidden'],
    ['list.changed', 'publications', undefined],
  ]);
  receiver.received.length = 0;
  pass(2 * lateCommitMs);
  await curatePublication('10.5555/old', { edits: { is_retracted: true, title: 'Changed' } });
  pass(2 * lateCommitMs);
  await findEvents();
  await deliver();
  expect(receiver.received.map(({ type }) => type)).not.toContain('publication.retracted');
});
