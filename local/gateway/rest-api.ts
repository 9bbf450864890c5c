import { findPathFault } from '#src/http/path-rules.ts';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { describe, type Stacks, type TemplateResource } from '../cloudformation/template.ts';
import { Policy } from '../iam/policy.ts';
import { gatewayMayInvoke } from './invocation.ts';

/** A REST API of the templates, in the gateway's form. */
export interface RestApi {
  id: string;
  name: string;
  stage: string;
  keySource: 'HEADER' | 'AUTHORIZER';
  /** The smallest response to compress; undefined for no compression. */
  minimumCompressionBytes: number | undefined;
  /** Whether bodies are bytes, which functions get and answer in base64. */
  isBinary: boolean;
  /** Who may call the API; undefined for everybody. */
  policy: Policy | undefined;
  root: ResourceNode;
  responses: Map<string, GatewayResponse>;
}

/** A segment of the resource tree. */
export interface ResourceNode {
  /** The path with its variables, as in the event's `resource`. */
  path: string;
  segment: string;
  children: ResourceNode[];
  methods: Map<string, Method>;
}

export interface Method {
  where: string;
  operationName: string | undefined;
  resourceId: string;
  apiKeyRequired: boolean;
  authorizer: AuthorizerProperties | undefined;
  integration: IntegrationProperties;
  /** Whether the role in the integration's credentials lets API Gateway invoke the function. */
  mayInvoke: boolean;
}

export type AuthorizerProperties = PropertiesOf<'AWS::ApiGateway::Authorizer'> & {
  id: string;
  /** Whether the role in its credentials lets API Gateway invoke the function. */
  mayInvoke: boolean;
};

type MethodProperties = PropertiesOf<'AWS::ApiGateway::Method'>;

export type IntegrationProperties = MethodProperties['Integration'];

export type GatewayResponse = Omit<PropertiesOf<'AWS::ApiGateway::GatewayResponse'>, 'RestApiId' | 'ResponseType'>;

/** Every REST API of the templates. */
export function readRestApis(stacks: Stacks): RestApi[] {
  const stages = stacks.all('AWS::ApiGateway::Stage');
  return stacks.all('AWS::ApiGateway::RestApi').map(({ declared, properties }) => {
    const where = describe(declared);
    const id = physicalName(declared, stacks);
    const own = stages.filter((stage) => stage.properties.RestApiId === id);
    const [stage] = own;
    if (!stage || own.length > 1) throw new Error(`${where}: expected one stage, found ${own.length}`);
    const responses = new Map<string, GatewayResponse>();
    for (const response of stacks.all('AWS::ApiGateway::GatewayResponse')) {
      const { RestApiId, ResponseType, ...rest } = response.properties;
      if (RestApiId === id) responses.set(ResponseType, rest);
    }
    return {
      id,
      name: properties.Name ?? declared.logicalId,
      stage: physicalName(stage.declared, stacks),
      keySource: properties.ApiKeySourceType ?? 'HEADER',
      minimumCompressionBytes: properties.MinimumCompressionSize,
      isBinary: properties.BinaryMediaTypes !== undefined,
      policy: properties.Policy && new Policy(properties.Policy.Statement, where),
      root: readTree(stacks, id),
      responses,
    };
  });
}

function readTree(stacks: Stacks, apiId: string): ResourceNode {
  const root: ResourceNode = { path: '/', segment: '', children: [], methods: new Map() };
  const rootId = `${apiId}/`;
  const nodes = new Map([[rootId, root]]);
  const resources = stacks
    .all('AWS::ApiGateway::Resource')
    .filter(({ properties }) => properties.RestApiId === apiId)
    .map(({ declared, properties }) => ({ id: physicalName(declared, stacks), declared, ...properties }));
  for (const { id, PathPart: segment } of resources) {
    nodes.set(id, { path: '', segment, children: [], methods: new Map() });
  }
  for (const { id, ParentId, declared } of resources) {
    const parent = nodes.get(ParentId);
    const node = nodes.get(id);
    if (!parent || !node) throw new Error(`${describe(declared)}: its parent ${ParentId} is not declared`);
    parent.children.push(node);
  }
  const fault = findPathFault(namePaths(root, ''));
  if (fault) throw new Error(`API Gateway would refuse to deploy ${fault.path}: ${fault.message}`);
  for (const { declared, properties } of stacks.all('AWS::ApiGateway::Method')) {
    if (properties.RestApiId !== apiId) continue;
    const node = nodes.get(properties.ResourceId);
    if (!node) throw new Error(`${describe(declared)}: its resource is not declared`);
    node.methods.set(properties.HttpMethod, readMethod(declared, properties, stacks));
  }
  return root;
}

