import * as z from 'zod';
import { type CustomDomains, routingModes } from '../gateway/custom-domains.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';

/** The data that operations on host names work with. */
export interface HostNames {
  domains: CustomDomains;
  gateways: readonly Gateway[];
}

interface Call extends HostNames {
  /** The ids in the path: every second segment. */
  ids: string[];
  body: unknown;
}

interface Answer {
  status: number;
  body: unknown;
}

const accepted: Answer = { status: 202, body: undefined };

const DomainName = z.strictObject({
  domainName: z.string(),
  routingMode: z.enum(routingModes).default('BASE_PATH_MAPPING_ONLY'),
  endpointConfiguration: z.strictObject({ types: z.tuple([z.literal('REGIONAL')]) }),
  // The laptop has no TLS.
  regionalCertificateArn: z.string(),
  securityPolicy: z.string().optional(),
});

const BasePathMapping = z.strictObject({ basePath: z.string().optional(), restApiId: z.string(), stage: z.string() });

const RoutingRule = z.strictObject({
  priority: z.int(),
  // Conditions on headers are not supported.
  conditions: z.array(z.strictObject({ matchBasePaths: z.strictObject({ anyOf: z.array(z.string()).min(1) }) })).max(1),
  actions: z.tuple([
    z.strictObject({
      invokeApi: z.strictObject({ apiId: z.string(), stage: z.string(), stripBasePath: z.boolean().optional() }),
    }),
  ]),
});

/** The operations of `aws apigateway` and, below /v2, of `aws apigatewayv2`. */
const operations: Record<string, (call: Call) => Answer> = {
  'POST /domainnames': ({ body, domains }) => {
    const { domainName, routingMode } = parsed(DomainName, body, 'CreateDomainName');
    domains.create(domainName, routingMode);
    return { status: 201, body };
  },
  'DELETE /domainnames/*': ({ ids: [name = ''], domains }) => {
    domains.delete(name);
    return accepted;
  },
  'POST /domainnames/*/basepathmappings': ({ ids: [name = ''], body, ...hosts }) => {
    const { basePath = '', restApiId, stage } = parsed(BasePathMapping, body, 'CreateBasePathMapping');
    requireStage(hosts, restApiId, stage);
    hosts.domains.addMapping(name, pathOf(basePath), { apiId: restApiId, stage });
    return { status: 201, body };
  },
  'DELETE /domainnames/*/basepathmappings/*': ({ ids: [name = '', basePath = ''], domains }) => {
    domains.deleteMapping(name, pathOf(basePath));
    return accepted;
  },
  'POST /v2/domainnames/*/routingrules': ({ ids: [name = ''], body, ...hosts }) => {
    const { priority, conditions, actions } = parsed(RoutingRule, body, 'CreateRoutingRule');
    const { apiId, stage, stripBasePath: stripsBasePath = false } = actions[0].invokeApi;
    requireStage(hosts, apiId, stage);
    const basePaths = conditions.flatMap(({ matchBasePaths }) => matchBasePaths.anyOf);
    const { id } = hosts.domains.addRule(name, { priority, basePaths, apiId, stage, stripsBasePath });
    return { status: 201, body: { ...(body as object), routingRuleId: id } };
  },
  'DELETE /v2/domainnames/*/routingrules/*': ({ ids: [name = '', id = ''], domains }) => {
    domains.deleteRule(name, id);
    return { status: 204, body: undefined };
  },
  'GET /restapis/*/stages/*': ({ ids: [apiId = '', stage = ''], ...hosts }) => {
    requireStage(hosts, apiId, stage);
    return { status: 200, body: { stageName: stage } };
  },
  'DELETE /restapis/*': ({ ids: [apiId = ''], ...hosts }) => {
    const names = hosts.domains.mappedTo(apiId);
    if (names.length > 0) {
      const reason = 'Please remove all base path mappings related to the RestApi in your domains';
      throw new AwsError('BadRequestException', `Deleting RestApi ${apiId} failed. ${reason}: ${names.join(', ')}.`);
    }
    gatewayOf(hosts, apiId).isDeleted = true;
    return accepted;
  },
};

/** Whether a call of API Gateway's control plane is about domain names or the APIs themselves. */
export const isAboutHostNames = (target: string): boolean => /^\/(v2\/)?domainnames\b|^\/restapis\//.test(target);

/** Answers a call about domain names or the APIs themselves. Throws an AwsError where API Gateway rejects it. */
export function answerHostNames(method: string, target: string, body: unknown, hosts: HostNames): Answer {
  const { pathname } = new URL(target, 'http://localhost');
  const [, version = '', path = ''] = /^(\/v2)?(\/.*)$/.exec(pathname) ?? [];
  const segments = path.split('/').slice(1);
  const pattern = segments.map((segment, index) => (index % 2 === 0 ? segment : '*')).join('/');
  const operation = operations[`${method} ${version}/${pattern}`];
  if (!operation) throw unknownAction(`${method} ${pathname}`);
  return operation({ ids: segments.filter((_, index) => index % 2 === 1).map(decodeURIComponent), body, ...hosts });
}

function gatewayOf({ gateways }: Pick<HostNames, 'gateways'>, apiId: string): Gateway {
  const found = gateways.find(({ api, isDeleted }) => api.id === apiId && !isDeleted);
  if (!found) throw new AwsError('NotFoundException', 'Invalid API identifier specified');
  return found;
}

function requireStage(hosts: Pick<HostNames, 'gateways'>, apiId: string, stage: string): void {
  if (gatewayOf(hosts, apiId).api.stage !== stage)
    throw new AwsError('NotFoundException', 'Invalid stage identifier specified');
}

function parsed<T extends z.ZodType>(schema: T, body: unknown, action: string): z.output<T> {
  const read = schema.safeParse(body);
  if (!read.success) throw unknownAction(`${action} with ${JSON.stringify(body)}`);
  return read.data;
}

/** The CLI writes the root as `(none)`. */
const pathOf = (basePath: string) => (basePath === '(none)' ? '' : basePath);
