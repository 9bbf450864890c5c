export const metricNamespace = 'PublicationRegistry';

/** Metrics of a whole registry, also read by the alarms and the dashboard in lib/monitoring. */
export const registryMetrics = {
  /** Memory use of a function that holds a list. */
  listMemory: 'ListMemoryUsedPercent',
  /** The number of failed checks in a canary run. */
  canaryFailures: 'CanaryFailures',
  rewritten: 'RecordsRewritten',
  /** Rejected session tokens that have not expired. */
  refusedSessions: 'RefusedSessions',
  /** Ingestions that failed as a whole, not those that miss some publications. */
  failedJobs: 'FailedJobs',
  /** The age in seconds of the oldest position up to which a list in PostgreSQL has the writes of the table. */
  listsBehind: 'ListsBehindSeconds',
  /** The number of rows that PostgreSQL refuses to store. */
  refusedRows: 'ListRowsRefused',
  /** Calls of the Data API that it has throttled. */
  throttledCalls: 'ListsDatabaseThrottles',
} as const;

/** Each registry has its own table, so several can share an account. */
export const registryDimensions = (table: string) => ({ table });

/** Metrics per source: requests, refusals or missing answers, and calls postponed by a pause. */
export const sourceMetrics = {
  asked: 'SourceRequests',
  refused: 'SourceRefusals',
  paused: 'SourcePauses',
} as const;

export const sourceDimensions = (table: string, source: string) => ({ ...registryDimensions(table), source });

/** Metrics of each list that a function loads. */
export const listMetrics = {
  rows: 'ListRows',
  loadTime: 'ListLoadTime',
} as const;

export const listDimensions = (table: string, collection: string) => ({ ...registryDimensions(table), collection });