/** Sets the path of each resource. Returns the leaf paths, which suffice to check all paths. */
function namePaths(node: ResourceNode, path: string): string[] {
  node.path = path || '/';
  if (node.children.length === 0) return [node.path];
  return node.children.flatMap((child) => namePaths(child, `${path}/${child.segment}`));
}

function readMethod(declared: TemplateResource, properties: MethodProperties, stacks: Stacks): Method {
  const where = describe(declared);
  const { AuthorizationType = 'NONE', AuthorizerId, Integration: integration } = properties;
  if (integration.Type === 'MOCK' && integration.PassthroughBehavior !== 'NEVER') {
    throw new Error(`${where}: a mock that passes other media types on is not supported (PassthroughBehavior)`);
  }
  let authorizer: AuthorizerProperties | undefined;
  if (AuthorizationType === 'CUSTOM') {
    const found = stacks
      .all('AWS::ApiGateway::Authorizer')
      .find((one) => physicalName(one.declared, stacks) === AuthorizerId);
    if (!found) throw new Error(`${where}: its authorizer ${AuthorizerId} is not declared`);
    const { AuthorizerCredentials, AuthorizerUri } = found.properties;
    const mayInvoke = gatewayMayInvoke(stacks, AuthorizerUri, AuthorizerCredentials, describe(found.declared));
    authorizer = { id: String(AuthorizerId), mayInvoke, ...found.properties };
  }
  const { ResourceId: resourceId, ApiKeyRequired: apiKeyRequired = false, OperationName: operationName } = properties;
  const { Type, Uri = '', Credentials } = integration;
  const mayInvoke = Type === 'MOCK' || gatewayMayInvoke(stacks, Uri, Credentials, where);
  return { where, operationName, resourceId, apiKeyRequired, authorizer, integration, mayInvoke };
}

export interface Match {
  resource: ResourceNode;
  /** Percent-encoded: API Gateway does not decode them. */
  pathParameters: Record<string, string>;
}

/**
 * Finds the resource with methods for a raw path. `%2F` does not separate segments, one trailing slash is ignored,
 * literal segments win over variables, and a greedy variable takes the rest.
 */
export function matchPath(root: ResourceNode, rawPath: string): Match | undefined {
  const trimmed = rawPath.replace(/^\//, '').replace(/\/$/, '');
  return descend(root, trimmed === '' ? [] : trimmed.split('/'), {});
}

function descend(node: ResourceNode, rest: string[], found: Record<string, string>): Match | undefined {
  const [segment, ...after] = rest;
  if (segment === undefined) return node.methods.size > 0 ? { resource: node, pathParameters: found } : undefined;
  const literal = node.children.find((child) => child.segment === segment);
  const deeper = literal && descend(literal, after, found);
  if (deeper) return deeper;
  const variable = node.children.find((child) => child.segment.startsWith('{'));
  if (!variable) return undefined;
  if (isGreedy(variable.segment)) {
    if (variable.methods.size === 0) return undefined;
    return { resource: variable, pathParameters: { ...found, [variable.segment.slice(1, -2)]: rest.join('/') } };
  }
  return segment === '' ? undefined : descend(variable, after, { ...found, [variable.segment.slice(1, -1)]: segment });
}

const isGreedy = (segment: string) => segment.startsWith('{') && segment.endsWith('+}');
