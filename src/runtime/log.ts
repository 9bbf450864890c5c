type Fields = Record<string, unknown>;

const secretNames = /authorization|api[-_]?key$|cookie|secret|token|password|pepper/i;
const secretValues = /\bpr[ki]_[A-Za-z0-9]{16,}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|([?&]api_key=)[^&\s"]+/g;

/** Writes one JSON line. Values under secret-looking names, and anything that looks like a credential, are redacted. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}): void {
  const line = JSON.stringify({ level, message, ...fields }, (name, value: unknown) => {
    if (name !== '' && secretNames.test(name) && typeof value === 'string') return '[redacted]';
    if (value instanceof Error) return describeError(value);
    return typeof value === 'string' ? value.replace(secretValues, '$1[redacted]') : value;
  });
  // console adds nothing to the line under Lambda's JSON-less text format, and is what Lambda collects.
  (level === 'error' ? console.error : console.log)(line);
}

/**
 * Reports one value of a metric in the namespace PublicationRegistry, as a line that CloudWatch reads metrics from (its
 * embedded metric format). `context` is logged with it and makes no dimension: each combination would be a metric.
 */
export function metric(
  name: string,
  value: number,
  unit: 'Count' | 'Percent' | 'Milliseconds',
  context: Fields = {},
): void {
  const definition = { Namespace: 'PublicationRegistry', Dimensions: [[]], Metrics: [{ Name: name, Unit: unit }] };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [definition] };
  console.log(JSON.stringify({ _aws, [name]: value, ...context }));
}

/** An error and its causes as data, for the log only. */
function describeError(error: Error): Fields {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
