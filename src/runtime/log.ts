type Fields = Record<string, unknown>;

const secretNames = /authorization|api[-_]?key$|cookie|secret|token|password|pepper/i;
const secretValues = /\bpr[ki]_[A-Za-z0-9]{16,}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|([?&]api_key=)[^&\s"]+/g;

/** Writes one JSON line. Values with secret-looking names or that look like credentials are redacted. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}): void {
  const line = JSON.stringify({ level, message, ...fields }, (name, value: unknown) => {
    if (name !== '' && secretNames.test(name) && typeof value === 'string') return '[redacted]';
    if (value instanceof Error) return describeError(value);
    return typeof value === 'string' ? value.replace(secretValues, '$1[redacted]') : value;
  });
  // With Lambda's text log format, console adds nothing to the line.
  (level === 'error' ? console.error : console.log)(line);
}

/**
 * Records one value of a metric in the namespace PublicationRegistry, in CloudWatch's embedded metric format. `context`
 * is only logged: as dimensions, each combination would be a separate metric.
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

/** An error and its causes as JSON for the log. */
function describeError(error: Error): Fields {
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
