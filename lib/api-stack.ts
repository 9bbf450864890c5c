import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AwsIntegration,
  CfnBasePathMappingV2,
  type CfnDomainNameV2,
  type CfnRestApi,
  type IAuthorizer,
  IdentitySource,
  type Integration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  Resource,
} from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { hasPublicBaseUrl } from '#src/http/links.ts';
import type { AnyRoute, Api } from '#src/http/route.ts';
import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import type { AnyJob, ScheduleTrigger } from '#src/table/queues/job.ts';
import type { Addresses } from './addresses.ts';
import type { CodeProvider } from './bundles.ts';
import { ServiceAlarm } from './constructs/alarm.ts';
import { ApiFunctions } from './constructs/api/api-functions.ts';
import { DeployedRestApi } from './constructs/api/deployed-rest-api.ts';
import { addGatewayErrors } from './constructs/api/gateway-errors.ts';
import { newerAreaOf } from './constructs/api/newer-areas.ts';
import { addOtherMethods } from './constructs/api/other-methods.ts';
import { groupByPath, methodsOf } from './constructs/api/route-tree.ts';
import { addUsagePlans, type UsagePlans } from './constructs/api/usage-plans.ts';
import { constructId } from './constructs/construct-id.ts';
import { makeLogGroup } from './constructs/execution-roles.ts';
import { ScheduledWorker } from './constructs/scheduled-worker.ts';
import { stageName } from './edge-stack.ts';
import type { Resources, Variables } from './grants.ts';
import type { DeclarationFile } from './load-declarations.ts';
import { grantsOf, readsLists } from './route-grants.ts';

export interface ApiStackProps extends StackProps {
  api: Api;
  /** Created by the edge stack, without methods. */
  restApi: CfnRestApi;
  addresses: Addresses;
  /** The ARN of the stage's firewall, if any. */
  firewallArn: string | undefined;
  routes: readonly DeclarationFile<AnyRoute>[];
  authorizers: readonly DeclarationFile<Authorizer>[];
  /** Scheduled jobs that need resources of this API. */
  jobs: readonly DeclarationFile<AnyJob & { trigger: ScheduleTrigger }>[];
  code: CodeProvider;
  resources: Resources;
  /** The names of a private API, from the edge stack. */
  domainNames?: readonly CfnDomainNameV2[] | undefined;
  alarmTopic: ITopic;
}

/** API Gateway's limit. A cold list function may have to read the whole list from the table. */
const maxTimeoutSeconds = 29;

const impacts: Record<Api, string> = {
  consumer: 'Public pages and API clients get errors instead of publications.',
  integrations: 'Web sites that show publications through a plugin get errors.',
  dashboard: 'Curators get errors in the dashboard.',
};

