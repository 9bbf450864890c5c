import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, describe, expect, it, test } from '@jest/globals';
import { type Queues, startQueues } from '../../local/engines/queues.ts';
import { failedIds, startEventSources } from '../../local/lambda/event-sources.ts';
import { waitFor } from '../support/cloud.ts';
import { Fixture, type Resources } from './fixture.ts';

const fixture = new Fixture();
const open: Queues[] = [];
const stops: (() => void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await Promise.all(open.splice(0).map((queues) => queues.stop()));
});
afterAll(() => fixture.dispose());

const arn = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const works: Resources = {
  Works: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      QueueName: 'works',
      VisibilityTimeout: 1,
      RedrivePolicy: { deadLetterTargetArn: arn('Dead'), maxReceiveCount: 2 },
    },
  },
  Dead: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'dead' } },
};

async function start(resources: Resources, dataDir?: string) {
  const stacks = fixture.stacks(resources);
  const queues = await startQueues(dataDir);
  open.push(queues);
  queues.create(stacks);
  return { stacks, queues, queue: queues.byName('works'), dead: queues.byName('dead') };
}

const mapping = (more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: arn('Works'),
    FunctionName: { Ref: 'Worker' },
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ...more,
  },
});
/** Fails or reports messages as their text says, and writes each message that it receives. */
const worker = fixture.lambda(
  'Worker',
  `export const handler = async ({ Records }) => {
     for (const { body, attributes } of Records) process.stdout.write(body + ' ' + attributes.ApproximateReceiveCount + '\\n');
     if (Records.some(({ body }) => body === 'throw')) throw new Error('no');
     const failed = Records.filter(({ body }) => body === 'fail');
     return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
   };`,
);

describe('what an answer does to a batch', () => {
  const ok = (value: unknown) => ({ ok: true as const, value });
  const failure = { ok: false as const, error: { errorType: 'Error', errorMessage: 'no' } };
  it.each([
    ['a function error keeps all', failure, true, ['a', 'b']],
    ['null is done', ok(null), true, []],
    ['an empty answer is done', ok({}), true, []],
    ['an empty list is done', ok({ batchItemFailures: [] }), true, []],
    ['a null list is done', ok({ batchItemFailures: null }), true, []],
    ['one of them', ok({ batchItemFailures: [{ itemIdentifier: 'b' }] }), true, ['b']],
    ['an unknown identifier keeps all', ok({ batchItemFailures: [{ itemIdentifier: 'x' }] }), true, ['a', 'b']],
    ['an empty identifier keeps all', ok({ batchItemFailures: [{ itemIdentifier: '' }] }), true, ['a', 'b']],
    ['a null identifier keeps all', ok({ batchItemFailures: [{ itemIdentifier: null }] }), true, ['a', 'b']],
    ['another member keeps all', ok({ batchItemFailures: [{ id: 'a' }] }), true, ['a', 'b']],
    ['no list keeps all', ok({ batchItemFailures: 'a' }), true, ['a', 'b']],
    ['without the setting the answer is not read', ok({ batchItemFailures: [{ itemIdentifier: 'b' }] }), false, []],
  ])('%s', (_, outcome, reports, expected) => {
    expect([...failedIds(outcome, ['a', 'b'], reports)]).toEqual(expected);
  });
});

