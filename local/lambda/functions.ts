import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import { accessKeyOf } from '../iam/access.ts';
import { AccountConcurrency } from './concurrency.ts';
import {
  type Environment,
  type FunctionError,
  type FunctionFault,
  IdleInstances,
  Instance,
  type Outcome,
} from './instance.ts';

/** An invocation that was ended while running. */
export interface KilledCall {
  functionName: string;
  /** The id of the request to the gateway; undefined for queues and schedules. */
  requestId: string | undefined;
}

/** Receives each line of a function's output. */
export type LineSink = (functionName: string, line: string) => void;

/** An invocation, with all that its function gets. */
export interface Invocation {
  environment: Environment;
  variables: Readonly<Record<string, string>>;
  timeoutMs: number;
  event: unknown;
}

export interface FunctionsOptions {
  /** The account's concurrency limit; unlimited if undefined. */
  concurrency?: number | undefined;
  /** The maximum number of idle environments. */
  mostIdle?: number;
  /** The functions' clock. Default: the machine's. */
  clock?: Clock | undefined;
  /** By the ARN of the function. */
  faults?: ReadonlyMap<string, FunctionFault>;
  /** Called before each invocation. */
  invoked?: ((invocation: Invocation) => void) | undefined;
  /** Called after each invocation. */
  ended?: (functionName: string, hasFailed: boolean) => void;
  /** Called for each throttled invocation. */
  throttled?: (functionName: string) => void;
  /** Resolves when the code with this object key is in its folder. Default: all is there. */
  bundled?: ((objectKey: string) => Promise<void>) | undefined;
}

/** Concurrency per function. AWS allows 1000; on a laptop, more instances only use memory. */
const mostInstances = 4;
/** Maximum idle environments. Each takes about 25 MB; with this many, cold starts are rare. */
const mostIdle = 24;

const customResourceTypes = [
  'Custom::CDKBucketDeployment',
  'Custom::DeploymentRun',
  'Custom::EndpointAddresses',
  'Custom::S3AutoDeleteObjects',
] as const;

/** The ARNs of custom resource functions, which the laptop does not run. */
function customResourceHandlers(stacks: Stacks): Set<unknown> {
  return new Set(
    customResourceTypes.flatMap((type) => stacks.all(type).map(({ properties }) => properties.ServiceToken)),
  );
}

/** All functions of the templates, run in worker threads that start on demand. */
export class Functions {
  readonly #functions = new Map<string, LambdaFunction>();

  /** `endpoints` are the environment variables that point AWS clients to the local services. */
  constructor(stacks: Stacks, endpoints: Record<string, string>, sink: LineSink, options: FunctionsOptions = {}) {
    const idle = new IdleInstances(options.mostIdle ?? mostIdle);
    const accountConcurrency = new AccountConcurrency(options.concurrency ?? Number.POSITIVE_INFINITY);
    const replaced = customResourceHandlers(stacks);
    for (const { declared, properties } of stacks.all('AWS::Lambda::Function')) {
      const name = physicalName(declared, stacks);
      if (replaced.has(functionArn(name))) continue;
      const where = describe(declared);
      const { Code, Runtime, MemorySize: memoryMb = 128, Timeout: timeoutSeconds = 3 } = properties;
      if (!Runtime.startsWith('nodejs')) throw new Error(`${where}: the runtime ${Runtime} is not supported`);
      if (properties.Layers) throw new Error(`${where}: the property Layers is not supported`);
      const environment: Environment = {
        folder: stacks.asset(Code.S3Key, where),
        handler: properties.Handler,
        functionName: name,
        functionArn: functionArn(name),
        logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
        runtime: Runtime,
        memoryMb,
        aheadMs: options.clock?.aheadMs,
        fault: options.faults?.get(functionArn(name)),
      };
      const variables = { ...properties.Environment?.Variables, ...runtimeVariables(environment), ...endpoints };
      const limit = Math.min(properties.ReservedConcurrentExecutions ?? mostInstances, mostInstances);
      const ended = (hasFailed: boolean) => options.ended?.(name, hasFailed);
      const throttled = () => options.throttled?.(name);
      const { invoked } = options;
      const bundled = async () => options.bundled?.(Code.S3Key);
      const timeoutMs = timeoutSeconds * 1000;
      const settings = {
        environment,
        variables,
        timeoutMs,
        limit,
        idle,
        accountConcurrency,
        invoked,
        bundled,
        ended,
        throttled,
      };
      this.#functions.set(name, new LambdaFunction(settings, (line) => sink(name, line)));
    }
  }

