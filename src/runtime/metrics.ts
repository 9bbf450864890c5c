/** The namespace of the metrics of this service in CloudWatch. */
export const metricNamespace = 'PublicationRegistry';

/** The metrics of a whole registry. The alarms and the dashboard in lib/monitoring read them, too. */
export const registryMetrics = {
  /** The memory of a function that holds a list. */
  listMemory: 'ListMemoryUsedPercent',
  /** How many checks of a canary's run failed. */
  canaryFailures: 'CanaryFailures',
  /** Records that were rewritten in the current shape. */
  rewritten: 'RecordsRewritten',
  /** Session tokens that were refused although they had not expired. */
  refusedSessions: 'RefusedSessions',
  /** Ingestions that ended as failed. Those that miss some publications are none. */
  failedJobs: 'FailedJobs',
} as const;

/** The dimension of these metrics. Each registry has a table of its own, so that several can share an account. */
export const registryDimensions = (table: string) => ({ table });

/** The metrics of each source: requests sent to it, those that it refused or did not answer, and calls put off by a pause. */
export const sourceMetrics = {
  asked: 'SourceRequests',
  refused: 'SourceRefusals',
  paused: 'SourcePauses',
} as const;

/** The dimensions of these metrics. */
export const sourceDimensions = (table: string, source: string) => ({ ...registryDimensions(table), source });

/** The metrics of each list that a function loads into its memory. */
export const listMetrics = {
  rows: 'ListRows',
  loadTime: 'ListLoadTime',
} as const;

/** The dimensions of these metrics. */
export const listDimensions = (table: string, collection: string) => ({ ...registryDimensions(table), collection });
