import { type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, jest } from '@jest/globals';
import * as resume from '#src/ingestion/resume.ts';
import { job } from '../../lambdas/background/ingestion/resume-jobs.ts';
import { indexCaughtUp } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';

// An SQS with scripted responses, for the tests of resumed jobs. Importing this registers its hooks.

/** Minutes after the writes, so that the index has them. */
export async function resumeJobs(...input: Parameters<typeof resume.resumeJobs>): Promise<void> {
  await indexCaughtUp();
  await underRole(job, resume.resumeJobs)(...input);
}

export const lines = captureLog();
export const requestedAt = new Date('2026-01-31T12:00:00Z');
export const minutesLater = (minutes: number) => new Date(requestedAt.getTime() + minutes * 60_000);
export const noLimit = Number.POSITIVE_INFINITY;
type BatchOrQueue = SendMessageBatchCommandInput | { QueueUrl: string };
export const sqs: {
  /** The reported size of each queue. */
  queued: { researchers: number; works: number };
  batches: SendMessageBatchCommandInput[];
  /** SQS's response to a batch. */
  answer: (batch: SendMessageBatchCommandInput) => { Successful: SendMessageBatchCommandInput['Entries'] };
} = { queued: { researchers: 0, works: 0 }, batches: [], answer: ({ Entries }) => ({ Successful: Entries }) };

beforeEach(() => {
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  process.env.WORKS_QUEUE_URL = 'http://localhost/works';
  sqs.queued = { researchers: 0, works: 0 };
  sqs.batches = [];
  sqs.answer = ({ Entries }) => ({ Successful: Entries });
  // Not a mocking library: those compare thousands of recorded calls with each other.
  jest.spyOn(SQSClient.prototype, 'send').mockImplementation((async ({ input }: { input: BatchOrQueue }) => {
    if ('Entries' in input) {
      sqs.batches.push(input);
      return sqs.answer(input);
    }
    return {
      Attributes: {
        ApproximateNumberOfMessages: String(
          input.QueueUrl?.endsWith('/works') ? sqs.queued.works : sqs.queued.researchers,
        ),
        ApproximateNumberOfMessagesDelayed: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
      },
    };
  }) as never);
});

/** Every message sent since the start of the test. */
export const sent = () =>
  sqs.batches.flatMap(({ Entries = [] }) => Entries.map(({ MessageBody }) => String(MessageBody)));
