import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { buildApp } from 'fauxqs';
import { PersistenceManager } from '../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../node_modules/fauxqs/dist/sns/snsStore.js';
import { type SqsQueue, SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { account, type Stacks } from '../cloudformation/template.ts';
import { createPrivateFile, makePrivate } from '../files/private-folder.ts';
import type { Access } from '../iam/access.ts';
import { AwsError } from '../iam/aws-error.ts';
import { bucketRequests, queueRequests } from '../iam/service-requests.ts';

/** A received message. */
export interface Delivery {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  attributes: Record<string, string>;
  messageAttributes: Record<string, unknown>;
}

export interface Queue {
  name: string;
  arn: string;
  visibilityTimeoutMs(): number;
  /** Waits up to `waitSeconds` for messages. */
  receive(max: number, waitSeconds: number): Promise<Delivery[]>;
  delete(receiptHandle: string): void;
  send(body: string): void;
  /** The message bodies in the queue, by state. */
  inspect(): { ready: string[]; delayed: string[]; inFlight: string[] };
  /** The number of receivable messages, and the age of the oldest message, or 0 if there is none. */
  backlog(): { visible: number; inFlight: number; oldestAgeMs: number };
  purge(): void;
  /** Ends the visibility timeouts, so that undeleted messages are redelivered. */
  redeliver(): void;
}

export interface Queues {
  /** The endpoint of SQS and S3. */
  url: string;
  /** Creates the templates' queues and buckets. Existing queues get the template's attributes. */
  create(stacks: Stacks, visibilityTimeoutSeconds?: number): void;
  byName(name: string): Queue;
  byArn(arn: string): Queue | undefined;
  names(): string[];
  object(bucket: string, key: string): StoredObject | undefined;
  store(bucket: string, key: string, file: Omit<StoredObject, 'etag'>): void;
  stop(): Promise<void>;
}

/** A file in a bucket. */
export interface StoredObject {
  contentType: string;
  cacheControl?: string;
  etag: string;
  body: Buffer;
}

type QueueProperties = PropertiesOf<'AWS::SQS::Queue'>;

/** SQS's default. */
const defaultVisibilitySeconds = 30;

const settableAttributes = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
] as const;

/**
 * Starts SQS and S3 (fauxqs), with files in `dataDir` or in memory. Assembled from parts, because fauxqs's own start
 * function listens on every network interface and empties queues that are created again. With `access`, each call is
 * checked against its sender's role.
 */
export async function startQueues(dataDir: string | undefined, access?: Access): Promise<Queues> {
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  const { sqsStore, s3Store } = stores;
  sqsStore.region = account.region;
  const files = dataDir === undefined ? undefined : openFiles(dataDir);
  if (files) {
    files.load(sqsStore, stores.snsStore, s3Store);
    sqsStore.persistence = files;
    s3Store.persistence = files;
  }
  const app = buildApp({ logger: false, defaultRegion: account.region, stores });
  acceptLargeObjects(app);
  if (access) enforce(app, access);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  let stopped = false;

  const open = (stored: SqsQueue): Queue => ({
    name: stored.name,
    arn: stored.arn,
    visibilityTimeoutMs: () => Number(stored.attributes.VisibilityTimeout ?? defaultVisibilitySeconds) * 1000,
    async receive(max, waitSeconds) {
      const take = () => stored.dequeue(max, undefined, (arn) => sqsStore.getQueueByArn(arn));
      if (stopped) return [];
      let taken = take();
      if (taken.length === 0 && waitSeconds > 0) {
        await stored.waitForMessages(waitSeconds);
        if (!stopped) taken = take();
      }
      return taken.map(({ ReceiptHandle }) => delivery(stored, ReceiptHandle));
    },
    delete: (receiptHandle) => {
      if (!stopped) stored.deleteMessage(receiptHandle);
    },
    send: (body) => stored.enqueue(SqsStore.createMessage(body)),
    inspect() {
      const { ready, delayed, inflight } = stored.inspectMessages();
      const bodies = (messages: { body: string }[]) => messages.map(({ body }) => body);
      return { ready: bodies(ready), delayed: bodies(delayed), inFlight: bodies(inflight.map((one) => one.message)) };
    },
    backlog() {
      const { ready, delayed, inflight } = stored.inspectMessages();
      const all = [...ready, ...delayed, ...inflight.map(({ message }) => message)];
      const sentAtMs = all.reduce(
        (first, { sentTimestamp }) => Math.min(first, sentTimestamp),
        Number.POSITIVE_INFINITY,
      );
      const oldestAgeMs = all.length === 0 ? 0 : Math.max(0, Date.now() - sentAtMs);
      return { visible: ready.length, inFlight: inflight.length, oldestAgeMs };
    },
    purge: () => stored.purge(),
    redeliver() {
      for (const receiptHandle of [...stored.inflightMessages.keys()]) stored.changeVisibility(receiptHandle, 0);
    },
  });
  const byName = (name: string) => {
    const stored = sqsStore.getQueueByName(name);
    if (!stored) throw new Error(`There is no queue ${name}`);
    return open(stored);
  };

  const object = (bucket: string, key: string): StoredObject | undefined => {
    // Only missing files throw.
    try {
      return s3Store.getObject(bucket, key);
    } catch {
      return undefined;
    }
  };

  return {
    url,
    byName,
    byArn: (arn) => {
      const stored = sqsStore.getQueueByArn(arn);
      return stored && open(stored);
    },
    names: () => sqsStore.listQueues().queues.map(({ name }) => name),
    object,
    store(bucket, key, { body, contentType, cacheControl }) {
      const stored = object(bucket, key);
      // Reading a file takes less than writing it again.
      const isSame = stored?.contentType === contentType && stored.cacheControl === cacheControl;
      if (isSame && body.equals(stored.body)) return;
      s3Store.putObject(bucket, key, body, contentType, undefined, cacheControl ? { cacheControl } : undefined);
    },
    create(stacks, visibilityTimeoutSeconds) {
      for (const { declared, properties } of stacks.all('AWS::SQS::Queue')) {
        const name = physicalName(declared, stacks);
        const attributes = attributesOf(properties, visibilityTimeoutSeconds);
        const arn = `arn:aws:sqs:${account.region}:${account.id}:${name}`;
        const stored =
          sqsStore.getQueueByName(name) ??
          sqsStore.createQueue(name, `${url}/${account.id}/${name}`, arn, attributes, undefined);
        if (files) files.adopt(stored);
        stored.setAttributes({ RedrivePolicy: '', ...attributes });
      }
      for (const { declared } of stacks.all('AWS::S3::Bucket')) {
        const name = physicalName(declared, stacks);
        if (!s3Store.hasBucket(name)) s3Store.createBucket(name, 'general-purpose');
      }
    },
    async stop() {
      stopped = true;
      sqsStore.shutdown();
      await app.close();
      files?.close();
    },
  };
}

