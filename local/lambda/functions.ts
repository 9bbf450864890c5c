import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { physicalName } from '../cloudformation/resources.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import type { Environment, FunctionError, InvokeMessage, WorkerMessage } from './function-worker.ts';

/** What an invocation came to: the function's answer, or the error Lambda reports for it. */
export type Outcome = { ok: true; value: unknown } | { ok: false; error: FunctionError };

/** Takes each line a function writes. */
export type LineSink = (functionName: string, line: string) => void;

interface FunctionProperties {
  Handler: string;
  Runtime: string;
  Code: { S3Key?: string };
  Timeout?: number;
  MemorySize?: number;
  ReservedConcurrentExecutions?: number;
  Environment?: { Variables?: Record<string, string> };
  LoggingConfig?: { LogGroup?: string };
}

/** An account has a thousand; a laptop has a few cores, and more copies only take memory. */
const mostInstances = 4;
const initTimeoutMs = 10_000;

/** Every function of the templates, run in worker threads that start when they are first needed. */
export class Functions {
  readonly #functions = new Map<string, LambdaFunction>();

  /** `endpoints` are the variables that point the AWS clients of the functions at the local services. */
  constructor(stacks: Stacks, endpoints: Record<string, string>, sink: LineSink) {
    for (const { declared, properties } of stacks.all<FunctionProperties>('AWS::Lambda::Function')) {
      const name = physicalName(declared, stacks);
      const where = describe(declared);
      const { Code, Runtime, MemorySize: memoryMb = 128, Timeout: timeoutSeconds = 3 } = properties;
      if (!Runtime?.startsWith('nodejs')) throw new Error(`${where}: the runtime ${Runtime} is not supported`);
      if (!Code.S3Key) throw new Error(`${where}: only code from an asset is supported`);
      const environment: Environment = {
        folder: stacks.asset(Code.S3Key, where),
        handler: properties.Handler,
        functionName: name,
        functionArn: arnOf(name),
        logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
        memoryMb,
      };
      const variables = { ...properties.Environment?.Variables, ...runtimeVariables(environment), ...endpoints };
      const limit = Math.min(properties.ReservedConcurrentExecutions ?? mostInstances, mostInstances);
      const made = new LambdaFunction(environment, variables, timeoutSeconds * 1000, limit, (line) => sink(name, line));
      this.#functions.set(name, made);
    }
  }

  /** By the ARN that integrations, authorizers, event sources and schedules name. */
  byArn(arn: string): LambdaFunction {
    const name = arn.split(':function:')[1] ?? arn;
    return this.byName(name);
  }

  byName(name: string): LambdaFunction {
    const found = this.#functions.get(name);
    if (!found) throw new Error(`There is no function ${name}`);
    return found;
  }

  names(): string[] {
    return [...this.#functions.keys()];
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((one) => one.stop()));
  }
}

function arnOf(functionName: string): string {
  return `arn:aws:lambda:${account.region}:${account.id}:function:${functionName}`;
}

/** One function and its execution environments. */
export class LambdaFunction {
  readonly name: string;
  readonly #environment: Environment;
  readonly #variables: Record<string, string>;
  readonly #timeoutMs: number;
  readonly #limit: number;
  readonly #sink: (line: string) => void;
  readonly #instances = new Set<Instance>();
  readonly #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(
    environment: Environment,
    variables: Record<string, string>,
    timeoutMs: number,
    limit: number,
    sink: (line: string) => void,
  ) {
    this.name = environment.functionName;
    this.#environment = environment;
    this.#variables = variables;
    this.#timeoutMs = timeoutMs;
    this.#limit = limit;
    this.#sink = sink;
  }

  /** How many invocations run at once; more than these wait. */
  get concurrency(): number {
    return this.#limit;
  }

  /** Runs the function once. It never rejects: whatever goes wrong inside is the outcome. */
  async invoke(event: unknown, requestId: string = randomUUID()): Promise<Outcome> {
    const instance = await this.#take();
    if (!instance) return { ok: false, error: { errorType: 'Stopped', errorMessage: 'The laptop cloud is stopping' } };
    const outcome = await instance.run(JSON.stringify(event), requestId, this.#timeoutMs);
    if (instance.dead) this.#instances.delete(instance);
    instance.busy = false;
    this.#waiting.shift()?.();
    if (!outcome.ok) this.#sink(JSON.stringify({ level: 'error', message: 'function error', ...outcome.error }));
    return outcome;
  }

  /** Ends every environment in the middle of whatever it does; how many there were. */
  async kill(): Promise<number> {
    const running = [...this.#instances];
    this.#instances.clear();
    await Promise.all(running.map((instance) => instance.terminate()));
    return running.length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await this.kill();
  }

  async #take(): Promise<Instance | undefined> {
    for (;;) {
      if (this.#stopped) return undefined;
      let instance = [...this.#instances].find((one) => !one.busy && !one.dead);
      if (!instance && this.#instances.size < this.#limit) {
        instance = new Instance(this.#environment, this.#variables, this.#sink);
        this.#instances.add(instance);
      }
      if (instance) {
        instance.busy = true;
        return instance;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** One worker thread. Once dead it is never used again. */
class Instance {
  busy = false;
  dead = false;
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #markReady: () => void = () => {};
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor(environment: Environment, variables: Record<string, string>, sink: (line: string) => void) {
    this.#worker = new Worker(join(import.meta.dirname, 'function-worker.ts'), {
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
    if (this.dead) this.#fail('Runtime.ExitError', 'The environment ended before the invocation');
    const limit = (ms: number) =>
      setTimeout(() => {
        this.#fail('Sandbox.Timedout', `Task timed out after ${(ms / 1000).toFixed(2)} seconds`);
        void this.terminate();
      }, ms);
    let timer = limit(initTimeoutMs);
    await Promise.race([this.#ready, outcome]);
    clearTimeout(timer);
    timer = limit(timeoutMs);
    const message: InvokeMessage = { requestId, payload, deadlineMs: Date.now() + timeoutMs };
    if (!this.dead) this.#worker.postMessage(message);
    const settled = await outcome;
    clearTimeout(timer);
    return settled;
  }

  async terminate(): Promise<void> {
    this.dead = true;
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') this.#markReady();
    else if (message.kind === 'error') this.#finish({ ok: false, error: message.error });
    else this.#finish({ ok: true, value: JSON.parse(message.payload) });
  }

  #fail(errorType: string, errorMessage: string): void {
    this.dead = true;
    this.#finish({ ok: false, error: { errorType, errorMessage } });
  }

  #finish(outcome: Outcome): void {
    this.#settle?.(outcome);
    this.#settle = undefined;
  }
}

/** What Lambda itself sets. The credentials are dummies that the local services take. */
function runtimeVariables({ functionName, folder, handler, memoryMb, logGroup }: Environment): Record<string, string> {
  return {
    AWS_REGION: account.region,
    AWS_DEFAULT_REGION: account.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: folder,
    _HANDLER: handler,
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
  };
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
