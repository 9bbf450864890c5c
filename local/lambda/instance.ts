import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A function's faults from `--fault`. Its execution environments share the counter. */
export interface FunctionFault {
  /** Failing answers per 10,000. */
  errorsPer10000: number;
  delayMs: number;
  /** Whether the function itself fails. A route answers 500 instead. */
  isJob?: boolean;
  /** One cell: the number of answers so far. */
  answers: Int32Array;
}

/** The settings of an execution environment, passed to its worker thread. */
export interface Environment {
  folder: string;
  /** As in the template: `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  logGroup: string;
  /** As in the template: `nodejs24.x`. */
  runtime: string;
  memoryMb: number;
  /** The shared cell of a clock; undefined for the machine's time. */
  aheadMs?: BigInt64Array | undefined;
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

/** An invocation's result, or the error that Lambda reports. If `isThrottled`, it did not run. */
export type Outcome = { ok: true; value: unknown } | { ok: false; error: FunctionError; isThrottled?: true };

const initTimeoutMs = 10_000;
/** Lambda's limit for a JSON result: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const mostResultBytes = 6_291_556;

/** A worker thread, not reused after it has ended. */
export class Instance {
  busy = false;
  dead = false;
  /** The current or last event. */
  event: unknown;
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #ended: () => void;
  #markReady: () => void = () => {};
  #settle: ((outcome: Outcome) => void) | undefined;
  readonly #measuring: ((bytes: number | undefined) => void)[] = [];

  /** `ended` is called once, when the thread has ended. */
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

  /** Heap and buffers after a garbage collection, in bytes; undefined if the thread ends first. */
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
    else this.#finish(outcomeOf(message.payload));
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

function outcomeOf(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= mostResultBytes) return { ok: true, value: JSON.parse(payload) };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${mostResultBytes} bytes).`;
  return { ok: false, error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}

/** The idle environments. Above the limit, the one idle for longest ends. */
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
