import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { embeddedMetrics } from '../metrics/embedded-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A function's log line. A line that is not JSON becomes its `message`. */
export interface LogLine {
  function: string;
  message?: unknown;
  level?: unknown;
  [field: string]: unknown;
}

/** Lines kept in memory; the file has all. */
const mostKept = 20_000;

/** The functions' logs, parsed in memory and appended to a file as JSON lines. Records their metrics. */
export class Logs {
  readonly lines: LogLine[] = [];
  readonly #file: WriteStream;
  readonly #echo: boolean;
  readonly #metrics: Metrics;

  constructor(path: string, echo: boolean, metrics: Metrics) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    this.#echo = echo;
    this.#metrics = metrics;
  }

  write(functionName: string, text: string): void {
    const line: LogLine = { function: functionName, ...parse(text) };
    const written = JSON.stringify(line);
    this.#file.write(`${written}\n`);
    if (this.#echo) console.log(written);
    this.lines.push(line);
    if (this.lines.length > mostKept) this.lines.splice(0, mostKept / 10);
    for (const { metric, values, atMs } of embeddedMetrics(line)) this.#metrics.record(metric, values, atMs);
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
    // Not from our logger: a stack trace or a Node warning.
  }
  return { message: text };
}
