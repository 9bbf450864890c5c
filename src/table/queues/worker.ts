import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { retriesEndOf, runInvocation } from '#src/runtime/invocation.ts';
import { log } from '#src/runtime/log.ts';
import { type QueueJob, type ScheduledJob, storeMarginMs } from './job.ts';
import { maxReceiveCount, type QueueMessage, type QueueName, queues } from './messages.ts';
import { postpone, RetryLater } from './queue.ts';

type Entry<Event, Result> = (event: Event) => Promise<Result>;

/**
 * Creates the Lambda handler of a queue job. The messages of a batch are handled concurrently and fail individually.
 * Malformed messages also fail, so they end in the DLQ.
 */
export function worker<Q extends QueueName>(job: QueueJob<Q>): Entry<SQSEvent, SQSBatchResponse> {
  const stack = middy<SQSEvent, SQSBatchResponse>().handler(
    async (event: SQSEvent, context, { signal: invocation }) => {
      const signal = AbortSignal.timeout(Math.max(job.timeoutSeconds * 1000 - storeMarginMs, 0));
      const failed = await runInvocation(
        invocation,
        () => handleBatch(job, event.Records, signal),
        retriesEndOf(context),
      );
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
  return stack as unknown as Entry<SQSEvent, SQSBatchResponse>; // As in http/lambda.ts: jobs use only the remaining time.
}

/** Creates the Lambda handler of a scheduled job. */
export function scheduledHandler(job: ScheduledJob): Entry<unknown, void> {
  const stack = middy<unknown, void>().handler(async (_event, context, { signal }) => {
    const startedAtMs = Date.now();
    await runInvocation(signal, () => job.handle({ now: new Date(startedAtMs) }), retriesEndOf(context));
    log('info', 'Scheduled run completed', { job: job.id, durationMs: Date.now() - startedAtMs });
  });
  return stack as unknown as Entry<unknown, void>;
}

/** Handles the messages of a batch. Returns the ids of those that SQS must redeliver. */
async function handleBatch<Q extends QueueName>(
  job: QueueJob<Q>,
  records: readonly SQSRecord[],
  signal: AbortSignal,
): Promise<string[]> {
  const outcomes = await Promise.all(records.map((record) => handleMessage(job, record, signal)));
  const failed = outcomes.flatMap((outcome) => outcome.failed ?? []);
  const handled = outcomes.flatMap((outcome) => outcome.handled ?? []);
  if (!job.complete || handled.length === 0) return failed;
  try {
    await job.complete(handled, { now: new Date() });
    return failed;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('error', `Batch not completed: ${reason}`, { job: job.id, messages: handled, error });
    return [...failed, ...records.flatMap(({ messageId }, index) => (outcomes[index]?.handled ? messageId : []))];
  }
}

/** The message, if it was handled, or its id, if SQS must redeliver it. */
interface Outcome<Q extends QueueName> {
  handled?: QueueMessage<Q>;
  failed?: string;
}

async function handleMessage<Q extends QueueName>(
  job: QueueJob<Q>,
  record: SQSRecord,
  signal: AbortSignal,
): Promise<Outcome<Q>> {
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
    return { handled: message };
  } catch (error) {
    if (error instanceof RetryLater && isLast) {
      log('warn', `Message dropped until its job is resumed: ${error.message}`, fields);
      return {};
    }
    if (error instanceof RetryLater) {
      log('warn', `Message postponed: ${error.message}`, { ...fields, afterSeconds: error.afterSeconds });
      // If this fails, the message is redelivered after the queue's default visibility timeout.
      await postpone(queue, record.receiptHandle, error.afterSeconds).catch((cause: unknown) => {
        log('error', 'Message not postponed: SQS did not accept the new visibility timeout', { ...fields, cause });
      });
    } else {
      log('error', `Message failed: ${error instanceof Error ? error.message : String(error)}`, { ...fields, error });
    }
    return { failed: record.messageId };
  }
}
