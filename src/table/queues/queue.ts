import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { env } from '#src/runtime/env.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import type { QueueMessage, QueueName } from './messages.ts';

const client = new SQSClient({});
const batchLimit = 10;
const batchesAtOnce = 10;
const maxVisibilitySeconds = 12 * 60 * 60;

const variables = {
  researchers: 'RESEARCHERS_QUEUE_URL',
  works: 'WORKS_QUEUE_URL',
  webhooks: 'WEBHOOKS_QUEUE_URL',
  intakes: 'INTAKES_QUEUE_URL',
  fetches: 'FETCHES_QUEUE_URL',
} as const satisfies Record<QueueName, string>;
const urlOf = (queue: QueueName) => env(variables[queue]);

/**
 * Sends messages in batches of ten, ten batches at a time, and returns those that SQS did not accept, in order. If a
 * whole batch fails, all its messages are returned: sending a message twice is harmless, losing one is not. Workers get
 * them after the delay, of at most 15 minutes.
 */
export async function send<Q extends QueueName>(
  queue: Q,
  messages: QueueMessage<Q>[],
  delaySeconds = 0,
): Promise<QueueMessage<Q>[]> {
  const batches: QueueMessage<Q>[][] = [];
  for (let start = 0; start < messages.length; start += batchLimit) {
    batches.push(messages.slice(start, start + batchLimit));
  }
  const rejected = await inParallel(batches, batchesAtOnce, (batch) => sendBatch(queue, batch, delaySeconds));
  return rejected.flat();
}

async function sendBatch<Q extends QueueName>(
  queue: Q,
  batch: QueueMessage<Q>[],
  delaySeconds: number,
): Promise<QueueMessage<Q>[]> {
  const DelaySeconds = Math.ceil(delaySeconds);
  const Entries = batch.map((message, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify(message),
    ...(DelaySeconds > 0 && { DelaySeconds }),
  }));
  try {
    const { Successful } = await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
    const taken = new Set(Successful?.map(({ Id }) => Id));
    return batch.filter((_, index) => !taken.has(String(index)));
  } catch (error) {
    log('error', 'Messages not sent', { queue, count: batch.length, error });
    return batch;
  }
}

/**
 * Thrown by a queue job that must wait, for example for a source's Retry-After. The message is redelivered after that
 * time, which counts as a delivery. After the last one it is dropped instead of failed, and `resume-jobs` sends it
 * again.
 */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly afterSeconds: number;

  constructor(afterSeconds: number, reason: string) {
    super(reason);
    this.afterSeconds = Math.min(Math.max(Math.ceil(afterSeconds), 1), maxVisibilitySeconds);
  }
}

/**
 * The approximate number of messages in a queue: waiting, delayed or in flight. Messages of the last minute may be
 * missing.
 */
export async function countMessages(queue: QueueName): Promise<number> {
  const AttributeNames = [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesDelayed',
    'ApproximateNumberOfMessagesNotVisible',
  ] as const;
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

/** Sets the visibility timeout of a received message, in seconds from now. */
export async function postpone(queue: QueueName, receiptHandle: string, seconds: number): Promise<void> {
  const request = { QueueUrl: urlOf(queue), ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
  await client.send(new ChangeMessageVisibilityCommand(request));
}
