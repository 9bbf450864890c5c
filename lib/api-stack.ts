import { Duration, Size, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiKeySourceType,
  AwsIntegration,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  type IAuthorizer,
  IdentitySource,
  type Integration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  type Resource,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Authorizer } from '../src/auth/authorizer.ts';
import type { Auth } from '../src/auth/caller.ts';
import { hasLinks } from '../src/http/links.ts';
import type { AnyRoute, Api } from '../src/http/route.ts';
import type { AnyJob, ScheduleTrigger } from '../src/queues/job.ts';
import type { Grant } from '../src/runtime/grant.ts';
import type { CodeOf } from './bundles.ts';
import { trustedOriginsOf } from './config.ts';
import { ServiceAlarm } from './constructs/alarm.ts';
import { constructId } from './constructs/construct-id.ts';
import { ExecutionRoles, makeLogGroup } from './constructs/execution-roles.ts';
import { addGatewayErrors } from './constructs/gateway-errors.ts';
import { InvocationRoles } from './constructs/invocation-roles.ts';
import { addOtherMethods } from './constructs/other-methods.ts';
import { byPath, methodsOf } from './constructs/route-tree.ts';
import { ScheduledWorker } from './constructs/scheduled-worker.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { addUsagePlans, type UsagePlans } from './constructs/usage-plans.ts';
import type { Resources, Variables } from './grants.ts';
import type { DeclarationFile } from './load-declarations.ts';

export interface ApiStackProps extends StackProps {
  api: Api;
  /** The routes of this API. */
  routes: readonly DeclarationFile<AnyRoute>[];
  authorizers: readonly DeclarationFile<Authorizer>[];
  /** Jobs on a schedule that need what this API has. */
  jobs: readonly DeclarationFile<AnyJob & { trigger: ScheduleTrigger }>[];
  code: CodeOf;
  resources: Resources;
  alarmTopic: ITopic;
}

const stageName = 'live';
/** API Gateway gives up then. The first answer of a list may have to read all of it from the table. */
const longestSeconds = 29;

const impacts: Record<Api, string> = {
  consumer: 'Public pages and API clients get errors instead of publications.',
  integrations: 'Web sites that show publications through a plugin get errors.',
  dashboard: 'Curators get errors in the dashboard.',
};