/** S3 takes 5 GB in one request, where fauxqs takes 11 MB: less than the snapshot of a list of 40,000 publications. */
function acceptLargeObjects(app: ReturnType<typeof buildApp>): void {
  app.removeContentTypeParser('*');
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 5_000_000_000 }, (_request, body, done) =>
    done(null, body),
  );
}

/** Rejects calls that the sender's role does not allow, with the errors of SQS and S3. */
function enforce(app: ReturnType<typeof buildApp>, access: Access): void {
  app.addHook('preHandler', async ({ headers, method, url, body }, reply) => {
    const [service, operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const isQueue = service === 'AmazonSQS';
    try {
      const requests = isQueue
        ? queueRequests(operation, body as Record<string, unknown>)
        : bucketRequests(method, url);
      access.authorize(headers.authorization, requests);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const { type, message } = error;
      reply.code(403);
      if (isQueue) return reply.send({ __type: `com.amazon.coral.service#${type}`, message });
      return reply
        .type('application/xml')
        .send(`<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`);
    }
  });
}

function attributesOf(properties: QueueProperties, visibilityTimeoutSeconds: number | undefined) {
  const attributes: Record<string, string> = {};
  for (const name of settableAttributes) {
    if (properties[name] !== undefined) attributes[name] = String(properties[name]);
  }
  if (properties.RedrivePolicy) attributes.RedrivePolicy = JSON.stringify(properties.RedrivePolicy);
  if (visibilityTimeoutSeconds !== undefined) attributes.VisibilityTimeout = String(visibilityTimeoutSeconds);
  return attributes;
}

function delivery(stored: SqsQueue, receiptHandle: string): Delivery {
  const message = stored.inflightMessages.get(receiptHandle)?.message;
  if (!message) throw new Error('A message that was just received is not in flight');
  return {
    messageId: message.messageId,
    receiptHandle,
    body: message.body,
    md5OfBody: message.md5OfBody,
    attributes: {
      ApproximateReceiveCount: String(message.approximateReceiveCount),
      SentTimestamp: String(message.sentTimestamp),
      SenderId: account.id,
      ApproximateFirstReceiveTimestamp: String(message.approximateFirstReceiveTimestamp),
    },
    messageAttributes: message.messageAttributes as Record<string, unknown>,
  };
}

function openFiles(dataDir: string): DurableQueues {
  makePrivate(dataDir);
  createPrivateFile(join(dataDir, 'fauxqs.db'));
  return new DurableQueues(dataDir);
}

/** Makes fauxqs's persistence lose no message if the process is killed between two statements. */
class DurableQueues extends PersistenceManager {
  readonly #database = (this as unknown as { db: DatabaseSync }).db;

  constructor(dataDir: string) {
    super(dataDir);
    // With a write-ahead log this survives a killed process. Only a power failure can lose the last writes.
    this.#database.exec('PRAGMA synchronous = NORMAL');
    // The consumers of in-flight messages are gone. Delayed messages keep their time.
    this.#database.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
  }

  /** Makes the move of a message to the DLQ (a delete and an insert) atomic. */
  adopt(queue: SqsQueue): void {
    if (queue.persistence === this && Object.hasOwn(queue, 'dequeue')) return;
    queue.persistence = this;
    const dequeue = queue.dequeue.bind(queue);
    const changeVisibility = queue.changeVisibility.bind(queue);
    queue.dequeue = (...args) => this.#atomically(() => dequeue(...args));
    queue.changeVisibility = (receiptHandle, seconds) => {
      const message = queue.inflightMessages.get(receiptHandle)?.message;
      changeVisibility(receiptHandle, seconds);
      if (!message) return;
      const until = this.#database.prepare('UPDATE sqs_messages SET delay_until = ? WHERE message_id = ?');
      until.run(seconds > 0 ? Date.now() + seconds * 1000 : null, message.messageId);
    };
  }

  /** The original also sets the receive count to NULL, which the schema forbids. */
  override updateMessageReady(messageId: string): void {
    const sql = 'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?';
    this.#database.prepare(sql).run(messageId);
  }

  #atomically<T>(work: () => T): T {
    this.#database.exec('BEGIN');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
