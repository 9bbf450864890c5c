import type { Queue } from '../engines/queues.ts';
import type { Metric, Metrics } from './metrics.ts';

/** The metrics of AWS services that the laptop records: those in the templates' alarms. */

/** Whether a metric can have values here. Other namespaces come from the functions' logs. */
export const isRecordedMetric = ({ namespace, name }: Metric): boolean =>
  !namespace.startsWith('AWS/') || (measured[namespace]?.includes(name) ?? false);

const measured: Record<string, string[]> = {
  // Tables are never throttled and no run is dropped here, so these metrics have no data.
  'AWS/Lambda': ['Invocations', 'Errors', 'Throttles', 'AsyncEventsDropped'],
  'AWS/DynamoDB': [
    'ReadKeyRangeThroughputThrottleEvents',
    'WriteKeyRangeThroughputThrottleEvents',
    'ReadAccountLimitThrottleEvents',
    'WriteAccountLimitThrottleEvents',
  ],
  // There is no firewall here, so nothing is blocked.
  'AWS/WAFV2': ['BlockedRequests'],
  // Nobody measures the PostgreSQL of a laptop.
  'AWS/RDS': ['ACUUtilization', 'FreeLocalStorage'],
  'AWS/ApiGateway': ['Count', '5XXError', 'Latency'],
  'AWS/SQS': [
    'NumberOfMessagesReceived',
    'ApproximateNumberOfMessagesVisible',
    'ApproximateNumberOfMessagesNotVisible',
    'ApproximateAgeOfOldestMessage',
  ],
};

export function recordInvocation(metrics: Metrics, functionName: string, hasFailed: boolean): void {
  const ofFunction = (name: string) => ({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName: functionName } });
  metrics.record(ofFunction('Invocations'), 1);
  metrics.record(ofFunction('Errors'), Number(hasFailed));
}

/** Records a throttled invocation. CloudWatch sums those of all functions. */
export function recordThrottle(metrics: Metrics, functionName: string): void {
  for (const dimensions of [{}, { FunctionName: functionName }]) {
    metrics.record({ namespace: 'AWS/Lambda', name: 'Throttles', dimensions }, 1);
  }
}

export function recordAnswer(
  metrics: Metrics,
  api: { name: string; stage: string },
  { status, latencyMs }: { status: number; latencyMs: number },
): void {
  const dimensions = { ApiName: api.name, Stage: api.stage };
  metrics.record({ namespace: 'AWS/ApiGateway', name: 'Count', dimensions }, 1);
  metrics.record({ namespace: 'AWS/ApiGateway', name: '5XXError', dimensions }, Number(status >= 500));
  metrics.record({ namespace: 'AWS/ApiGateway', name: 'Latency', dimensions }, latencyMs);
}

export const recordReceived = (metrics: Metrics, queueName: string, count: number) =>
  metrics.record(ofQueue(queueName, 'NumberOfMessagesReceived'), count);

/** Records the current backlog of a queue. */
export function recordBacklog(metrics: Metrics, queue: Queue): void {
  const { visible, inFlight, oldestAgeMs } = queue.backlog();
  metrics.record(ofQueue(queue.name, 'ApproximateNumberOfMessagesVisible'), visible);
  metrics.record(ofQueue(queue.name, 'ApproximateNumberOfMessagesNotVisible'), inFlight);
  metrics.record(ofQueue(queue.name, 'ApproximateAgeOfOldestMessage'), Math.floor(oldestAgeMs / 1000));
}

const ofQueue = (QueueName: string, name: string): Metric => ({
  namespace: 'AWS/SQS',
  name,
  dimensions: { QueueName },
});
