import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { type Delivery, defineQueueJob } from '#src/table/queues/job.ts';
import { RetryLater } from '#src/table/queues/queue.ts';
import { worker } from '#src/table/queues/worker.ts';
import { captureLog } from '../support/log.ts';

const sqs = mockClient(SQSClient);
const lines = captureLog();
const handled: { jobId: string; delivery: Delivery }[] = [];
let fails: (jobId: string) => unknown;

const job = (deadLetters: boolean) =>
  defineQueueJob({
    id: 'test',
    summary: '',
    trigger: { kind: 'queue', queue: 'researchers', deadLetters, batchSize: 10, maxConcurrency: 2 },
    impact: '',
    grants: [],
    timeoutSeconds: 1,
    async handle({ jobId }, delivery) {
      const error = fails(jobId);
      if (error) throw error;
      handled.push({ jobId, delivery });
    },
  });

const record = (body: string, receiveCount = 1) =>
  ({
    messageId: body,
    receiptHandle: `receipt of ${body}`,
    body,
    attributes: { ApproximateReceiveCount: String(receiveCount) },
  }) as SQSRecord;
const good = (jobId: string) => JSON.stringify({ jobId });

async function deliver(records: SQSRecord[], deadLetters = false): Promise<string[]> {
  const event: SQSEvent = { Records: records };
  const { batchItemFailures } = await worker(job(deadLetters))(event);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

beforeEach(() => {
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  handled.length = 0;
  fails = () => undefined;
  sqs.reset();
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
});

describe('a batch', () => {
  test('good messages are processed; malformed and unknown ones fail', async () => {
    const bad = ['{', '{}', '{"jobId":7}', '[]', '{"jobId":""}'];
    expect(await deliver([record(good('a')), ...bad.map((body) => record(body)), record(good('b'))])).toEqual(bad);
    expect(handled.map(({ jobId }) => jobId)).toEqual(['a', 'b']);
  });

  test('a failed message does not affect the others', async () => {
    fails = (jobId) => jobId === 'a' && new Error('broken');
    expect(await deliver(['a', 'b', 'c'].map((jobId) => record(good(jobId))))).toEqual([good('a')]);
    expect(handled.map(({ jobId }) => jobId)).toEqual(['b', 'c']);
  });
});

describe('the end of a batch', () => {
  const ends: string[][] = [];
  let completes = () => {};
  const completing = {
    ...job(false),
    async complete(messages: { jobId: string }[]) {
      ends.push(messages.map(({ jobId }) => jobId));
      completes();
    },
  };
  const failedOf = async (jobIds: string[], receiveCount = 1) => {
    const Records = jobIds.map((jobId) => record(good(jobId), receiveCount));
    const { batchItemFailures } = await worker(completing)({ Records });
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  beforeEach(() => {
    ends.length = 0;
    completes = () => {};
  });

  test('is for the messages that were handled, after all of them', async () => {
    fails = (jobId) => jobId === 'b' && new Error('broken');
    completes = () => expect(handled).toHaveLength(2);
    expect(await failedOf(['a', 'b', 'c'])).toEqual([good('b')]);
    fails = () => new Error('broken');
    expect(await failedOf(['a'])).toEqual([good('a')]);
    expect(ends).toEqual([['a', 'c']]);
  });

  test('if it fails, they are delivered again, but none that was dropped', async () => {
    completes = () => {
      throw new Error('broken');
    };
    fails = (jobId) => jobId === 'b' && new RetryLater(90, 'Crossref answered 429');
    expect(await failedOf(['a', 'b', 'c'], 5)).toEqual([good('a'), good('c')]);
    expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'Batch not completed: broken', job: 'test' });
  });
});

describe('the log of a message', () => {
  const fields = { job: 'test', messageId: good('a'), receiveCount: 1, jobId: 'a' };

  test('handled: what it was', async () => {
    await deliver([record(good('a'))]);
    expect(lines).toEqual([{ level: 'info', message: 'Message handled', ...fields, durationMs: expect.any(Number) }]);
  });

  test('failed: why', async () => {
    fails = () => new Error('SQS did not accept 1 of 7 messages');
    await deliver([record(good('a'))]);
    expect(lines).toMatchObject([
      { level: 'error', message: 'Message failed: SQS did not accept 1 of 7 messages', ...fields },
    ]);
  });

  test('postponed: why and for how long', async () => {
    fails = () => new RetryLater(90, 'Crossref answered 429');
    await deliver([record(good('a'))]);
    expect(lines).toEqual([
      { level: 'warn', message: 'Message postponed: Crossref answered 429', ...fields, afterSeconds: 90 },
    ]);
  });
});

describe('a delivery', () => {
  test('has a signal that aborts when the remaining time is needed for writing', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await worker({ ...job(false), timeoutSeconds: 120 })({ Records: ['a', 'b'].map((id) => record(good(id))) });
    expect(timeout.mock.calls).toEqual([[100_000]]);
    const { value } = timeout.mock.results[0] ?? {};
    expect(handled.map(({ delivery }) => delivery.signal)).toEqual([value, value]);
  });

  test.each([
    [1, false, false],
    [4, false, false],
    [5, false, true],
    [5, true, false],
  ])('the %dth (dead letters: %s) is the last: %s', async (receiveCount, deadLetters, isLast) => {
    await deliver([record(good('a'), receiveCount)], deadLetters);
    expect(handled).toMatchObject([{ delivery: { receiveCount, isLast } }]);
  });
});

describe('a message to come back later', () => {
  test.each([
    [90, 90],
    [0.2, 1],
    [1_000_000, 43_200],
  ])('after %d seconds: invisible for %d', async (asked, seconds) => {
    fails = () => new RetryLater(asked, 'Crossref answered 429');
    expect(await deliver([record(good('a'))])).toEqual([good('a')]);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)[0]?.args[0].input).toEqual({
      QueueUrl: 'http://localhost/researchers',
      ReceiptHandle: `receipt of ${good('a')}`,
      VisibilityTimeout: seconds,
    });
  });

  test('is dropped after its last delivery instead of going to the DLQ, since resume-jobs sends it again', async () => {
    fails = () => new RetryLater(90, 'Crossref could not be called in the time of this run');
    expect(await deliver([record(good('a'), 5)])).toEqual([]);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(0);
    expect(lines).toMatchObject([{ level: 'warn', message: expect.stringMatching(/^Message dropped .* Crossref/) }]);
  });

  test('comes back even if its visibility cannot be changed', async () => {
    sqs.on(ChangeMessageVisibilityCommand).rejects(new Error('throttled'));
    fails = () => new RetryLater(90, 'Crossref answered 429');
    expect(await deliver([record(good('a'))])).toEqual([good('a')]);
  });
});
