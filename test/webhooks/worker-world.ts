import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { jest } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { type QueueMessage, queues as schemas } from '#src/table/queues/messages.ts';
import { RetryLater } from '#src/table/queues/queue.ts';
import { deliverEvents } from '#src/webhooks/deliver.ts';
import { job as deliverJob } from '../../lambdas/background/deliver-webhooks.ts';
import { underRole } from '../support/roles.ts';

interface Waiting {
  message: QueueMessage<'webhooks'>;
  visibleAtMs: number;
  receives: number;
}

/** How an installation's endpoint answers: after how long, and whether at all. */
export interface Endpoint {
  tookMs: number;
  answers: boolean;
}

const mostReceives = 5;

/**
 * The queue of webhooks and its workers in a time of their own, which passes only while all workers wait for an endpoint.
 * The table and the receiver of what is delivered are real.
 */
export class WorkerWorld {
  /** Deliveries in the order of their ends. */
  readonly deliveries: { host: string; startedMs: number; endedMs: number }[] = [];
  /** The most workers that one host has had at once, and all slow ones together. */
  readonly most = { ofOneHost: 0, ofSlowOnes: 0 };
  readonly #endpointOf: (host: string) => Endpoint;
  readonly #workers = deliverJob.trigger.maxConcurrency;
  #queue: Waiting[] = [];
  #sleepers: { atMs: number; wake: () => void }[] = [];
  #asked: string[] = [];
  #busy = 0;
  #running = 0;
  #quiet = Promise.withResolvers<void>();
  #failure: unknown;

  constructor(endpointOf: (host: string) => Endpoint) {
    this.#endpointOf = endpointOf;
    process.env.WEBHOOKS_QUEUE_URL = 'https://sqs.us-east-1.amazonaws.com/000000000000/webhooks';
    mockClient(SQSClient)
      .on(SendMessageBatchCommand)
      .callsFake(({ Entries = [] }: SendMessageBatchCommand['input']) => {
        for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
          const message = schemas.webhooks.parse(JSON.parse(MessageBody));
          this.#queue.push({ message, visibleAtMs: Date.now() + DelaySeconds * 1000, receives: 1 });
        }
        return { Successful: Entries.map(({ Id }) => ({ Id })) };
      });
  }

  /** Lets time pass until then. `everyMinute` runs at the start and each minute after it. */
  async runUntil(untilMs: number, everyMinute: () => Promise<void>): Promise<void> {
    let minuteAtMs = Date.now();
    for (;;) {
      if (minuteAtMs <= Date.now()) {
        await everyMinute();
        minuteAtMs += 60_000;
      }
      this.#startWorkers();
      await this.#untilAllWait();
      if (this.#busy < this.#workers && this.#visible().length > 0) continue;
      const due = this.#busy < this.#workers ? this.#queue.map(({ visibleAtMs }) => visibleAtMs) : [];
      const nextMs = Math.min(minuteAtMs, ...this.#sleepers.map(({ atMs }) => atMs), ...due);
      if (nextMs > untilMs) return;
      jest.setSystemTime(Math.max(nextMs, Date.now()));
      this.#wake();
    }
  }

  #visible = () => this.#queue.filter(({ visibleAtMs }) => visibleAtMs <= Date.now());

  #startWorkers(): void {
    for (const waiting of this.#visible().slice(0, this.#workers - this.#busy)) {
      this.#queue = this.#queue.filter((other) => other !== waiting);
      this.#busy += 1;
      this.#run(async () => {
        await this.#handle(waiting);
        this.#busy -= 1;
      });
    }
  }

  async #handle({ message, receives }: Waiting): Promise<void> {
    try {
      await this.#deliver(message);
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      const visibleAtMs = Date.now() + error.afterSeconds * 1000;
      if (receives < mostReceives) this.#queue.push({ message, visibleAtMs, receives: receives + 1 });
    }
  }

  #deliver = underRole(deliverJob, (message: QueueMessage<'webhooks'>) =>
    deliverEvents(message, {
      signal: new AbortController().signal,
      leaseMs: deliverJob.timeoutSeconds * 1000,
      post: { resolve: (host) => this.#resolve(host), allowedHosts: [...this.hosts] },
    }),
  );
  /** Hosts that may be on this computer. */
  readonly hosts = new Set<string>();

  /** The endpoint's time passes here. Then it takes the event, or its name is not found. */
  async #resolve(host: string): Promise<{ address: string; family: number }[]> {
    const { tookMs, answers } = this.#endpointOf(host);
    const startedMs = Date.now();
    this.#asked.push(host);
    const { most } = this;
    most.ofOneHost = Math.max(most.ofOneHost, this.#asked.filter((other) => other === host).length);
    const slow = this.#asked.filter((other) => this.#endpointOf(other).tookMs > 2_000);
    most.ofSlowOnes = Math.max(most.ofSlowOnes, slow.length);
    if (tookMs > 0) await this.#sleep(tookMs);
    this.#asked.splice(this.#asked.indexOf(host), 1);
    this.deliveries.push({ host, startedMs, endedMs: Date.now() });
    return answers ? [{ address: '127.0.0.1', family: 4 }] : [];
  }

  #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      this.#running += 1;
      resolve();
    };
    this.#sleepers.push({ atMs: Date.now() + ms, wake });
    this.#stopRunning();
    return promise;
  }

  #wake(): void {
    const woken = this.#sleepers.filter(({ atMs }) => atMs <= Date.now());
    this.#sleepers = this.#sleepers.filter(({ atMs }) => atMs > Date.now());
    for (const { wake } of woken) wake();
  }

  #run(work: () => Promise<void>): void {
    this.#running += 1;
    work()
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => this.#stopRunning());
  }

  #stopRunning(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#quiet.resolve();
  }

  async #untilAllWait(): Promise<void> {
    if (this.#running > 0) {
      this.#quiet = Promise.withResolvers();
      await this.#quiet.promise;
    }
    if (this.#failure) throw this.#failure;
  }
}
