import { Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Api } from '../../src/http/route.ts';
import { metricNamespace, registryDimensions, registryMetrics } from '../../src/runtime/metrics.ts';
import { stageName } from '../edge-stack.ts';

export interface RegistryDashboardProps {
  /** The names of the REST APIs. They are deployed later, so there are no references to them. */
  apiNames: Record<Api, string>;
  /** Queues and dead-letter queues, by what they are called in the graphs. */
  queues: Record<string, Queue>;
  table: { tableName: string };
  /** Further sections. */
  sections: readonly (readonly IWidget[])[];
}

/** The dashboard of a registry: what is asked, what is ingested, and what costs. What to do is in the runbook. */
export class RegistryDashboard extends Construct {
  constructor(scope: Construct, id: string, { apiNames, queues, table, sections }: RegistryDashboardProps) {
    super(scope, id);
    const period = Duration.minutes(5);
    const byApi = (metricName: string, statistic: string) =>
      Object.entries(apiNames).map(([label, ApiName]) => {
        const dimensionsMap = { ApiName, Stage: stageName };
        return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period, label });
      });
    const byQueue = (make: (queue: Queue, label: string) => IMetric) =>
      Object.entries(queues).map(([name, queue]) => make(queue, name));
    const ofTable = (metricName: string, statistic: string = Stats.SUM) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.tableName },
        statistic,
        period,
      });
    const ofRegistry = (name: keyof typeof registryMetrics, statistic: string) =>
      new Metric({
        namespace: metricNamespace,
        metricName: registryMetrics[name],
        dimensionsMap: registryDimensions(table.tableName),
        statistic,
        period,
      });
    const statistic = Stats.MAXIMUM;
    const dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(12) });
    dashboard.addWidgets(
      heading('Traffic by API', 'docs/runbook.md'),
      graph('Requests', byApi('Count', Stats.SUM), 6),
      graph('5xx', byApi('5XXError', Stats.SUM), 6),
      graph('4xx', byApi('4XXError', Stats.SUM), 6),
      graph('Latency, 95 % (ms)', byApi('Latency', Stats.percentile(95)), 6),
      graph('Failed checks of the canary', [ofRegistry('canaryFailures', Stats.MAXIMUM)]),
      graph('Refused sessions', [ofRegistry('refusedSessions', Stats.SUM)]),
    );
    dashboard.addWidgets(
      heading('Ingestion', 'docs/runbook.md#ingest-work-behind'),
      graph(
        'Waiting',
        byQueue((queue, label) => queue.metricApproximateNumberOfMessagesVisible({ statistic, period, label })),
        8,
      ),
      graph(
        'In work',
        byQueue((queue, label) => queue.metricApproximateNumberOfMessagesNotVisible({ statistic, period, label })),
        8,
      ),
      graph(
        'Age of the oldest (s)',
        byQueue((queue, label) => queue.metricApproximateAgeOfOldestMessage({ statistic, period, label })),
        8,
      ),
    );
    dashboard.addWidgets(
      heading('Memory and cost', 'docs/runbook.md#budget-exceeded'),
      graph('Memory of lists above 80 % (%)', [ofRegistry('listMemory', Stats.MAXIMUM)], 8),
      graph(
        'Read and write units of the table',
        [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')],
        8,
      ),
      graph('Refused by the table', [ofTable('ReadThrottleEvents'), ofTable('WriteThrottleEvents')], 8),
    );
    for (const widgets of sections) dashboard.addWidgets(...widgets);
  }
}

/** The title of a section, and the page that says what to do. */
export const heading = (title: string, page: string): IWidget =>
  new TextWidget({ markdown: `# ${title}\nWhat to do: ${page}`, width: 24, height: 2 });

/** A graph from 0. A row is 24 wide. */
export const graph = (title: string, left: IMetric[], width = 12): IWidget =>
  new GraphWidget({ title, left, width, leftYAxis: { min: 0 } });
