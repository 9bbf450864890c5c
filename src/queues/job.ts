import type { Grant } from '../runtime/grant.ts';
import type { QueueMessage, QueueName } from './messages.ts';

/** A function fed by a queue. Messages of a batch run concurrently. */
export interface QueueTrigger<Q extends QueueName = QueueName> {
  kind: 'queue';
  queue: Q;
  /** Reads the queue's dead-letter queue instead. */
  deadLetters?: boolean;
  batchSize: number;
  /** How many copies of the function may run at once: 2 to 1000. */
  maxConcurrency: number;
}

/** A function run by EventBridge Scheduler. At least once, so it must be idempotent. */
export interface ScheduleTrigger {
  kind: 'schedule';
  everyMinutes: number;
}

interface JobBase {
  /** The same as the file's name in lambdas/background. */
  id: string;
  summary: string;
  /** What stops for whom while this fails; the alarm says it. */
  impact: string;
  grants: readonly Grant[];
  /** Default 512. */
  memoryMb?: number;
  timeoutSeconds: number;
}

/** How long before its time limit a worker stops asking others, to store what it has read. */
export const storeMarginMs = 20_000;

/** What a queue handler is told besides its message. */
export interface Delivery {
  now: Date;
  /** 1 for the first delivery. */
  receiveCount: number;
  /** No delivery follows this one: the next failure goes to the dead-letter queue. */
  isLast: boolean;
  /** Aborted when what is left of the function's time is needed to store what has been read. */
  signal: AbortSignal;
}

export interface QueueJob<Q extends QueueName = QueueName> extends JobBase {
  trigger: QueueTrigger<Q>;
  handle(message: QueueMessage<Q>, delivery: Delivery): Promise<void>;
}

export interface ScheduledJob extends JobBase {
  trigger: ScheduleTrigger;
  handle(input: { now: Date }): Promise<void>;
}

export type AnyJob = JobBase & ({ trigger: QueueTrigger } | { trigger: ScheduleTrigger });

/** Types a job fed by a queue. */
export function defineQueueJob<Q extends QueueName>(job: QueueJob<Q>): QueueJob<Q> {
  return job;
}

/** Types a job run on a schedule. */
export function defineScheduledJob(job: ScheduledJob): ScheduledJob {
  return job;
}
