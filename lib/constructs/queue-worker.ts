import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AnyJob, QueueTrigger } from '#src/table/queues/job.ts';
import type { CodeProvider } from '../bundles.ts';
import { allow, queueVariables, type Resources } from '../grants.ts';
import { ServiceAlarm } from './alarm.ts';
import { ServiceFunction } from './service-function.ts';
import type { WorkQueue } from './work-queue.ts';

export interface JobProps<Job extends AnyJob = AnyJob> {
  file: string;
  job: Job;
  code: CodeProvider;
  resources: Resources;
  alarmTopic: ITopic;
}

export interface QueueWorkerProps extends JobProps<AnyJob & { trigger: QueueTrigger }> {
  workQueue: WorkQueue;
}

/**
 * The function that reads a queue or its DLQ, and its alarms: for a queue if the worker falls behind, for a DLQ if a
 * message enters it or stays in it.
 */
export class QueueWorker extends Construct {
  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    super(scope, id);
    const { job, workQueue } = props;
    const { queue: name, deadLetters = false, batchSize, maxConcurrency } = job.trigger;
    const source = deadLetters ? workQueue.deadLetters : workQueue.queue;
    if (deadLetters && job.grants.includes(`queue:${name}`)) {
      throw new Error(
        `${props.file} cannot have the grant queue:${name}: ${queueVariables[name]} already holds the URL of its DLQ`,
      );
    }
    const worker = new ServiceFunction(this, 'Worker', {
      ...props,
      summary: job.summary,
      grants: job.grants,
      memoryMb: job.memoryMb ?? 512,
      timeoutSeconds: job.timeoutSeconds,
      statements: [allow(deadLetters ? readActions : [...readActions, waitAction], [source.queueArn])],
      // A worker that must wait extends the visibility timeout of its message, so it needs the queue's URL.
      variables: { [queueVariables[name]]: source.queueUrl },
    });
    new EventSourceMapping(this, 'Source', {
      target: worker.function,
      eventSourceArn: source.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    if (deadLetters) {
      this.alarmOnArrival(props, source);
      this.alarmOnStay(props, source);
    } else this.alarmOnDelay(props, source);
  }

  private alarmOnDelay({ job: { id, impact }, alarmTopic: topic }: QueueWorkerProps, queue: Queue): void {
    new ServiceAlarm(this, {
      id: `${id}-behind`,
      impact,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      // The sources' rate limits set the pace: a large import takes hours without any fault.
      threshold: Duration.hours(6).toSeconds(),
      periods: 3,
      topic,
    });
  }

  private alarmOnArrival({ job: { id, impact }, alarmTopic: topic }: QueueWorkerProps, deadLetters: Queue): void {
    const period = Duration.minutes(5);
    new ServiceAlarm(this, {
      id: `${id}-needed`,
      impact,
      // SQS does not count messages that it moves to a DLQ as sent, and a fast reader leaves no visible queue depth.
      metric: sumMetrics(period, {
        received: deadLetters.metricNumberOfMessagesReceived({ statistic: Stats.SUM, period }),
        waiting: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
      }),
      threshold: 1,
      topic,
    });
  }

  private alarmOnStay({ job: { id, impact }, alarmTopic: topic }: QueueWorkerProps, deadLetters: Queue): void {
    const period = Duration.minutes(5);
    const count = { statistic: Stats.MAXIMUM, period };
    new ServiceAlarm(this, {
      id: `${id}-stuck`,
      impact,
      // The age of the oldest message cannot be used: SQS excludes messages that were received three times.
      metric: sumMetrics(period, {
        waiting: deadLetters.metricApproximateNumberOfMessagesVisible(count),
        inFlight: deadLetters.metricApproximateNumberOfMessagesNotVisible(count),
      }),
      threshold: 1,
      periods: Duration.hours(1).toMinutes() / period.toMinutes(),
      topic,
    });
  }
}

/** The calls that Lambda makes with the function's role. */
const readActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
/** For workers that wait for a source. Workers of dead letters call no source. */
const waitAction = 'sqs:ChangeMessageVisibility';

/** The sum of metrics. Missing data counts as 0. */
export function sumMetrics(period: Duration, usingMetrics: Record<string, IMetric>): MathExpression {
  const terms = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, period });
}
