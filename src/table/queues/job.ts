import type { Grant } from '../grants.ts';
import type { QueueMessage, QueueName } from './messages.ts';

/** An SQS trigger. The messages of a batch are handled concurrently. */
export interface QueueTrigger<Q extends QueueName = QueueName> {
  kind: 'queue';
  queue: Q;
  /** Reads from the queue's DLQ instead. */
  deadLetters?: boolean;
  batchSize: number;
  /** The maximum number of concurrent invocations: 2 to 1000. */
  maxConcurrency: number;
}

/** An EventBridge Scheduler trigger. Delivery is at least once, so the job must be idempotent. */
export interface ScheduleTrigger {
  kind: 'schedule';
  everyMinutes: number;
}

interface JobBase {
  /** The name of the file in lambdas/background. */
  id: string;
  summary: string;
  /** The consequence of a failure for users; part of the alarm's description. */
  impact: string;
  grants: readonly Grant[];
  /** Default 512. */
  memoryMb?: number;
  timeoutSeconds: number;
}

/** How long before its time-out a worker stops fetching, so that it can store the data read so far. */
export const storeMarginMs = 20_000;

/** The delivery of a message to a queue handler. */
export interface Delivery {
  now: Date;
  /** 1 for the first delivery. */
  receiveCount: number;
  /** Whether this is the last delivery: if it fails, the message goes to the DLQ. */
  isLast: boolean;
  /** Aborted when the remaining time is needed to store the data read so far. */
  signal: AbortSignal;
}

export interface QueueJob<Q extends QueueName = QueueName> extends JobBase {
  trigger: QueueTrigger<Q>;
  handle(message: QueueMessage<Q>, delivery: Delivery): Promise<void>;
  /**
   * Does once for a batch what all of its messages need at their end. Gets those that were handled; if it fails, they are
   * delivered again, so it must be idempotent, and so must `handle`.
   */
  complete?(messages: QueueMessage<Q>[], delivery: Pick<Delivery, 'now'>): Promise<void>;
}

export interface ScheduledJob extends JobBase {
  trigger: ScheduleTrigger;
  /** When this changes, a deployment runs the job before it updates the APIs, which do not depend on its success. */
  runWhenChanged?: string;
  /** Whether a deployment creates or updates it last, when no function of the previous release is left. */
  isUpdatedLast?: boolean;
  /** Whether a failure means that people get errors now, so that its alarm is a page, not a ticket. */
  pages?: boolean;
  handle(input: { now: Date }): Promise<void>;
}

export type AnyJob = JobBase &
  (
    | { trigger: QueueTrigger }
    | { trigger: ScheduleTrigger; runWhenChanged?: string; isUpdatedLast?: boolean; pages?: boolean }
  );

/** Declares a job that is triggered by a queue. */
export function defineQueueJob<Q extends QueueName>(job: QueueJob<Q>): QueueJob<Q> {
  return job;
}

/** Declares a job that runs on a schedule. */
export function defineScheduledJob(job: ScheduledJob): ScheduledJob {
  return job;
}
