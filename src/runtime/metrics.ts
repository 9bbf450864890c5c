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
} as const;

/** The dimension of these metrics. Each registry has a table of its own, so that several can share an account. */
export const registryDimensions = (table: string) => ({ table });
