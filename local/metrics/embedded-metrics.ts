import type { Metric } from './metrics.ts';

/** Values of a metric in a log line. */
export interface EmbeddedValues {
  metric: Metric;
  values: number[];
  atMs: number;
}

/** CloudWatch's limits for one document. */
const mostValues = 100;
const mostDimensions = 30;

/**
 * The metrics in the `_aws` member of a log line; none if it is missing or invalid. As in CloudWatch, incompletely
 * defined values are skipped: non-numbers, dimensions without text.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(line: Record<string, unknown>): EmbeddedValues[] {
  const { Timestamp: atMs, CloudWatchMetrics: directives } = recordOf(line._aws);
  if (typeof atMs !== 'number') return [];
  return listOf(directives).flatMap((directive) => {
    const { Namespace: namespace, Dimensions, Metrics } = recordOf(directive);
    if (typeof namespace !== 'string' || namespace === '') return [];
    const sets = listOf(Dimensions ?? [[]])
      .map((names) => dimensionsOf(listOf(names), line))
      .filter((dimensions) => dimensions !== undefined);
    return listOf(Metrics).flatMap((definition) => {
      const { Name: name } = recordOf(definition);
      const values = typeof name === 'string' && Object.hasOwn(line, name) ? valuesOf(line[name]) : [];
      if (typeof name !== 'string' || values.length === 0) return [];
      return sets.map((dimensions) => ({ metric: { namespace, name, dimensions }, values, atMs }));
    });
  });
}

/** A dimension set with its values; undefined if the line lacks one. */
function dimensionsOf(names: unknown[], line: Record<string, unknown>): Record<string, string> | undefined {
  if (names.length > mostDimensions) return undefined;
  const dimensions: Record<string, string> = {};
  for (const name of names) {
    const value = typeof name === 'string' && Object.hasOwn(line, name) ? line[name] : undefined;
    if (typeof value !== 'string' || value === '') return undefined;
    dimensions[String(name)] = value;
  }
  return dimensions;
}

function valuesOf(target: unknown): number[] {
  const values = [target].flat();
  const isValid = values.length <= mostValues && values.every((value) => Number.isFinite(value));
  return isValid ? (values as number[]) : [];
}

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
