import { env } from './env.ts';
import { metricNamespace } from './metrics.ts';
import { release } from './release.ts';

/** With or without hyphens. */
const orcidIds = /(?<![\w-])\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX](?![\w-])/gi;
const emailAddresses = /[^\s"'<>,;:/@]+(?:@|%40)[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/giu;

export type Fields = Record<string, unknown>;

const secretNames = /authorization|api[-_]?key$|cookie|secret|token|password|pepper/i;
const secretValues = /\bpr[ki]_[A-Za-z0-9]{16,}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|([?&]api_key=)[^&\s"]+/g;

export type Level = 'info' | 'warn' | 'error';

/** Writes one JSON line. Redacts values with secret-looking names or that look like credentials. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  write(level, message, fields, (text) => text);
}

/** Writes a request's line, which names nobody. */
export const logRequest = (level: Level, fields: Fields): void => logNameless(level, 'request', fields);

/** Writes a line like `log`, without iDs and e-mail addresses, so that it names nobody. */
export function logNameless(level: Level, message: string, fields: Fields): void {
  write(level, message, fields, (text) => text.replace(orcidIds, '[iD]').replace(emailAddresses, '[e-mail]'));
}

function write(level: Level, message: string, fields: Fields, clean: (text: string) => string): void {
  const line = JSON.stringify({ level, message, release, ...fields }, (name, value: unknown) => {
    if (name !== '' && secretNames.test(name) && typeof value === 'string') return '[redacted]';
    if (value instanceof Error) return describeError(value);
    return typeof value === 'string' ? clean(value.replace(secretValues, '$1[redacted]')) : value;
  });
  // Lambda's console would prefix a time and request id, but CloudWatch finds fields and metrics only in plain JSON.
  process.stdout.write(`${line}\n`);
}

type Unit = 'Count' | 'Percent' | 'Milliseconds' | 'Seconds' | 'None';
export type Metrics = Record<string, { value: number; unit: Unit }>;

/**
 * The log fields that record metrics in CloudWatch's embedded metric format. Each combination of dimensions is a
 * separate metric. Other fields of the line are only logged.
 */
export function metricFields(metrics: Metrics, dimensions: Record<string, string> = {}): Fields {
  const definition = {
    Namespace: metricNamespace,
    Dimensions: [Object.keys(dimensions)],
    Metrics: Object.entries(metrics).map(([Name, { unit }]) => ({ Name, Unit: unit })),
  };
  const values = Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value]));
  return { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [definition] }, ...values, ...dimensions };
}

export interface RequestOutcome {
  status: number;
  durationMs: number;
}

/** Called when a request has its response, even a failed one. Its result joins the request's log line. */
export type RequestObserver = (outcome: RequestOutcome) => Promise<Fields>;

function describeError(error: Error): Fields {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}

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
