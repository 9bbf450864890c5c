import { Annotations, type App, CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { AnyRoute, Api } from '#src/http/route.ts';
import type { PoolTrigger } from '#src/identity/accounts/pool-trigger.ts';
import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import type { AnyJob, ScheduleTrigger } from '#src/table/queues/job.ts';
import { ApiStack } from './api-stack.ts';
import { BackgroundStack, fillsLists } from './background-stack.ts';
import type { CodeProvider, PagesProvider } from './bundles.ts';
import type { Config } from './config.ts';
import { PageAlarm } from './constructs/alarm.ts';
import type { UsagePlans } from './constructs/api/usage-plans.ts';
import { logEmptyingOfBuckets } from './constructs/removal.ts';
import { functionRuntime, functionRuntimeEnd } from './constructs/service-function.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { ListsStack } from './lists-stack.ts';
import type { DeclarationFile } from './load-declarations.ts';
import { databaseSettings } from './settings/lists.ts';
import { externalSignIn, SignInStack } from './sign-in-stack.ts';

export interface RegistryProps {
  config: Config;
  routes: readonly DeclarationFile<AnyRoute>[];
  jobs: readonly DeclarationFile<AnyJob>[];
  authorizers: readonly DeclarationFile<Authorizer>[];
  triggers: readonly DeclarationFile<PoolTrigger>[];
  code: CodeProvider;
  /** The files of the web dashboard. If undefined, the bucket of pages stays empty. */
  pages?: PagesProvider | undefined;
}

/** The stacks of one registry, in order of their dependencies. */
export interface Registry {
  data: DataStack;
  edge: EdgeStack;
  /** Undefined with an external issuer. */
  signIn: SignInStack | undefined;
  /** Undefined if all lists are in memory. */
  lists: ListsStack | undefined;
  background: BackgroundStack;
  apis: Record<Api, ApiStack>;
}

/** Adds all stacks of one registry to an app. */
export function addRegistry(app: App, props: RegistryProps): Registry {
  const { config, routes, jobs, authorizers, triggers, code, pages } = props;
  const { stage, account, region, retainData } = config;
  // Makes CloudFormation refuse to delete a resource that another stack still uses.
  CrossStackReferences.of(app).consume(ReferenceStrength.STRONG);
  const stackProps = (stack: string) => ({
    stackName: `registry-${stage}-${stack}`,
    // Without an account, the templates deploy to that of the current credentials.
    env: { ...(account && { account }), ...(region && { region }) },
    tags: { service: 'publication-registry', stage },
    terminationProtection: retainData,
  });
  const data = new DataStack(app, 'Data', {
    ...stackProps('data'),
    description: `Publication Registry (${stage}): table, bucket, secrets and alarm topics`,
    config,
  });
  const edge = new EdgeStack(app, 'Edge', {
    ...stackProps('edge'),
    description: `Publication Registry (${stage}): the addresses of the APIs and what stands before them`,
    config,
    publicPaths: routes.flatMap(({ declaration: { auth, path } }) => (auth.kind === 'none' ? [path] : [])),
    nameOf: (api) => `registry-${stage}-${api}`,
    pages,
  });
  for (const stack of [data, edge]) logEmptyingOfBuckets(stack, config);
  warnOfRuntimeEnd(data);
  const { addresses } = edge;
  const signIn = config.signIn.issuer
    ? undefined
    : new SignInStack(app, 'SignIn', {
        ...stackProps('sign-in'),
        description: `Publication Registry (${stage}): the user pool of the dashboard`,
        config,
        addresses,
        triggers,
        code,
        alarmTopic: data.alarmTopic,
      });
  const signInWith = signIn?.signIn ?? externalSignIn(config);
  edge.accessProxy?.signInWith(signInWith);
  const settings = databaseSettings(config.lists);
  const lists =
    settings &&
    new ListsStack(app, 'Lists', {
      ...stackProps('lists'),
      description: `Publication Registry (${stage}): the database of lists`,
      config,
      settings,
      table: data.table,
      alarmTopic: data.alarmTopic,
    });
  const background = new BackgroundStack(app, 'Background', {
    ...stackProps('background'),
    description: `Publication Registry (${stage}): queues, workers and schedules`,
    config,
    data,
    signIn: signInWith,
    lists,
    jobs: jobs.filter((job) => !needsConsumerApi(job) && !isUpdatedLast(job) && (lists || !fillsLists(job))),
    code,
    firewallMetric: edge.firewall?.metricName,
  });
  const { table, bucket, ledger, apiKeyPepper, erasureKey, adminCliSecret } = data;
  const { queues } = background;
  const resources = {
    config,
    table,
    bucket,
    ledger,
    apiKeyPepper,
    erasureKey,
    adminCliSecret,
    signIn: signInWith,
    queues,
    database: background.database,
  };
  const makeApi = (api: Api, usagePlans?: UsagePlans) => {
    const stack = new ApiStack(app, `${api[0]?.toUpperCase()}${api.slice(1)}`, {
      ...stackProps(api),
      description: `Publication Registry (${stage}): ${api} API`,
      api,
      restApi: edge.restApis[api],
      addresses,
      firewallArn: edge.firewall?.arn,
      routes: routes.filter(({ declaration }) => declaration.api === api),
      authorizers,
      jobs: jobs.filter({ consumer: needsConsumerApi, integrations: isNone, dashboard: isUpdatedLast }[api]),
      code,
      resources: { ...resources, usagePlans, loadBalancerArn: edge.accessProxy?.loadBalancer.loadBalancerArn },
      domainNames: api === 'dashboard' ? edge.accessProxy?.domainNames : undefined,
      alarmTopic: data.alarmTopic,
    });
    // API Gateway logs with a role of the data stack, which no template reference shows.
    stack.addStackDependency(data);
    // The background stack contains the jobs that run before the APIs are updated.
    stack.addStackDependency(background);
    return stack;
  };
  const consumer = makeApi('consumer');
  const [integrations, dashboard] = [makeApi('integrations'), makeApi('dashboard', consumer.usagePlans)];
  // The last stack, which can rely on all others.
  dashboard.addStackDependency(integrations);
  new PageAlarm(dashboard, { within: app, topics: [data.alarmTopic, data.pageTopic] });
  referToWeakly([
    adminCliSecret,
    edge.distributions?.base,
    edge.distributions?.dashboard,
    edge.accessProxy?.loadBalancer,
    ...(edge.accessProxy?.domainNames ?? []),
    signIn?.pages,
    signIn?.loadBalancerClient,
    ...Object.values(queues),
    background.database?.feeder,
    ...(consumer.usagePlans ?? []).map(({ plan }) => plan),
  ]);
  return { data, edge, signIn, lists, background, apis: { consumer, integrations, dashboard } };
}

/** Warns half a year before AWS no longer patches the runtime. */
function warnOfRuntimeEnd(stack: DataStack): void {
  const warnFrom = new Date(functionRuntimeEnd);
  warnFrom.setUTCMonth(warnFrom.getUTCMonth() - 6);
  if (Date.now() < warnFrom.getTime()) return;
  const end = functionRuntimeEnd.toISOString().slice(0, 10);
  const text = `AWS patches ${functionRuntime.name} until ${end}: update to a release with a newer runtime (docs/operating.md)`;
  Annotations.of(stack).addWarningV2('publication-registry:runtime', text);
}

/**
 * Allows removing these resources in one deployment: the other stacks read outputs instead of importing exports, which
 * CloudFormation deletes only when nothing imports them (docs/decisions/0011-stacks.md).
 */
function referToWeakly(resources: readonly (IConstruct | undefined)[]): void {
  for (const resource of resources) {
    // BOTH keeps the exports, which already deployed stacks import until their next deployment.
    if (resource) CrossStackReferences.of(resource).produce(ReferenceStrength.BOTH);
  }
}

type Scheduled = DeclarationFile<AnyJob & { trigger: ScheduleTrigger }>;

/** Jobs for the end of a deployment, which belong to the Dashboard stack: it is the last one. */
function isUpdatedLast(job: DeclarationFile<AnyJob>): job is Scheduled {
  return 'isUpdatedLast' in job.declaration && job.declaration.isUpdatedLast === true;
}

const isNone = (_: DeclarationFile<AnyJob>): _ is Scheduled => false;

/** Jobs that need usage plans or the public address belong to the Consumer stack: background is deployed earlier. */
function needsConsumerApi(job: DeclarationFile<AnyJob>): job is Scheduled {
  const { grants, trigger } = job.declaration;
  return trigger.kind === 'schedule' && (grants.includes('gateway-keys') || grants.includes('public-address'));
}