/** One REST API built from its routes: resources, methods, functions with their grants, authorizers, error responses. */
export class ApiStack extends Stack {
  readonly restApi: DeployedRestApi;
  /** Set only for an API with routes that take API keys. */
  readonly usagePlans: UsagePlans | undefined;
  private readonly props: ApiStackProps;
  private readonly functions: ApiFunctions;
  /** The nested stack of newer areas: their paths and methods, and their functions. */
  private newer: ApiFunctions | undefined;
  private readonly authorizers = new Map<string, IAuthorizer>();

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    this.props = props;
    this.functions = new ApiFunctions(this, 'Functions', props);
    this.restApi = this.makeRestApi();
    for (const { path, routes } of groupByPath(props.routes)) {
      const resource = this.resourceOf(path);
      for (const route of routes) this.addRoute(resource, route);
      addOtherMethods(
        resource,
        props.api,
        routes.flatMap(({ declaration }) => methodsOf(declaration)),
        props.addresses.trustedOrigins,
      );
    }
    addGatewayErrors(this.restApi, props.api);
    new CfnOutput(this, 'Url', { value: this.publicBaseUrl() });
    if (props.firewallArn) {
      new CfnWebACLAssociation(this, 'Firewall', {
        resourceArn: this.restApi.deploymentStage.stageArn,
        webAclArn: props.firewallArn,
      });
    }
    this.nameApi();
    const hasKeys = props.routes.some(({ declaration }) => declaration.auth.kind === 'apiKey');
    this.usagePlans = hasKeys ? addUsagePlans(this.restApi) : undefined;
    for (const { file, declaration: job } of props.jobs) {
      const resources = { ...props.resources, usagePlans: this.usagePlans, publicBaseUrl: this.publicBaseUrl() };
      const worker = new ScheduledWorker(this, constructId(job.id), { ...props, file, job, resources });
      if ('isUpdatedLast' in job && job.isUpdatedLast) {
        worker.node.addDependency(this.functions, ...(this.newer ? [this.newer] : []));
      }
    }
    new ServiceAlarm(this, {
      id: `${props.api}-api-errors`,
      severity: 'page',
      impact: impacts[props.api],
      metric: this.restApi.deploymentStage.metricServerError({ period: Duration.minutes(5) }),
      threshold: 5,
      topic: props.alarmTopic,
    });
    const period = Duration.minutes(15);
    const stage = this.restApi.deploymentStage;
    new ServiceAlarm(this, {
      id: `${props.api}-api-error-rate`,
      severity: 'page',
      impact: impacts[props.api],
      // For quiet APIs: even if every request fails, they have too few errors for the alarm above.
      metric: new MathExpression({
        expression: 'IF(requests >= 3, 100 * errors / requests, 0)',
        usingMetrics: {
          requests: stage.metricCount({ statistic: Stats.SUM, period }),
          errors: stage.metricServerError({ statistic: Stats.SUM, period }),
        },
        period,
      }),
      threshold: 50,
      topic: props.alarmTopic,
    });
    const latencyPeriod = Duration.minutes(5);
    new ServiceAlarm(this, {
      id: `${props.api}-api-slow`,
      severity: 'page',
      heading: 'api-slow',
      impact: `Responses of the ${props.api} API take seconds.`,
      // A few cold starts or exports make a quiet API slow on average.
      metric: new MathExpression({
        expression: 'IF(requests >= 20, latency, 0)',
        usingMetrics: {
          requests: stage.metricCount({ statistic: Stats.SUM, period: latencyPeriod }),
          latency: stage.metricLatency({ statistic: Stats.AVERAGE, period: latencyPeriod }),
        },
        period: latencyPeriod,
      }),
      // Milliseconds. Browsers and plugins give up after five to ten seconds.
      threshold: 3_000,
      periods: 3,
      topic: props.alarmTopic,
    });
  }

  private makeRestApi(): DeployedRestApi {
    const { restApi, resources } = this.props;
    const { requestsPerSecond, burst } = resources.config.throttle;
    const accessLog = makeLogGroup(this, 'AccessLog', resources.config);
    return new DeployedRestApi(this, 'Api', {
      restApi,
      restApiName: this.stackName,
      deployOptions: {
        stageName,
        throttlingRateLimit: requestsPerSecond,
        throttlingBurstLimit: burst,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
        // Execution logs contain whole requests, credentials included.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
      },
    });
  }

  /** Maps the names of a private API to its stage, which does not exist earlier. */
  private nameApi(): void {
    for (const [index, { attrDomainNameArn: domainNameArn }] of (this.props.domainNames ?? []).entries()) {
      const { restApiId, deploymentStage: stage } = this.restApi;
      new CfnBasePathMappingV2(this, `Name${index}`, { domainNameArn, restApiId, stage: stage.stageName });
    }
  }

  /** The resource of a path. Those of newer areas are in their nested stack. */
  private resourceOf(path: string): Resource {
    const area = newerAreaOf({ api: this.props.api, path: path as AnyRoute['path'] });
    if (area !== undefined) {
      this.newer ??= new ApiFunctions(this, 'Newer', { ...this.props, first: this.functions });
      const parent = this.restApi.root.resourceForPath('/api');
      if (!parent.getResource(area)) new Resource(this.newer, area, { parent, pathPart: area });
    }
    return this.restApi.root.resourceForPath(path);
  }

  private addRoute(resource: Resource, { file, declaration: route }: DeclarationFile<AnyRoute>): void {
    const holdsList = readsLists(route.grants);
    const functions = (newerAreaOf(route) && this.newer) || this.functions;
    const { target, invocationRole } = functions.add(constructId(route.id), {
      file,
      summary: route.summary,
      grants: grantsOf(route),
      memoryMb: route.memoryMb ?? (holdsList || isPageOfDashboard(route) ? 1024 : smallMemoryMb),
      timeoutSeconds: route.timeoutSeconds ?? (holdsList ? maxTimeoutSeconds : 10),
      kind: route.method === 'GET' ? 'Read' : 'Write',
      ...(holdsList && { provisioned: this.props.resources.config.provisionedConcurrency[route.api] }),
      variables: {
        ...this.ownVariables(),
        ...(hasPublicBaseUrl(route) && { PUBLIC_BASE_URL: this.publicBaseUrl() }),
      },
    });
    // CDK's LambdaIntegration would add a permission resource for each method.
    const integration = new AwsIntegration({
      service: 'lambda',
      proxy: true,
      path: `2015-03-31/functions/${target.functionArn}/invocations`,
      options: { credentialsRole: invocationRole },
    });
    for (const method of methodsOf(route)) this.addMethod(resource, method, route, integration);
  }

  /** Environment variables of every function of this API, authorizers included. */
  private ownVariables(): Variables {
    const { api, addresses, resources } = this.props;
    return {
      ...(resources.config.edge.enabled && { BEHIND_EDGE: 'true' }),
      ...(api === 'dashboard' && { TRUSTED_ORIGINS: addresses.trustedOrigins.join(' ') }),
    };
  }

  /** Not built from the stage: the stage depends on the functions, so that would be circular. */
  private publicBaseUrl(): string {
    const ownHost = `${this.restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`;
    const { publicBaseUrl, dashboardUrls } = this.props.addresses;
    return (this.props.api === 'dashboard' ? dashboardUrls[0] : publicBaseUrl) ?? `https://${ownHost}/${stageName}`;
  }

  private addMethod(resource: Resource, method: string, { auth, id }: AnyRoute, integration: Integration): void {
    // The functions themselves check the operator's secret.
    if (auth.kind === 'none' || auth.kind === 'operator')
      resource.addMethod(method, integration, { operationName: id });
    else {
      const authorizer = this.authorizerOf(auth.kind);
      // Installations have no gateway keys or usage plans of their own, because API Gateway limits the number of keys.
      const apiKeyRequired = auth.kind === 'apiKey';
      resource.addMethod(method, integration, { operationName: id, authorizer, apiKeyRequired });
    }
  }

  /** The authorizer of such routes, created on first use. */
  private authorizerOf(kind: Authorizer['kinds'][number]): IAuthorizer {
    const loaded = this.props.authorizers.find(({ declaration }) => declaration.kinds.includes(kind));
    if (!loaded) throw new Error(`No file in lambdas/authorizers declares an authorizer for the kind ${kind}`);
    const { file, declaration } = loaded;
    const existing = this.authorizers.get(declaration.id);
    if (existing) return existing;
    const id = constructId(declaration.id);
    const { target, invocationRole } = this.functions.add(`${id}Authorizer`, {
      file,
      summary: declaration.summary,
      grants: declaration.grants,
      memoryMb: declaration.memoryMb ?? smallMemoryMb,
      timeoutSeconds: 10,
      kind: 'Read',
      variables: this.ownVariables(),
    });
    const { cache } = declaration;
    const authorizer = new RequestAuthorizer(this, id, {
      handler: target,
      assumeRole: invocationRole,
      identitySources: cache ? [IdentitySource.header(cache.header)] : [],
      resultsCacheTtl: Duration.seconds(cache?.seconds ?? 0),
    });
    this.authorizers.set(declaration.id, authorizer);
    return authorizer;
  }
}

/** The memory of functions for whose start few people wait. */
const smallMemoryMb = 256;

/** A page of the dashboard waits for the starts of all that it asks for: more memory is a larger share of a processor. */
const isPageOfDashboard = ({ api, method }: AnyRoute) => api === 'dashboard' && method === 'GET';

/**
 * Only the IP address and user agent come from the client. Paths, queries and other headers contain iDs, e-mail
 * addresses and credentials; the route says what was requested.
 */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  agent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  durationMs: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  error: '$context.error.responseType',
};
