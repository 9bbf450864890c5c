import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { countMessages, send } from '#src/table/queues/queue.ts';
import { captureLog } from '../support/log.ts';

const sqs = mockClient(SQSClient);
const lines = captureLog();
const messages = (count: number) => Array.from({ length: count }, (_, n) => ({ jobId: `job-${n}` }));

beforeEach(() => {
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  sqs.reset();
});

describe('sending', () => {
  test('batches of ten, at most ten of them at once', async () => {
    let inFlight = 0;
    let most = 0;
    sqs.on(SendMessageBatchCommand).callsFake(async ({ Entries }: { Entries: { Id: string }[] }) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      return { Successful: Entries };
    });
    expect(await send('researchers', messages(405))).toEqual([]);
    const sent = sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries ?? []);
    expect(sent.map(({ length }) => length)).toEqual([...Array(40).fill(10), 5]);
    expect(sent.flat().map(({ MessageBody }) => JSON.parse(String(MessageBody)))).toEqual(messages(405));
    expect(most).toBe(10);
  });

  test('what SQS does not take is returned in its order, a batch that fails as a whole too', async () => {
    sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string; MessageBody: string }[] }) => {
      if (Entries[0]?.MessageBody.includes('"job-10"')) throw new Error('throttled');
      return { Successful: Entries.filter(({ Id }) => Id !== '3') };
    });
    const expected = [3, ...Array.from({ length: 10 }, (_, n) => 10 + n), 23].map((n) => ({ jobId: `job-${n}` }));
    expect(await send('researchers', messages(25))).toEqual(expected);
    expect(lines).toMatchObject([{ level: 'error', message: 'Messages not sent', queue: 'researchers', count: 10 }]);
  });

  test('nothing makes no call', async () => {
    expect(await send('researchers', [])).toEqual([]);
    expect(sqs.calls()).toHaveLength(0);
  });
});

test('a queue holds what waits, what is delayed and what is being handled', async () => {
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: {
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesDelayed: '20',
      ApproximateNumberOfMessagesNotVisible: '300',
    },
  });
  expect(await countMessages('researchers')).toBe(321);
});