  /** Finds a function by ARN or name. Throws if there is none. */
  byArn(arn: string): LambdaFunction {
    return this.byName(functionNameIn(arn));
  }

  byName(name: string): LambdaFunction {
    const found = this.#functions.get(name);
    if (!found) throw new Error(`There is no function ${name}`);
    return found;
  }

  names(): string[] {
    return [...this.#functions.keys()];
  }

  /** Starts an environment of each function whose entry is one of these files, before it is called. */
  startAhead(files: readonly string[]): void {
    const folders = files.map((file) => file.replace(/^lambdas/, '').replace(/[.]ts$/, ''));
    for (const one of this.#functions.values())
      if (folders.some((folder) => one.folder.endsWith(folder))) void one.startAhead();
  }

  /**
   * Ends one running invocation: `pick` selects the function, then the environment. Returns undefined if none runs. All
   * functions are equally likely, so that frequently called ones do not get all kills.
   */
  killRunning(pick: (count: number) => number): KilledCall | undefined {
    const running = [...this.#functions.values()].filter((one) => one.running.length > 0);
    return running[pick(running.length)]?.killRunning(pick);
  }

  /** The largest heap of each function's environments, in bytes after a garbage collection. */
  async memory(): Promise<Map<string, number>> {
    const measured = new Map<string, number>();
    for (const [name, one] of this.#functions) {
      const bytes = await one.memory();
      if (bytes !== undefined) measured.set(name, bytes);
    }
    return measured;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((one) => one.stop()));
  }
}

/** The ARN of the function that an ARN of a function or of its alias names. */
export const withoutAlias = (arn: string): string => arn.replace(/(:function:[^:]+):.*/, '$1');

/** The name in the ARN of a function or of its alias; a name itself. */
export const functionNameIn = (arn: string): string => withoutAlias(arn).split(':function:')[1] ?? arn;

/** The ARN of a function. */
export function functionArn(functionName: string): string {
  return `arn:aws:lambda:${account.region}:${account.id}:function:${functionName}`;
}

interface FunctionSettings {
  environment: Environment;
  variables: Record<string, string>;
  timeoutMs: number;
  /** The concurrency limit; further invocations wait. */
  limit: number;
  idle: IdleInstances;
  accountConcurrency: AccountConcurrency;
  invoked: FunctionsOptions['invoked'];
  bundled: () => Promise<void>;
  ended: (hasFailed: boolean) => void;
  throttled: () => void;
}

/** One function and its execution environments. */
export class LambdaFunction {
  readonly name: string;
  readonly #settings: FunctionSettings;
  readonly #sink: (line: string) => void;
  readonly #instances = new Set<Instance>();
  readonly #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(settings: FunctionSettings, sink: (line: string) => void) {
    this.name = settings.environment.functionName;
    this.#settings = settings;
    this.#sink = sink;
  }

  get folder(): string {
    return this.#settings.environment.folder;
  }

  /** Starts an environment, unless there is one: Lambda does so, too. If its code is missing, a call will tell. */
  async startAhead(): Promise<void> {
    const { bundled, limit, idle } = this.#settings;
    const hasCode = await bundled().then(
      () => true,
      () => false,
    );
    if (!hasCode || this.#stopped || this.#instances.size > 0) return;
    const instance = this.#start(limit);
    if (instance) idle.add(instance);
  }

  get concurrency(): number {
    return this.#settings.limit;
  }

  /** Runs the function once. Never rejects: errors are part of the outcome. */
  async invoke(event: unknown, requestId: string = randomUUID()): Promise<Outcome> {
    const { accountConcurrency, throttled } = this.#settings;
    // Invocations that wait on this machine count, because on AWS they would run.
    if (!accountConcurrency.enter()) {
      throttled();
      const error = { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' };
      return { ok: false, error, isThrottled: true };
    }
    try {
      return await this.#run(event, requestId);
    } finally {
      accountConcurrency.leave();
    }
  }

  async #run(event: unknown, requestId: string): Promise<Outcome> {
    const broken = await this.#settings.bundled().then(
      () => undefined,
      (error: Error) => error,
    );
    if (broken) return this.#failed(event, { errorType: 'Runtime.ImportModuleError', errorMessage: broken.message });
    const instance = await this.#take();
    if (!instance) return { ok: false, error: { errorType: 'Stopped', errorMessage: 'The laptop cloud is stopping' } };
    instance.event = event;
    this.#settings.invoked?.({ ...this.#settings, event });
    const outcome = await instance.run(JSON.stringify(event), requestId, this.#settings.timeoutMs);
    instance.busy = false;
    if (!instance.dead) this.#settings.idle.add(instance);
    this.#waiting.shift()?.();
    if (!outcome.ok) return this.#failed(event, outcome.error);
    this.#settings.ended(false);
    return outcome;
  }

  #failed(event: unknown, error: FunctionError): Outcome {
    this.#settings.ended(true);
    const line = { level: 'error', message: 'function error', requestId: requestIdIn(event), ...error };
    this.#sink(JSON.stringify(line));
    return { ok: false, error };
  }

  /** Ends all environments, even running ones. Returns their number. */
  async kill(): Promise<number> {
    const running = [...this.#instances];
    await Promise.all(running.map((instance) => instance.terminate()));
    return running.length;
  }

  /** The environments that run an invocation. */
  get running(): readonly Instance[] {
    return [...this.#instances].filter(({ busy }) => busy);
  }

  killRunning(pick: (count: number) => number): KilledCall | undefined {
    const instance = this.running[pick(this.running.length)];
    if (!instance) return undefined;
    void instance.terminate();
    return { functionName: this.name, requestId: requestIdIn(instance.event) };
  }

  /** The largest heap of its environments, in bytes after a garbage collection; undefined if there are none. */
  async memory(): Promise<number | undefined> {
    const heaps = await Promise.all([...this.#instances].map((instance) => instance.memory()));
    const known = heaps.filter((bytes) => bytes !== undefined);
    return known.length > 0 ? Math.max(...known) : undefined;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await this.kill();
  }

  async #take(): Promise<Instance | undefined> {
    const { limit, idle } = this.#settings;
    for (;;) {
      if (this.#stopped) return undefined;
      const instance = [...this.#instances].find(({ busy }) => !busy) ?? this.#start(limit);
      if (instance) {
        idle.delete(instance);
        instance.busy = true;
        return instance;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #start(limit: number): Instance | undefined {
    if (this.#instances.size >= limit) return undefined;
    const { environment, variables, idle } = this.#settings;
    const instance = new Instance(environment, variables, this.#sink, () => {
      this.#instances.delete(instance);
      idle.delete(instance);
      // An invocation may be waiting for a free place.
      this.#waiting.shift()?.();
    });
    this.#instances.add(instance);
    return instance;
  }
}

/** The id of the request to the gateway; undefined for queues and schedules. */
const requestIdIn = (event: unknown): string | undefined =>
  (event as { requestContext?: { requestId?: string } } | null)?.requestContext?.requestId;

/** The variables that Lambda sets. The access key identifies the function to the local services. */
function runtimeVariables(environment: Environment): Record<string, string> {
  const { functionName, folder, handler, runtime, memoryMb, logGroup } = environment;
  return {
    AWS_REGION: account.region,
    AWS_DEFAULT_REGION: account.region,
    AWS_ACCESS_KEY_ID: accessKeyOf(functionName),
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: folder,
    _HANDLER: handler,
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
  };
}
