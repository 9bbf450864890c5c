import { env } from './env.ts';
import { type Fields, type Level, log, type Metrics, metricFields } from './log.ts';

interface Measured extends Fields {
  metrics: Metrics;
  /** The dimensions in a registry with this table. */
  dimensions: (table: string) => Record<string, string>;
}

/** Logs metrics in a separate line, only in Lambda: nobody reads them elsewhere, as in scripts. */
export function logMetrics(level: Level, message: string, { metrics, dimensions, ...fields }: Measured): void {
  if (env('AWS_LAMBDA_FUNCTION_MEMORY_SIZE') === undefined) return;
  log(level, message, { ...fields, ...metricFields(metrics, dimensions(env('TABLE_NAME'))) });
}
