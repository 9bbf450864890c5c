import { join } from 'node:path';
import { gatewayKeyTag } from '#src/identity/domain/api-key.ts';
import type { Clock } from './clock.ts';
import { givenAssembly, type LaptopAssembly, makeAssembly } from './cloudformation/assembly.ts';
import { addressRewriter, laptopSettings, sourceSecret } from './cloudformation/laptop-settings.ts';
import { readAssembly } from './cloudformation/read-assembly.ts';
import { physicalName, referencesWith, variableOf, variablesOfApi } from './cloudformation/resources.ts';
import { Cognito } from './control-plane/cognito.ts';
import { type Services, startControlPlane } from './control-plane/control-plane.ts';
import { dataApiOf } from './control-plane/data-api.ts';
import { Secrets, secretValue } from './control-plane/secrets.ts';
import { calledByStart } from './data/called-by-start.ts';
import { type Credentials, SeedThread, seedAccess } from './data/seed.ts';
import { seedData } from './data/seed-data.ts';
import { copyBucketFiles } from './edge/bucket-files.ts';
import { type AskOrigin, Edge, type EdgeOptions } from './edge/edge.ts';
import { originsOf } from './edge/origins.ts';
import { distributionNamed, type Origin, readDistributions } from './edge/template.ts';
import type { Queue } from './engines/queues.ts';
import { startTableProxy } from './engines/table-proxy.ts';
import { createTables, nameTablesApart } from './engines/tables.ts';
import { openFolder } from './files/open-folder.ts';
import { type Message, Outbox } from './files/outbox.ts';
import { CustomDomains } from './gateway/custom-domains.ts';
import { faultsByFunction } from './gateway/faults.ts';
import { Gateway, Listener, openListeners, type Respond } from './gateway/gateway.ts';
import { answerByHost } from './gateway/host-names.ts';
import type { RawRequest } from './gateway/proxy.ts';
import { readRestApis } from './gateway/rest-api.ts';
import { Turns } from './gateway/turns.ts';
import { UsagePlans } from './gateway/usage-plans.ts';
import { Access, type AccessObserver, ownerCredentials, ownerEnvironment, type RolePermission } from './iam/access.ts';
import { Identity } from './identity/identity.ts';
import { readPool } from './identity/pool-template.ts';
import { SignIn } from './identity/sign-in.ts';
import { UserPool } from './identity/user-pool.ts';
import { runDeploymentRuns } from './lambda/deployment-runs.ts';
import { startEventSources } from './lambda/event-sources.ts';
import { Functions, type Invocation, type KilledCall } from './lambda/functions.ts';
import { type LogLine, Logs } from './lambda/logs.ts';
import { Schedules } from './lambda/schedules.ts';
import { LoadBalancer, publicKeyAnswer } from './load-balancer/load-balancer.ts';
import { type AskAddress, privateApisOf } from './load-balancer/private-apis.ts';
import { readLoadBalancers } from './load-balancer/template.ts';
import { Alarms } from './metrics/alarms.ts';
import { recordAnswer, recordBacklog, recordInvocation, recordReceived, recordThrottle } from './metrics/measured.ts';
import { Metrics, minuteMs } from './metrics/metrics.ts';
import type { Options } from './options.ts';
import type { Meter, MeterOptions } from './sources/meter.ts';
import type { ReplayOptions } from './sources/replay.ts';
import { startEngines, startTableEngine } from './start-engines.ts';

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

