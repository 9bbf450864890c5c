import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FunctionFault } from './faults.ts';

/** The settings of an execution environment, passed to its worker thread. */
export interface Environment {
  folder: string;
  /** As in the template: `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  logGroup: string;
  memoryMb: number;
  /** The shared cell of a clock; without one the machine's time. */
  aheadMs?: BigInt64Array | undefined;
  /** Makes answers fail or slow. */
  fault?: FunctionFault | undefined;
}

/** Requests one invocation. Payloads are JSON text, as in Lambda's API. */
export interface InvokeMessage {
  kind: 'invoke';
  requestId: string;
  payload: string;
  timeoutMs: number;
}

/** Asks for the memory of the environment. */
export interface MeasureMessage {
  kind: 'measure';
}

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'measured'; bytes: number }
  | { kind: 'result'; payload: string }
  | { kind: 'error'; error: FunctionError };

/** Lambda's description of an exception. */
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** The outcome of an invocation: the function's result, or the error that Lambda reports. Throttled, it was not started. */
export type Outcome = { ok: true; value: unknown } | { ok: false; error: FunctionError; isThrottled?: true };

const initTimeoutMs = 10_000;

/** One worker thread. It is not used again after it has died. */
export class Instance {
  busy = false;
  dead = false;
  /** What it runs, or has run last. */
  event: unknown;
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #ended: () => void;
  #markReady: () => void = () => {};
  #settle: ((outcome: Outcome) => void) | undefined;
  readonly #measuring: ((bytes: number | undefined) => void)[] = [];

  /** `ended` is called once, when it is dead. */
  constructor(
    environment: Environment,
    variables: Record<string, string>,
    sink: (line: string) => void,
    ended: () => void,
  ) {
    this.#ended = ended;
    this.#worker = new Worker(join(import.meta.dirname, 'function-worker.mjs'), {
      workerData: environment,
      env: variables,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: environment.memoryMb },
    });
    this.#ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) splitLines(stream, sink);
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error.name, error.message));
    this.#worker.on('exit', (code) => this.#fail('Runtime.ExitError', `Runtime exited with code ${code}`));
  }

  async run(payload: string, requestId: string, timeoutMs: number): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => {
      this.#settle = resolve;
    });
    const limit = (ms: number) =>
      setTimeout(() => {
        this.#fail('Sandbox.Timedout', `Task timed out after ${(ms / 1000).toFixed(2)} seconds`);
        void this.terminate();
      }, ms);
    let timer = limit(initTimeoutMs);
    await Promise.race([this.#ready, outcome]);
    clearTimeout(timer);
    timer = limit(timeoutMs);
    const message: InvokeMessage = { kind: 'invoke', requestId, payload, timeoutMs };
    if (!this.dead) this.#worker.postMessage(message);
    const settled = await outcome;
    clearTimeout(timer);
    return settled;
  }

  /** Its heap and buffers after a garbage collection, in bytes; undefined if it ends before that. */
  memory(): Promise<number | undefined> {
    if (this.dead) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#measuring.push(resolve);
      this.#worker.postMessage({ kind: 'measure' } satisfies MeasureMessage);
    });
  }

  async terminate(): Promise<void> {
    this.#die();
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') this.#markReady();
    else if (message.kind === 'measured') this.#measuring.shift()?.(message.bytes);
    else if (message.kind === 'error') this.#finish({ ok: false, error: message.error });
    else this.#finish({ ok: true, value: JSON.parse(message.payload) });
  }

  #fail(errorType: string, errorMessage: string): void {
    this.#die();
    this.#finish({ ok: false, error: { errorType, errorMessage } });
  }

  #die(): void {
    if (this.dead) return;
    this.dead = true;
    for (const resolve of this.#measuring.splice(0)) resolve(undefined);
    this.#ended();
  }

  #finish(outcome: Outcome): void {
    this.#settle?.(outcome);
    this.#settle = undefined;
  }
}

/** The idle environments. Above the limit, the one that has been idle longest ends. */
export class IdleInstances {
  readonly #most: number;
  /** Ordered by idle time, longest first. */
  readonly #instances = new Set<Instance>();

  constructor(most: number) {
    this.#most = most;
  }

  add(instance: Instance): void {
    this.#instances.add(instance);
    const [first] = this.#instances;
    if (first && this.#instances.size > this.#most) void first.terminate();
  }

  delete(instance: Instance): void {
    this.#instances.delete(instance);
  }
}

function splitLines(stream: NodeJS.ReadableStream, sink: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) sink(line);
  });
  stream.on('end', () => {
    if (rest) sink(rest);
  });
}
