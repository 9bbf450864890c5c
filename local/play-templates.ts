import { join } from 'node:path';
import { gatewayKeyTag } from '#src/identity/domain/api-key.ts';
import type { BegunStart, Cloud, CloudOptions } from './cloud-parts.ts';
import { addressRewriter, sourceSecret } from './cloudformation/laptop-settings.ts';
import { readAssembly } from './cloudformation/read-assembly.ts';
import { physicalName, referencesWith, variableOf, variablesOfApi } from './cloudformation/resources.ts';
import { Cognito } from './control-plane/cognito.ts';
import { type Services, startControlPlane } from './control-plane/control-plane.ts';
import { dataApiOf } from './control-plane/data-api.ts';
import { Secrets, secretValue } from './control-plane/secrets.ts';
import { calledByStart } from './data/called-by-start.ts';
import { seedAccess } from './data/seed.ts';
import { isSeeded, seedData } from './data/seed-data.ts';
import { copyBucketFiles } from './edge/bucket-files.ts';
import { Edge, type EdgeOptions } from './edge/edge.ts';
import { originsOf } from './edge/origins.ts';
import { distributionNamed, readDistributions } from './edge/template.ts';
import { startTableProxy } from './engines/table-proxy.ts';
import { createTables, nameTablesApart } from './engines/tables.ts';
import { Outbox } from './files/outbox.ts';
import { CustomDomains } from './gateway/custom-domains.ts';
import { faultsByFunction } from './gateway/faults.ts';
import { Gateway, Listener, type Respond } from './gateway/gateway.ts';
import { answerByHost } from './gateway/host-names.ts';
import type { RawRequest } from './gateway/proxy.ts';
import { readRestApis } from './gateway/rest-api.ts';
import { Turns } from './gateway/turns.ts';
import { UsagePlans } from './gateway/usage-plans.ts';
import { Access, ownerCredentials, ownerEnvironment } from './iam/access.ts';
import { Identity } from './identity/identity.ts';
import { readPool } from './identity/pool-template.ts';
import { SignIn } from './identity/sign-in.ts';
import { UserPool } from './identity/user-pool.ts';
import { runDeploymentRuns } from './lambda/deployment-runs.ts';
import { startEventSources } from './lambda/event-sources.ts';
import { Functions } from './lambda/functions.ts';
import { Schedules } from './lambda/schedules.ts';
import { LoadBalancer, publicKeyAnswer } from './load-balancer/load-balancer.ts';
import { privateApisOf } from './load-balancer/private-apis.ts';
import { readLoadBalancers } from './load-balancer/template.ts';
import { Alarms } from './metrics/alarms.ts';
import { recordAnswer, recordBacklog, recordInvocation, recordReceived, recordThrottle } from './metrics/measured.ts';
import { minuteMs } from './metrics/metrics.ts';
import { startEngines } from './start-engines.ts';
/** Starts all further parts in order of their dependencies. */
export async function playTemplates(options: CloudOptions, begun: BegunStart): Promise<Cloud> {
  const { listeners, folder, kept, undo, metrics, logs, starting, assembled, thread, stop } = begun;
  const { clock, allowed, print = () => {}, report = () => {} } = options;
  const now = clock?.now ?? Date.now;
  const refusals: string[] = [];
  const access = new Access({
    refused: (name, reason) => {
      refusals.push(reason);
      logs.write(name, JSON.stringify({ level: 'error', message: 'Access denied', reason }));
    },
    ...(allowed && { allowed }),
  });
  const all = [startEngines(options, { kept, undo }, access), starting, assembled] as const;
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
  functions.startAhead(calledByStart(options.seed, kept('seed.json')));
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
  const direct = { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint };
  thread.environment = { ...variablesOfApi('dashboard', stacks), ...ownerEnvironment, ...endpoints, ...direct };
  const secretOf = (name: string) => secretValue(name, stacks, secrets);
  const [pepper, adminCliSecret] = [secretOf('ApiKeyPepper'), secretOf('AdminCliSecret')];
  const isEmpty = options.seed.kind === 'empty';
  const writeAccess = () => seedAccess({ secrets, identity, pool, pepper, adminCliSecret, thread, isEmpty });
  await dynamodb.listens;
  // The table of a later start is there, so that both first requests take the time of one.
  const early = isSeeded(kept('seed.json')) ? writeAccess() : undefined;
  early?.catch(() => {});
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

  if (postgres) {
    report('filling the lists in PostgreSQL');
    for (const name of only(schedules.names(), 'FeedLists')) await schedules.run(name);
  }
  const credentials = await (early ?? writeAccess());
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
