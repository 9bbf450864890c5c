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
import type { Api } from '#src/http/route.ts';
import {
  listDimensions,
  listMetrics,
  metricNamespace,
  registryDimensions,
  registryMetrics,
  sourceDimensions,
  sourceMetrics,
} from '#src/runtime/metrics.ts';
import { collections } from '#src/table/keys.ts';
import { stageName } from '../edge-stack.ts';

export interface RegistryDashboardProps {
  /** The names of the REST APIs, which are deployed later and so cannot be referenced. */
  apiNames: Record<Api, string>;
  /** Queues and dead-letter queues, by their label in the graphs. */
  queues: Record<string, Queue>;
  deadLetters: Record<string, Queue>;
  table: { tableName: string };
  /** The enabled sources. */
  sources: readonly string[];
  sections: readonly (readonly IWidget[])[];
}

/** The CloudWatch dashboard of a registry: requests, ingestion and cost drivers. The runbook says what to do. */
export class RegistryDashboard extends Construct {
  constructor(scope: Construct, id: string, props: RegistryDashboardProps) {
    super(scope, id);
    const { apiNames, queues, deadLetters, table, sources, sections } = props;
    const period = Duration.minutes(5);
    const byApi = (metricName: string, statistic: string) =>
      Object.entries(apiNames).map(([label, ApiName]) => {
        const dimensionsMap = { ApiName, Stage: stageName };
        return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period, label });
      });
    const byQueue = (make: (queue: Queue, label: string) => IMetric, shown = { ...queues, ...deadLetters }) =>
      Object.entries(shown).map(([name, queue]) => make(queue, name));
    const ofTable = (metricName: string, statistic: string = Stats.SUM) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.tableName },
        statistic,
        period,
      });
    const ofService = (
      metricName: string,
      statistic: string,
      dimensionsMap = registryDimensions(table.tableName),
      label?: string,
    ) =>
      new Metric({ namespace: metricNamespace, metricName, dimensionsMap, statistic, period, ...(label && { label }) });
    const ofRegistry = (name: keyof typeof registryMetrics, statistic: string) =>
      ofService(registryMetrics[name], statistic);
    const bySource = (name: keyof typeof sourceMetrics) =>
      sources.map((source) =>
        ofService(sourceMetrics[name], Stats.SUM, sourceDimensions(table.tableName, source), source),
      );
    const byList = (name: keyof typeof listMetrics) =>
      collections.map((collection) =>
        ofService(listMetrics[name], Stats.MAXIMUM, listDimensions(table.tableName, collection), collection),
      );
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
        // Not for dead letters: SQS excludes messages that were received three times.
        byQueue((queue, label) => queue.metricApproximateAgeOfOldestMessage({ statistic, period, label }), queues),
        8,
      ),
    );
    dashboard.addWidgets(
      graph('Requests to sources', bySource('asked'), 6),
      graph('Refused or not answered by sources', bySource('refused'), 6),
      graph('Calls of sources put off by a pause', bySource('paused'), 6),
      graph('Failed ingestions', [ofRegistry('failedJobs', Stats.SUM)], 6),
    );
    dashboard.addWidgets(
      heading('Lists', 'docs/runbook.md#list-memory-high'),
      graph('Rows of lists', byList('rows')),
      graph('Time to load a list (ms)', byList('loadTime')),
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

/** A section title with a link to the page that explains it. */
export const heading = (title: string, page: string): IWidget =>
  new TextWidget({ markdown: `# ${title}\nWhat to do: ${page}`, width: 24, height: 2 });

/** A graph with an axis from 0. A row is 24 wide. */
export const graph = (title: string, left: IMetric[], width = 12): IWidget =>
  new GraphWidget({ title, left, width, leftYAxis: { min: 0 } });
