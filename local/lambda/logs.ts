import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

/** One log line of a function. A line that is not JSON becomes its `message`. */
export interface LogLine {
  function: string;
  message?: unknown;
  level?: unknown;
  [field: string]: unknown;
}

/** One metric value from a function's log (embedded metric format). */
export interface Metric {
  namespace: string;
  name: string;
  value: number;
  dimensions: Record<string, string>;
  timestampMs: number;
}

interface EmbeddedMetrics {
  Timestamp: number;
  CloudWatchMetrics: { Namespace: string; Dimensions?: string[][]; Metrics: { Name: string }[] }[];
}

/** Lines and metrics kept in memory; the file has all of them. */
const mostKept = 20_000;

/** The logs of the functions: parsed in memory, and appended to a file as JSON lines. */
export class Logs {
  readonly lines: LogLine[] = [];
  readonly metrics: Metric[] = [];
  readonly #file: WriteStream;
  readonly #echo: boolean;

  constructor(path: string, echo: boolean) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    this.#echo = echo;
  }

  write(functionName: string, text: string): void {
    const line: LogLine = { function: functionName, ...parse(text) };
    const written = JSON.stringify(line);
    this.#file.write(`${written}\n`);
    if (this.#echo) console.log(written);
    keep(this.lines, line);
    const embedded = (line as Partial<Record<'_aws', EmbeddedMetrics>>)._aws;
    if (embedded?.CloudWatchMetrics) for (const metric of metricsIn(line, embedded)) keep(this.metrics, metric);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#file.end(resolve));
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not from our logger: a stack trace, or a warning of Node.
  }
  return { message: text };
}

function metricsIn(line: Record<string, unknown>, { Timestamp, CloudWatchMetrics }: EmbeddedMetrics): Metric[] {
  return CloudWatchMetrics.flatMap(({ Namespace, Dimensions = [[]], Metrics }) =>
    Metrics.flatMap(({ Name }) =>
      Dimensions.flatMap((names) =>
        [line[Name]].flat().map((value) => ({
          namespace: Namespace,
          name: Name,
          value: Number(value),
          dimensions: Object.fromEntries(names.map((name) => [name, String(line[name])])),
          timestampMs: Timestamp,
        })),
      ),
    ),
  );
}

function keep<T>(all: T[], one: T): void {
  all.push(one);
  if (all.length > mostKept) all.splice(0, mostKept / 10);
}
