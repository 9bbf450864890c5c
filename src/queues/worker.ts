import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { runInvocation } from '../runtime/invocation.ts';
import { log } from '../runtime/log.ts';
import type { QueueJob, ScheduledJob } from './job.ts';
import { maxReceiveCount, type QueueMessage, type QueueName, queues } from './messages.ts';
import { postpone, RetryLater } from './queue.ts';

type Entry<Event, Result> = (event: Event) => Promise<Result>;

/**
 * The Lambda entry point of a queue job. The messages of a batch run concurrently and fail one by one; a malformed one
 * fails like any other, so it ends in the dead-letter queue and never disappears.
 */
export function worker<Q extends QueueName>(job: QueueJob<Q>): Entry<SQSEvent, SQSBatchResponse> {
  const stack = middy<SQSEvent, SQSBatchResponse>().handler(async (event: SQSEvent, _context, { signal }) => {
    const failed = await runInvocation(signal, () =>
      Promise.all(event.Records.map((record) => failureOf(job, record))),
    );
    return { batchItemFailures: failed.filter((id) => id !== undefined).map((itemIdentifier) => ({ itemIdentifier })) };
  });
  return stack as unknown as Entry<SQSEvent, SQSBatchResponse>; // as in http/lambda.ts: no job reads the context
}

/** The Lambda entry point of a scheduled job. */
export function scheduled(job: ScheduledJob): Entry<unknown, void> {
  const stack = middy<unknown, void>().handler(async (_event, _context, { signal }) => {
    const startedAtMs = Date.now();
    await runInvocation(signal, () => job.handle({ now: new Date(startedAtMs) }));
    log('info', 'scheduled job', { job: job.id, durationMs: Date.now() - startedAtMs });
  });
  return stack as unknown as Entry<unknown, void>;
}

/** Handles one message; the id SQS should deliver again, or undefined when it is done with. */
async function failureOf<Q extends QueueName>(job: QueueJob<Q>, record: SQSRecord): Promise<string | undefined> {
  const { queue, deadLetters = false } = job.trigger;
  const startedAtMs = Date.now();
  const receiveCount = Number(record.attributes.ApproximateReceiveCount);
  const fields = { job: job.id, messageId: record.messageId, receiveCount };
  try {
    const message = queues[queue].parse(JSON.parse(record.body)) as QueueMessage<Q>;
    const isLast = !deadLetters && receiveCount >= maxReceiveCount;
    await job.handle(message, { now: new Date(startedAtMs), receiveCount, isLast });
    log('info', 'message', { ...fields, durationMs: Date.now() - startedAtMs });
    return undefined;
  } catch (error) {
    if (error instanceof RetryLater) {
      log('warn', 'message postponed', { ...fields, afterSeconds: error.afterSeconds, reason: error.message });
      // Should this fail, the message comes back sooner, after the queue's own visibility timeout.
      await postpone(queue, record.receiptHandle, error.afterSeconds).catch((cause: unknown) => {
        log('error', 'message not postponed', { ...fields, cause });
      });
    } else {
      log('error', 'message failed', { ...fields, error });
    }
    return record.messageId;
  }
}