/** Starts all parts in order of their dependencies. If a step fails, stops what was started and rejects. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(options, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: CloudOptions, undo: (() => unknown)[], stop: () => Promise<void>): Promise<Cloud> {
  const report = options.report ?? (() => {});
  const listeners = await openListeners(options.port, undo);
  const folder = openFolder(options.dataDir, undo);
  // Without a data folder, only the log is written to a file.
  const kept = (name: string) => (options.dataDir ? join(folder, name) : undefined);
  const { clock, allowed, print = () => {} } = options;
  const now = clock?.now ?? Date.now;
  const metrics = new Metrics(now);
  const logs = new Logs(join(folder, 'functions.log'), options.verbose, metrics);
  undo.push(() => logs.close());

  report('starting DynamoDB Local and SQS');
  const context = { folder, kept, undo };
  const assembling = Promise.withResolvers<LaptopAssembly>();
  const called = calledByStart(options.seed, kept('seed.json'));
  const isFirst = called.length > 0 && !options.assembly;
  // A first start waits for the templates, which take longest, and a later one for the engine.
  const synthesisBegun = Promise.withResolvers<void>();
  if (!isFirst) synthesisBegun.resolve();
  const starting = synthesisBegun.promise.then(() =>
    startTableEngine(options, { ...context, assembled: assembling.promise }),
  );
  // Both are awaited below; until then a rejection must not count as unhandled.
  for (const promise of [starting, assembling.promise]) promise.catch(() => {});
  if (!isFirst && options.seed.kind !== 'synthetic') await starting;
  const assembled = options.assembly
    ? Promise.resolve(givenAssembly(options.assembly))
    : makeAssembly(laptopSettings(options), report, { print, first: called, begun: synthesisBegun.resolve });
  assembled.then(assembling.resolve, assembling.reject);
  assembled.catch(() => {}).then(() => synthesisBegun.resolve());
  await synthesisBegun.promise;
  const thread = new SeedThread(isFirst, (line) => logs.write('seed', line));
  undo.push(() => thread.stop());
  assembled.then(({ release }) => undo.push(release)).catch(() => {});
  const refusals: string[] = [];
  const access = new Access({
    refused: (name, reason) => {
      refusals.push(reason);
      logs.write(name, JSON.stringify({ level: 'error', message: 'Access denied', reason }));
    },
    ...(allowed && { allowed }),
  });
  const all = [startEngines(options, context, access), starting, assembled] as const;
  // Each is awaited even if one fails, so that it can be stopped.
  await Promise.allSettled(all);
  const [{ queues, replay, postgres }, dynamodb, assembly] = await Promise.all(all);

  report('creating the resources of the templates');
  const [baseUrl, dashboardUrl, dashboardAltUrl] = listeners.map(({ port }) => `http://127.0.0.1:${port}`) as Urls;
  const rewrite = addressRewriter({
    ...{ baseUrl, dashboardUrl, dashboardAltUrl },
    sources: replay?.urls,
    tokenUrl: replay?.tokenUrl,
  });
  const references = referencesWith({ queuesUrl: queues.url, issuer: dashboardUrl });
  const stacks = readAssembly(assembly.folder, references, rewrite, assembly.assets);
  const secrets = new Secrets(kept('secrets.json'));
  secrets.create(stacks);
  for (const [name, value] of Object.entries(options.credentials ?? {})) secrets.give(sourceSecret(name), value);
  stacks.secretOf = (arn) => secrets.find(arn)?.value;
  if (options.dynamodbEndpoint) nameTablesApart(stacks);
  stacks.rejectUnsupported();
  access.read(stacks);
  queues.create(stacks, options.visibilityTimeoutSeconds);
  const pagesCopied = assembly.pages.then(() => copyBucketFiles(stacks, queues.store));
  // Awaited below; until then a rejection must not count as unhandled.
  pagesCopied.catch(() => {});
  const owner = variableOf('GATEWAY_KEY_OWNER', stacks);
  const plans = new UsagePlans(stacks, kept('usage-plans.json'), now, { [gatewayKeyTag]: owner });
  const services: Services = { access, secrets, plans, metrics };
  if (postgres) services.dataApi = dataApiOf(stacks, postgres);
  const controlPlane = await startControlPlane(services);
  undo.push(() => controlPlane.close());
  const tableProxy = await startTableProxy(dynamodb.endpoint, { access, accessKeyId: ownerCredentials.accessKeyId });
  undo.push(() => tableProxy.close());
  const endpoints = {
    AWS_ENDPOINT_URL: controlPlane.url,
    AWS_ENDPOINT_URL_DYNAMODB: options.tableRolesUnchecked ? dynamodb.endpoint : tableProxy.url,
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_S3: queues.url,
  };

  const apis = readRestApis(stacks);
  const distributions = readDistributions(stacks);
  const poolSettings = readPool(stacks);
  const { loadBalancerClient } = poolSettings;
  const balanced = readLoadBalancers(stacks, {
    issuer: dashboardUrl,
    secretOf: (clientId) => (clientId === loadBalancerClient?.id ? loadBalancerClient.secret : undefined),
  });
  const keys = await Listener.open(0);
  undo.push(() => keys.close());
  const publicKeys = { ALB_PUBLIC_KEYS_URL: `http://127.0.0.1:${keys.port}` };
  const functionNames = stacks.all('AWS::Lambda::Function').map(({ declared }) => physicalName(declared, stacks));
  const functions = new Functions(stacks, { ...endpoints, ...publicKeys }, (name, line) => logs.write(name, line), {
    clock,
    faults: faultsByFunction(options.faults, apis, functionNames),
    concurrency: options.concurrency,
    invoked: options.invoked,
    ...(options.mostIdle !== undefined && { mostIdle: options.mostIdle }),
    ended: (name, hasFailed) => recordInvocation(metrics, name, hasFailed),
    throttled: (name) => recordThrottle(metrics, name),
    bundled: assembly.bundled,
  });
  services.functions = functions;
  undo.push(() => functions.stop());
  const pool = new UserPool(poolSettings.passwordPolicy, kept('users.json'), now);
  const outbox = new Outbox(join(folder, 'outbox.jsonl'));
  services.cognito = new Cognito(poolSettings, pool, functions, outbox);
  const identity = new Identity(dashboardUrl, poolSettings.client.id, kept('identity.json'), now);
  const signIn = new SignIn(identity, pool, poolSettings, now);
  const gateways = apis.map((api) => new Gateway(api, functions, plans, now));
  const edge: EdgeOptions = { caches: options.edgeCache ?? false, now };
  const turns = new Turns(options.mostRequests ?? Number.POSITIVE_INFINITY);
  const answer = async (gateway: Gateway, request: RawRequest) => {
    // Wait here, because the gateway's timeouts begin after this.
    return turns.wait(async () => {
      const startedAtMs = performance.now();
      const answered = await gateway.answer(request);
      const latencyMs = performance.now() - startedAtMs;
      recordAnswer(metrics, gateway.api, { status: answered.status, latencyMs });
      return answered;
    });
  };
  const askAddress = privateApisOf(stacks, gateways, answer);
  const loadBalancers = balanced.map((settings) => new LoadBalancer(settings, askAddress, now));
  keys.serve(async ({ target }) => publicKeyAnswer(target, loadBalancers));
  const askOrigin = originsOf(stacks, { gateways, object: queues.object, answer, loadBalancers });
  services.hosts = { gateways, domains: new CustomDomains() };
  const atHost = answerByHost({ ...services.hosts, answer });
  await dynamodb.listens;
  const [table, ...more] = await createTables(dynamodb.endpoint, stacks, physicalName);
  if (!table || more.length > 0) throw new Error(`Expected one table, found ${more.length + (table ? 1 : 0)}`);
  const deployment = kept('deployment.json');
  if (deployment) await runDeploymentRuns(stacks, { functions, access, file: deployment, isNewTable: table.isNew });
  route(listeners, (name) => new Edge(distributionNamed(name, distributions), askOrigin, edge), { signIn, atHost });
  const schedules = new Schedules(stacks, functions, now);
  const received = (name: string, count: number) => recordReceived(metrics, name, count);
  const sources = startEventSources(stacks, queues, functions, { access, received });
  const alarms = new Alarms(stacks, metrics, { now, outbox, print });
  const evaluateAlarms = () => {
    for (const name of queues.names()) recordBacklog(metrics, queues.byName(name));
    alarms.evaluate();
    return alarms.active();
  };
  const stopAlarms = startAlarms(evaluateAlarms);
  undo.push(() => {
    schedules.stop();
    sources.stop();
    stopAlarms();
  });

  const direct = { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint };
  thread.environment = { ...variablesOfApi('dashboard', stacks), ...ownerEnvironment, ...endpoints, ...direct };
  const secretOf = (name: string) => secretValue(name, stacks, secrets);
  const [pepper, adminCliSecret] = [secretOf('ApiKeyPepper'), secretOf('AdminCliSecret')];
  if (postgres) {
    report('filling the lists in PostgreSQL');
    for (const name of only(schedules.names(), 'FeedLists')) await schedules.run(name);
  }
  const isEmpty = options.seed.kind === 'empty';
  const credentials = await seedAccess({ secrets, identity, pool, pepper, adminCliSecret, thread, isEmpty });
  await seedData(options, thread, kept('seed.json'), report);
  await pagesCopied;

  return {
    baseUrl,
    dashboardUrl,
    dashboardAltUrl,
    stack: {
      base_url: baseUrl,
      dashboard_url: dashboardUrl,
      dashboard_alt_url: dashboardAltUrl,
      ...credentials,
    },
    tableName: table.name,
    dynamodbEndpoint: dynamodb.endpoint,
    queues,
    meter: replay?.meter,
    logs: logs.lines,
    permissions: access.permissions(),
    refusals,
    logFile: join(folder, 'functions.log'),
    outbox,
    controlPlaneUrl: controlPlane.url,
    functionNames: () => functions.names(),
    async killFunction(name) {
      const killed = await Promise.all(only(functions.names(), name).map((one) => functions.byName(one).kill()));
      return killed.reduce((sum, count) => sum + count, 0);
    },
    killRunning: (pick) => functions.killRunning(pick),
    memory: () => functions.memory(),
    async runSchedule(name) {
      await Promise.all(only(schedules.names(), name).map((one) => schedules.run(one)));
    },
    runDueSchedules: () => schedules.runDue(),
    disableSchedule(name) {
      for (const one of only(schedules.names(), name)) schedules.disable(one);
    },
    evaluateAlarms,
    edge,
    originsOf: (name) => distributionNamed(name, distributions).behaviors.map(({ origin }) => origin),
    askOrigin,
    loadBalancers,
    askAddress,
    broken: dynamodb.ended,
    stop,
  };
}

type Urls = [baseUrl: string, dashboardUrl: string, dashboardAltUrl: string];

/** Evaluates alarms every minute, some seconds after the schedules, so that it sees the results of their runs. */
function startAlarms(evaluate: () => unknown): () => void {
  let timer = setTimeout(() => {
    timer = setInterval(evaluate, minuteMs).unref();
  }, 5_000).unref();
  return () => clearInterval(timer);
}

interface BesideEdge {
  signIn: SignIn;
  atHost: ReturnType<typeof answerByHost>;
}

/** Connects listeners and distributions; the dashboard listeners also serve the sign-in pages. */
function route(listeners: Listener[], edgeOf: (name: string) => Edge, { signIn, atHost }: BesideEdge) {
  const [base, dashboard] = [edgeOf('base'), edgeOf('dashboard')];
  const answerDashboard: Respond = async (request) =>
    (await atHost(request)) ?? (await signIn.answer(request)) ?? (await dashboard.answer(request));
  const [main, ...furtherListeners] = listeners;
  main?.serve(async (request) => (await atHost(request)) ?? (await base.answer(request)));
  for (const listener of furtherListeners) listener.serve(answerDashboard);
}

function only(names: string[], wanted: string): string[] {
  const found = names.filter((name) => name.includes(wanted));
  if (found.length === 0) throw new Error(`No name contains ${wanted}. The names are ${names.join(', ')}.`);
  return found;
}