/** One REST API made of its routes: resources, methods, functions with what they may touch, authorizers, errors. */
export class ApiStack extends Stack {
  readonly restApi: RestApi;
  /** Of an API with routes for API keys. */
  readonly usagePlans: UsagePlans | undefined;
  private readonly props: ApiStackProps;
  private readonly executionRoles: ExecutionRoles;
  private readonly invocationRoles: InvocationRoles;
  private readonly authorizers = new Map<string, IAuthorizer>();

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    this.props = props;
    this.executionRoles = new ExecutionRoles(this, 'Functions', props.resources);
    this.invocationRoles = new InvocationRoles(this, 'Gateway');
    this.restApi = this.makeRestApi();
    for (const { path, routes } of byPath(props.routes)) {
      const resource = this.restApi.root.resourceForPath(path);
      for (const route of routes) this.addRoute(resource, route);
      addOtherMethods(
        resource,
        props.api,
        routes.flatMap(({ declaration }) => methodsOf(declaration)),
        trustedOriginsOf(props.resources.config),
      );
    }
    addGatewayErrors(this.restApi, props.api);
    const hasKeys = props.routes.some(({ declaration }) => declaration.auth.kind === 'apiKey');
    this.usagePlans = hasKeys ? addUsagePlans(this.restApi) : undefined;
    for (const { file, declaration: job } of props.jobs) {
      const resources = { ...props.resources, usagePlans: this.usagePlans };
      new ScheduledWorker(this, constructId(job.id), { ...props, file, job, resources });
    }
    new ServiceAlarm(this, {
      id: `${props.api}-api-errors`,
      impact: impacts[props.api],
      metric: this.restApi.deploymentStage.metricServerError({ period: Duration.minutes(5) }),
      threshold: 5,
      topic: props.alarmTopic,
    });
  }

  private makeRestApi(): RestApi {
    const accessLog = makeLogGroup(this, 'AccessLog', this.props.resources.config);
    const restApi = new RestApi(this, 'Api', {
      restApiName: this.stackName,
      endpointTypes: [EndpointType.REGIONAL],
      // The authorizer says whose usage counts: no secret of a client is stored as a key of the gateway.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Lists of JSON shrink to a fifth; below this it is not worth the time.
      minCompressionSize: Size.bytes(1024),
      // The role is the account's: see DataStack.
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        // The account's own limits, said aloud.
        throttlingRateLimit: 10_000,
        throttlingBurstLimit: 5_000,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
        // Execution logs hold whole requests, and so credentials.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
      },
    });
    // RestApi has no such properties. Without them a regional API takes TLS 1.0.
    const resource = restApi.node.defaultChild as CfnRestApi;
    resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
    // STRICT also compares the host name of the TLS connection, which a proxy of the institution may rewrite.
    resource.endpointAccessMode = EndpointAccessMode.BASIC;
    return restApi;
  }

  private addRoute(resource: Resource, { file, declaration: route }: DeclarationFile<AnyRoute>): void {
    const { function: fn } = new ServiceFunction(this, constructId(route.id), {
      ...this.props,
      shared: this.executionRoles,
      file,
      summary: route.summary,
      grants: [...route.grants, ...(grantsOfAuth[route.auth.kind] ?? [])],
      memoryMb: route.memoryMb ?? 256,
      timeoutSeconds: route.timeoutSeconds ?? (route.grants.includes('lists') ? longestSeconds : 10),
      variables: {
        ...this.ownVariables(),
        ...(hasLinks(route) && { PUBLIC_BASE_URL: this.publicBaseUrl() }),
      },
    });
    // CDK's LambdaIntegration would make a permission for each method.
    const integration = new AwsIntegration({
      service: 'lambda',
      proxy: true,
      path: `2015-03-31/functions/${fn.functionArn}/invocations`,
      options: { credentialsRole: this.invocationRoles.allow(route.method === 'GET' ? 'Read' : 'Write', fn) },
    });
    for (const method of methodsOf(route)) this.addMethod(resource, method, route, integration);
  }

  /** What each function of this API is told, its authorizers included. */
  private ownVariables(): Variables {
    const { api, resources } = this.props;
    return api === 'dashboard' ? { TRUSTED_ORIGINS: trustedOriginsOf(resources.config).join(' ') } : {};
  }

  /** Not the URL of the stage: that would wait for its methods, and they for their functions. */
  private publicBaseUrl(): string {
    const ownHost = `${this.restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const { dashboardUrl, publicBaseUrl } = this.props.resources.config;
    return (this.props.api === 'dashboard' ? dashboardUrl : publicBaseUrl) ?? `https://${ownHost}/${stageName}`;
  }

  private addMethod(resource: Resource, method: string, { auth, id }: AnyRoute, integration: Integration): void {
    // Operators have a secret of their own, which the functions compare.
    if (auth.kind === 'none' || auth.kind === 'operator')
      resource.addMethod(method, integration, { operationName: id });
    else {
      const authorizer = this.authorizerOf(auth.kind);
      // Installations have no keys of the gateway, nor usage plans: there is no end to them, and they all read the same.
      const apiKeyRequired = auth.kind === 'apiKey';
      resource.addMethod(method, integration, { operationName: id, authorizer, apiKeyRequired });
    }
  }

  /** The authorizer for routes of this kind; it and its function exist in the APIs that need them. */
  private authorizerOf(kind: Authorizer['kinds'][number]): IAuthorizer {
    const loaded = this.props.authorizers.find(({ declaration }) => declaration.kinds.includes(kind));
    if (!loaded) throw new Error(`No file in lambdas/authorizers declares an authorizer of the kind ${kind}`);
    const { file, declaration } = loaded;
    const made = this.authorizers.get(declaration.id);
    if (made) return made;
    const id = constructId(declaration.id);
    const { function: handler } = new ServiceFunction(this, `${id}Authorizer`, {
      ...this.props,
      shared: this.executionRoles,
      file,
      summary: declaration.summary,
      grants: declaration.grants,
      memoryMb: 256,
      timeoutSeconds: 10,
      variables: this.ownVariables(),
    });
    const { cache } = declaration;
    const authorizer = new RequestAuthorizer(this, id, {
      handler,
      assumeRole: this.invocationRoles.allow('Read', handler),
      identitySources: cache ? [IdentitySource.header(cache.header)] : [],
      resultsCacheTtl: Duration.seconds(cache?.seconds ?? 0),
    });
    this.authorizers.set(declaration.id, authorizer);
    return authorizer;
  }
}

/** What a route's check of its callers needs besides what the route itself declares. */
const grantsOfAuth: Partial<Record<Auth['kind'], readonly Grant[]>> = {
  apiKey: ['usage'],
  installation: ['usage'],
  operator: ['secret:admin-cli'],
};

/** Nothing a client sent but address and agent: no header, query string or credential. */
const accessLogLine = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  agent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  path: '$context.path',
  status: '$context.status',
  bytes: '$context.responseLength',
  durationMs: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  error: '$context.error.responseType',
};
