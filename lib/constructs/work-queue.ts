import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceiveCount, messageRetentionDays } from '#src/table/queues/messages.ts';

export interface WorkQueueProps {
  /** The timeout of the queue's reader function. */
  workerTimeoutSeconds: number;
  /** The timeout of the DLQ's reader function. */
  deadLetterWorkerTimeoutSeconds: number;
}

/** A queue and its dead-letter queue (DLQ). */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = makeQueue(this, 'DeadLetters', props.deadLetterWorkerTimeoutSeconds, {
      // SQS's maximum: a message in a DLQ keeps the age it had in the source queue.
      retentionPeriod: Duration.days(14),
    });
    this.queue = makeQueue(this, 'Queue', props.workerTimeoutSeconds, {
      retentionPeriod: Duration.days(messageRetentionDays),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }
}

function makeQueue(
  scope: Construct,
  id: string,
  readerTimeoutSeconds: number,
  props: { retentionPeriod: Duration; deadLetterQueue?: { queue: Queue; maxReceiveCount: number } },
): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // As AWS recommends: leaves Lambda time to retry a throttled batch before the messages become visible again.
    visibilityTimeout: Duration.seconds(6 * readerTimeoutSeconds),
    ...props,
  });
}
