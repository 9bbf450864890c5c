import { availableParallelism } from 'node:os';
import type { SQSRecord } from 'aws-lambda';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import type { Delivery, Queue, Queues } from '../engines/queues.ts';
import type { Access } from '../iam/access.ts';
import type { Functions, LambdaFunction } from './functions.ts';
import type { Outcome } from './instance.ts';
import { invokePersistently } from './persistent.ts';

const waitSeconds = 20;
/** Of one queue at once. With more than there are processors, all that starts is further environments. */
const mostBatches = Math.max(2, availableParallelism());

/** The actions that Lambda needs to poll a queue with a function's role. */
const pollActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

interface Options {
  /** If undefined, the functions' roles are not checked. */
  access?: Access;
  /** Called with a queue's name and the size of each batch. */
  received?: (queueName: string, count: number) => void;
}

/**
 * Polls the queues of the enabled event source mappings until stopped. Like Lambda, throws if a function's role does
 * not allow it.
 */
export function startEventSources(
  stacks: Stacks,
  queues: Queues,
  functions: Functions,
  { access, received = () => {} }: Options = {},
): { stop(): void } {
  const stop = { requested: false };
  for (const { declared, properties } of stacks.all('AWS::Lambda::EventSourceMapping')) {
    const where = describe(declared);
    const queue = queues.byArn(properties.EventSourceArn);
    if (!queue) throw new Error(`${where}: there is no queue ${properties.EventSourceArn}`);
    const batchSize = properties.BatchSize ?? 10;
    const target = functions.byArn(properties.FunctionName);
    for (const action of pollActions) access?.require(target.name, { action, resource: queue.arn });
    if (properties.Enabled === false) continue;
    const concurrency = Math.min(properties.ScalingConfig?.MaximumConcurrency ?? 1000, target.concurrency, mostBatches);
    const reportsFailures = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false;
    void poll({ queue, target, batchSize, concurrency, reportsFailures, received, stop });
  }
  return {
    stop: () => {
      stop.requested = true;
    },
  };
}

interface Mapping {
  queue: Queue;
  target: LambdaFunction;
  batchSize: number;
  concurrency: number;
  reportsFailures: boolean;
  received: (queueName: string, count: number) => void;
  stop: { requested: boolean };
}

async function poll({
  queue,
  target,
  batchSize,
  concurrency,
  reportsFailures,
  received,
  stop,
}: Mapping): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stop.requested) {
    if (running.size >= concurrency) await Promise.race(running);
    const batch = await queue.receive(batchSize, waitSeconds);
    if (batch.length === 0) continue;
    received(queue.name, batch.length);
    const done = deliver(queue, target, batch, reportsFailures).finally(() => running.delete(done));
    running.add(done);
  }
}

/**
 * Invokes the function with a batch and deletes the processed messages. SQS redelivers the rest after the visibility
 * timeout. A throttled batch keeps its concurrency slot, so the queue is polled less.
 */
async function deliver(queue: Queue, target: LambdaFunction, batch: Delivery[], reportsFailures: boolean) {
  const event = { Records: batch.map((message) => record(queue, message)) };
  const outcome = await invokePersistently(target, event, queue.visibilityTimeoutMs());
  const ids = batch.map(({ messageId }) => messageId);
  const failed = failedIds(outcome, ids, reportsFailures);
  for (const message of batch) if (!failed.has(message.messageId)) queue.delete(message.receiptHandle);
}

/**
 * The messages that Lambda leaves in the queue: all for an error or invalid result, none for a result without failures.
 * Without ReportBatchItemFailures in the mapping, the result is ignored.
 */
export function failedIds(outcome: Outcome, batch: string[], reportsFailures: boolean): Set<string> {
  const all = new Set(batch);
  if (!outcome.ok) return all;
  if (!reportsFailures) return new Set();
  if (outcome.value === null || outcome.value === undefined) return new Set();
  if (typeof outcome.value !== 'object') return all;
  const { batchItemFailures } = outcome.value as { batchItemFailures?: unknown };
  if (batchItemFailures === null || batchItemFailures === undefined) return new Set();
  if (!Array.isArray(batchItemFailures)) return all;
  const failed = new Set<string>();
  for (const failure of batchItemFailures as ({ itemIdentifier?: unknown } | null)[]) {
    const id = failure?.itemIdentifier;
    if (typeof id !== 'string' || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
}

function record(queue: Queue, message: Delivery): SQSRecord {
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: message.attributes as unknown as SQSRecord['attributes'],
    messageAttributes: message.messageAttributes as SQSRecord['messageAttributes'],
    md5OfBody: message.md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: account.region,
  };
}
