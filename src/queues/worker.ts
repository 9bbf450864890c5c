import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { runInvocation } from '../runtime/invocation.ts';
import { log } from '../runtime/log.ts';
import { type QueueJob, type ScheduledJob, storeMarginMs } from './job.ts';
import { maxReceiveCount, type QueueMessage, type QueueName, queues } from './messages.ts';
import { postpone, RetryLater } from './queue.ts';

type Entry<Event, Result> = (event: Event) => Promise<Result>;

/**
 * The Lambda entry point of a queue job. The messages of a batch run concurrently and fail one by one; a malformed one
 * fails like any other, so it ends in the dead-letter queue and never disappears.
 */
export function worker<Q extends QueueName>(job: QueueJob<Q>): Entry<SQSEvent, SQSBatchResponse> {
  const stack = middy<SQSEvent, SQSBatchResponse>().handler(
    async (event: SQSEvent, _context, { signal: invocation }) => {
      const signal = AbortSignal.timeout(Math.max(job.timeoutSeconds * 1000 - storeMarginMs, 0));
      const failed = await runInvocation(invocation, () =>
        Promise.all(event.Records.map((record) => failureOf(job, record, signal))),
      );
      return {
        batchItemFailures: failed.filter((id) => id !== undefined).map((itemIdentifier) => ({ itemIdentifier })),
      };
    },
  );
  return stack as unknown as Entry<SQSEvent, SQSBatchResponse>; // as in http/lambda.ts: no job reads the context
}

/** The Lambda entry point of a scheduled job. */
export function scheduled(job: ScheduledJob): Entry<unknown, void> {
  const stack = middy<unknown, void>().handler(async (_event, _context, { signal }) => {
    const startedAtMs = Date.now();
    await runInvocation(signal, () => job.handle({ now: new Date(startedAtMs) }));
    log('info', 'Scheduled run completed', { job: job.id, durationMs: Date.now() - startedAtMs });
  });
  return stack as unknown as Entry<unknown, void>;
}

/** Handles one message; the id SQS should deliver again, or undefined when it is done with. */
async function failureOf<Q extends QueueName>(
  job: QueueJob<Q>,
  record: SQSRecord,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { queue, deadLetters = false } = job.trigger;
  const startedAtMs = Date.now();
  const receiveCount = Number(record.attributes.ApproximateReceiveCount);
  const isLast = !deadLetters && receiveCount >= maxReceiveCount;
  let fields: Record<string, unknown> = { job: job.id, messageId: record.messageId, receiveCount };
  try {
    const message = queues[queue].parse(JSON.parse(record.body)) as QueueMessage<Q>;
    fields = { ...fields, ...message };
    await job.handle(message, { now: new Date(startedAtMs), receiveCount, isLast, signal });
    log('info', 'Message handled', { ...fields, durationMs: Date.now() - startedAtMs });
    return undefined;
  } catch (error) {
    if (error instanceof RetryLater && isLast) {
      log('warn', `Message dropped until its job is resumed: ${error.message}`, fields);
      return undefined;
    }
    if (error instanceof RetryLater) {
      log('warn', `Message postponed: ${error.message}`, { ...fields, afterSeconds: error.afterSeconds });
      // Should this fail, the message comes back sooner, after the queue's own visibility timeout.
      await postpone(queue, record.receiptHandle, error.afterSeconds).catch((cause: unknown) => {
        log('error', 'Message not postponed: SQS did not take its new visibility timeout', { ...fields, cause });
      });
    } else {
      log('error', `Message failed: ${error instanceof Error ? error.message : String(error)}`, { ...fields, error });
    }
    return record.messageId;
  }
}
