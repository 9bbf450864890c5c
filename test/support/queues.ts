import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { startFauxqs } from 'fauxqs';
import { type QueueName, queues } from '#src/table/queues/messages.ts';

/** SQS's limit of messages per request. None of our workers handles more at once. */
const maxBatch = 10;

export interface TestQueues {
  /** Passes all messages of a queue to a worker, batch by batch, and deletes those not reported as failed. */
  deliver(queue: QueueName, worker: (event: SQSEvent) => Promise<SQSBatchResponse>, times?: number): Promise<number>;
  /** Deletes all messages. */
  purge(): void;
  stop(): Promise<void>;
}

/** Starts the local SQS engine with all queues and sets it in this file's environment. */
export async function startQueues(): Promise<TestQueues> {
  const server = await startFauxqs({ port: 0, logger: false });
  const endpoint = `http://127.0.0.1:${server.port}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SQS: endpoint,
  });
  const client = new SQSClient({});
  for (const name of Object.keys(queues)) {
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '0' } }));
    process.env[`${name.toUpperCase()}_QUEUE_URL`] = `${endpoint}/000000000000/${name}`;
  }
  const urlOf = (queue: QueueName) => String(process.env[`${queue.toUpperCase()}_QUEUE_URL`]);

  return {
    async deliver(queue, worker, times = 1) {
      const messages = await receiveAll(client, urlOf(queue));
      if (messages.length === 0) return 0;
      for (let start = 0; start < messages.length; start += maxBatch) {
        const batch = messages.slice(start, start + maxBatch);
        let failed = new Set<string>();
        for (let delivery = 1; delivery <= times; delivery++) {
          const { batchItemFailures } = await worker({ Records: batch.map((each) => record(each, delivery)) });
          failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        }
        const Entries = batch
          .filter(({ MessageId = '' }) => !failed.has(MessageId))
          .map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
        if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
      }
      return messages.length;
    },
    purge: () => server.reset(),
    stop: () => server.stop(),
  };
}

/** Receives all messages of a queue. They stay invisible for the rest of the test. */
async function receiveAll(client: SQSClient, QueueUrl: string): Promise<Message[]> {
  const all = new Map<string, Message>();
  for (;;) {
    const request = { QueueUrl, MaxNumberOfMessages: maxBatch, VisibilityTimeout: 60, WaitTimeSeconds: 0 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(request));
    if (Messages.length === 0) return [...all.values()];
    for (const message of Messages) all.set(String(message.MessageId), message);
  }
}

function record({ MessageId = '', ReceiptHandle = '', Body = '' }: Message, receiveCount: number) {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: '0',
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:test',
    awsRegion: 'us-east-1',
  };
}
