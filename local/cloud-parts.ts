import type { Clock } from './clock.ts';
import type { LaptopAssembly } from './cloudformation/assembly.ts';
import type { Credentials } from './data/seed.ts';
import type { SeedThread } from './data/seed-thread.ts';
import type { AskOrigin, EdgeOptions } from './edge/edge.ts';
import type { Origin } from './edge/template.ts';
import type { Queue } from './engines/queues.ts';
import type { Message } from './files/outbox.ts';
import type { Listener } from './gateway/gateway.ts';
import type { AccessObserver, RolePermission } from './iam/access.ts';
import type { Invocation, KilledCall } from './lambda/functions.ts';
import type { LogLine, Logs } from './lambda/logs.ts';
import type { LoadBalancer } from './load-balancer/load-balancer.ts';
import type { AskAddress } from './load-balancer/private-apis.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Options } from './options.ts';
import type { Meter, MeterOptions } from './sources/meter.ts';
import type { ReplayOptions } from './sources/replay.ts';
import type { TableEngine } from './table-engine.ts';

/** The content of .local/stack.json, for scripts. */
export interface StackFile extends Credentials {
  base_url: string;
  dashboard_url: string;
  dashboard_alt_url: string;
}

/** The command-line options and those that only tests set. Port 0 means any free ports. */
export interface CloudOptions extends Options {
  /** Called before the recordings are used; its answer replaces them. */
  intercept?: ReplayOptions['intercept'];
  /** How metered sources differ from the real ones, for tests. */
  meter?: MeterOptions;
  /** Overrides the templates' visibility timeout, so that tests see redelivery. */
  visibilityTimeoutSeconds?: number;
  /** The time for the gateway, the sign-in pages and the functions. Default: the machine's. */
  clock?: Clock;
  /**
   * Lets functions call the table directly, without checks of their roles: for benchmarks that measure other things.
   */
  tableRolesUnchecked?: boolean;
  /** Called with every allowed access of a function's role. */
  allowed?: AccessObserver['allowed'];
  /** Called before each invocation of a function. */
  invoked?: (invocation: Invocation) => void;
  /** The maximum number of idle execution environments. */
  mostIdle?: number;
  /** The maximum number of concurrent requests; the others wait, so that each gets enough CPU. Default: unlimited. */
  mostRequests?: number | undefined;
  /** Whether the sample includes people's decisions, as for `npm start`. Tests count the ingested records. */
  curated?: boolean;
  /** The address of a running, shared table engine. The table then gets a unique name. */
  dynamodbEndpoint?: string | undefined;
  /** The folder of a synthesized assembly to run instead of the current code. */
  assembly?: string;
  /** Receives each line about an alarm. */
  print?: (line: string) => void;
  /** Called with each step of the start. */
  report?: (step: string) => void;
}

export interface Cloud {
  baseUrl: string;
  dashboardUrl: string;
  dashboardAltUrl: string;
  stack: StackFile;
  tableName: string;
  dynamodbEndpoint: string;
  queues: { names(): string[]; byName(name: string): Queue };
  /** The requests counted by metered sources. */
  meter: Meter | undefined;
  logs: LogLine[];
  /** The permissions of the functions' roles. */
  permissions: readonly RolePermission[];
  /** Calls of functions that their roles did not allow. */
  refusals: string[];
  logFile: string;
  /** The mails sent so far, and their file. */
  outbox: { file: string; messages(): Message[] };
  /** The endpoint of Cognito, Secrets Manager and API Gateway's API keys for AWS clients. */
  controlPlaneUrl: string;
  functionNames(): string[];
  /** Ends the execution environments of every function whose name contains this. Returns how many there were. */
  killFunction(name: string): Promise<number>;
  /** Ends one running invocation, selected by `pick(count)`. Undefined if none runs. */
  killRunning(pick: (count: number) => number): KilledCall | undefined;
  /** The largest heap of the environments of each function after a garbage collection, in bytes. */
  memory(): Promise<Map<string, number>>;
  /** Immediately runs every schedule whose name contains this. */
  runSchedule(name: string): Promise<void>;
  /** Runs the schedules that are due after the clock was advanced. */
  runDueSchedules(): Promise<void>;
  /** Stops every schedule whose name contains this. */
  disableSchedule(name: string): void;
  /** Evaluates the alarms. Returns the names of the active ones. */
  evaluateAlarms(): string[];
  /** Whether the distributions cache; tests change it. */
  edge: EdgeOptions;
  /** The origins of the distribution whose comment ends with this. */
  originsOf(name: string): Origin[];
  /** Calls an origin without a distribution. */
  askOrigin: AskOrigin;
  /** The load balancers that sign people in, and the addresses in their network. */
  loadBalancers: readonly LoadBalancer[];
  askAddress: AskAddress;
  /** Resolves with the reason if the table engine ends unexpectedly, after which nothing works. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/** The parts with which a start begins, before it has loaded the others. */
export interface BegunStart {
  listeners: Listener[];
  folder: string;
  /** The path of a file that is kept between starts; undefined if nothing is kept. */
  kept: (name: string) => string | undefined;
  /** The functions that stop what was started. */
  undo: (() => unknown)[];
  metrics: Metrics;
  logs: Logs;
  starting: Promise<TableEngine>;
  assembled: Promise<LaptopAssembly>;
  thread: SeedThread;
  stop(): Promise<void>;
}