describe('event sources', () => {
  it('delete what succeeded, deliver again what failed, and give up on it after the last receive', async () => {
    const { stacks, queues, queue, dead } = await start({ ...works, Worker: worker, Mapping: mapping() });
    stops.push(startEventSources(stacks, queues, fixture.functions(stacks)).stop);
    for (const body of ['fine', 'fail', 'fine too']) queue.send(body);
    await waitFor('the failing message among the dead letters', () => dead.inspect().ready.includes('fail'));
    expect(dead.inspect().ready).toEqual(['fail']);
    expect(queue.inspect()).toEqual({ ready: [], delayed: [], inFlight: [] });
    const seen = fixture.lines.map(({ line }) => line);
    expect(seen.filter((line) => line.startsWith('fail '))).toEqual(['fail 1', 'fail 2']);
    expect(seen.filter((line) => line.startsWith('fine '))).toHaveLength(2);
  });
  it('keep a whole batch whose function failed', async () => {
    const { stacks, queues, queue, dead } = await start({ ...works, Worker: worker, Mapping: mapping() });
    queue.send('throw');
    queue.send('innocent');
    stops.push(startEventSources(stacks, queues, fixture.functions(stacks)).stop);
    await waitFor('both among the dead letters', () => dead.inspect().ready.length === 2);
    expect(queue.inspect().ready).toEqual([]);
  });
  it('are not polled while they are disabled', async () => {
    const disabled = {
      ...works,
      Worker: worker,
      Mapping: mapping({ Enabled: false }),
      Other: mapping({ EventSourceArn: arn('Dead') }),
    };
    const { stacks, queues, queue, dead } = await start(disabled);
    stops.push(startEventSources(stacks, queues, fixture.functions(stacks)).stop);
    queue.send('waits');
    dead.send('is read');
    await waitFor('the other mapping to read its queue', () => dead.inspect().ready.length === 0);
    expect(queue.inspect().ready).toEqual(['waits']);
  });
  it('refuse what they cannot do', async () => {
    const { stacks, queues } = await start({ ...works, Worker: worker, Mapping: mapping({ FilterCriteria: {} }) });
    expect(() => startEventSources(stacks, queues, fixture.functions(stacks))).toThrow(
      'FilterCriteria is not supported',
    );
  });
});

test('buckets take objects as large as the snapshot of a long list', async () => {
  const bucket: Resources = { Lists: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'lists' } } };
  const { queues } = await start({ ...works, ...bucket });
  const sent = Buffer.alloc(30_000_000, 7);
  const { status } = await fetch(`${queues.url}/lists/PUB/long.bin`, { method: 'PUT', body: sent });
  expect(status).toBe(200);
  expect(queues.object('lists', 'PUB/long.bin')?.body.equals(sent)).toBe(true);
});

describe('queues on files', () => {
  const clientOf = (queues: Queues) =>
    new SQSClient({
      endpoint: queues.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    });
  const reopen = async (dataDir: string) => {
    await open.pop()?.stop();
    return start(works, dataDir);
  };
  it('hold after a restart what was sent, what was being worked on, and what was postponed until its time', async () => {
    const dataDir = join(fixture.folder, 'queues');
    const { queues, queue } = await start(works, dataDir);
    const client = clientOf(queues);
    const QueueUrl = `${queues.url}/000000000000/works`;
    const receive = async () =>
      (await client.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 600 }))).Messages?.[0];
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'postponed' }));
    const postponed = await receive();
    await client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: postponed?.ReceiptHandle, VisibilityTimeout: 900 }),
    );
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'being worked on' }));
    await receive();
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'waiting' }));
    expect(queue.inspect()).toEqual({ ready: ['waiting'], delayed: [], inFlight: ['postponed', 'being worked on'] });

    const again = await reopen(dataDir);
    expect(again.queue.inspect()).toEqual({
      ready: ['being worked on', 'waiting'],
      delayed: ['postponed'],
      inFlight: [],
    });
    const [delivery] = await again.queue.receive(1, 0);
    expect(delivery?.attributes.ApproximateReceiveCount).toBe('2');
    client.destroy();
  });
  it('take back a message whose visibility is set to nothing', async () => {
    const { queues, queue } = await start(works, join(fixture.folder, 'released'));
    const client = clientOf(queues);
    queue.send('again');
    const [delivery] = await queue.receive(1, 0);
    const release = {
      QueueUrl: `${queues.url}/000000000000/works`,
      ReceiptHandle: delivery?.receiptHandle,
      VisibilityTimeout: 0,
    };
    await client.send(new ChangeMessageVisibilityCommand(release));
    expect(queue.inspect().ready).toEqual(['again']);
    client.destroy();
  });
});
