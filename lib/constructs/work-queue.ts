import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceiveCount, messageRetentionDays } from '../../src/queues/messages.ts';

export interface WorkQueueProps {
  /** The time limit of the function that reads the queue. */
  workerTimeoutSeconds: number;
  /** The time limit of the function that reads its dead letters. */
  deadLetterWorkerTimeoutSeconds: number;
}

/** A queue and the queue its messages go to when nobody could handle them. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.deadLetters = makeQueue(this, 'DeadLetters', props.deadLetterWorkerTimeoutSeconds, {
      // The longest there is: a letter's age counts from when its message was first sent.
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
    // Lambda's own advice: room for its retries of a throttled batch before the message shows up a second time.
    visibilityTimeout: Duration.seconds(6 * readerTimeoutSeconds),
    ...props,
  });
}
