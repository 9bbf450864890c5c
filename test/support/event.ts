import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { lambda } from '#src/http/lambda.ts';
import { hasPublicBaseUrl } from '#src/http/links.ts';
import type { AnyRoute } from '#src/http/route.ts';
import type { Auth } from '#src/identity/callers/caller.ts';
import { defaultWorkspace, type Role } from '#src/vocabulary/workspace.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { assertMatchesDocument } from './document-match.ts';
import { withGrants } from './roles.ts';

/** The module of a route file, or a route defined by a test. */
export type Target = AnyRoute | { route: AnyRoute; handler: ReturnType<typeof lambda> };

export interface TestRequest {
  /** Default: the route's own. */
  method?: string;
  /** Path and query as on the wire, percent-encoded. */
  url: string;
  headers?: Record<string, string>;
  /** A string is sent as it is; anything else as JSON. */
  body?: unknown;
  /** Whether the gateway passes the body as base64, as for binary media types. */
  base64?: boolean;
  /** The function's remaining time. Default: unlimited. */
  timeLeftMs?: number;
  /** The authorizer's context; see `authorizerOf`. */
  authorizer?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string>;
  /** The values of Set-Cookie. */
  cookies: string[];
  /** Parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** The base URL of links in lists, which the stacks set for every list function. */
export const publicBaseUrl = 'https://registry.example.org';
process.env.PUBLIC_BASE_URL = publicBaseUrl;
process.env.SITE_NAME = 'Kilns & Pots';
process.env.SITE_CONTACT_EMAIL = 'library@example.org';

export const requestId = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

/**
 * Calls a route like API Gateway, with the event it would build. Checks the responses of the service's routes against
 * the OpenAPI document.
 */
export async function call(target: Target, request: TestRequest): Promise<TestResponse> {
  const { route, handler } = 'handler' in target ? target : { route: target, handler: lambda(target) };
  const { timeLeftMs } = request;
  const clock = timeLeftMs !== undefined && { getRemainingTimeInMillis: () => timeLeftMs };
  const context = { awsRequestId: requestId, ...clock };
  const {
    statusCode,
    headers = {},
    multiValueHeaders = {},
    body,
  } = await withGrants(grantsOf(route), () => handler(gatewayEvent(route, request), context as never));
  // Here all functions have the base URL; in a deployment, only those whose routes say that they need it.
  if (!hasPublicBaseUrl(route) && `${body}${JSON.stringify(headers)}`.includes(publicBaseUrl))
    throw new Error(`${route.id} answers with addresses of its API: declare namesAddresses`);
  // Routes defined by tests are in no OpenAPI document, and their errors are intended.
  if ('handler' in target) {
    const path = request.url.split('?')[0] ?? '';
    const sent = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
    const received = {
      method: request.method ?? route.method,
      path,
      status: statusCode,
      headers: sent,
      body: body ?? '',
    };
    assertMatchesDocument(route.api, received);
  }
  const cookies = (multiValueHeaders['set-cookie'] ?? []) as string[];
  return { status: statusCode, headers: headers as Record<string, string>, cookies, body: parsed(body) };
}

function parsed(body: APIGatewayProxyResult['body'] | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return body;
  }
}

/** The event that a REST API sends for a request: path parameters still encoded, query decoded, null for empty maps. */
export function gatewayEvent(route: { path: string; method: string }, request: TestRequest): APIGatewayProxyEvent {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  const parameters = multiMap(new URLSearchParams(query));
  const sent =
    request.body === undefined || typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  const type = sent === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = multiMap(Object.entries({ ...type, ...request.headers }));
  return {
    resource: route.path,
    path,
    httpMethod: request.method ?? route.method,
    headers: lastValues(headers),
    multiValueHeaders: headers as APIGatewayProxyEvent['multiValueHeaders'],
    queryStringParameters: lastValues(parameters),
    multiValueQueryStringParameters: parameters,
    pathParameters: pathParameters(route.path, path),
    stageVariables: null,
    body: sent === undefined ? null : request.base64 ? Buffer.from(sent).toString('base64') : sent,
    isBase64Encoded: request.base64 ?? false,
    requestContext: {
      requestId,
      httpMethod: request.method ?? route.method,
      path: `/prod${path}`,
      resourcePath: route.path,
      stage: 'prod',
      ...(request.authorizer && { authorizer: { principalId: 'test', integrationLatency: 1, ...request.authorizer } }),
    } as unknown as APIGatewayProxyEvent['requestContext'], // Without the parts about the account.
  } as APIGatewayProxyEvent; // Real events contain null where the type always has headers.
}

/** The authorizer's context for a caller who may use routes of this kind. */
export function authorizerOf(auth: Auth): Record<string, string> | undefined {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'operator':
      return undefined;
    case 'apiKey':
      return { perMinute: '1000000', keyHash: 'test-key', clientName: 'Test', scopes: auth.scope ?? '', expiresAt: '' };
    case 'installation':
      return {
        perMinute: '1000000',
        credentialHash: 'test-credential',
        installationId: 'test-installation',
        workspace: 'primary_entity',
        operational: 'true',
        expiresAt: '',
        origins: 'https://plugin.example',
        scopes: auth.scope ?? '',
      };
    case 'session':
      return sessionOf(auth.role);
    case 'member':
      return sessionOf(auth.role);
  }
}

/** The authorizer's context for a signed-in user, with a role in the workspace if one is given. */
export function sessionOf(role?: Role, workspace = defaultWorkspace): Record<string, string> {
  const memberships = role && role !== 'superadmin' && role !== 'steward' ? [{ workspace, role }] : [];
  return {
    subject: 'test-subject',
    email: 'curator@example.org',
    isSuperadmin: String(role === 'superadmin'),
    memberships: JSON.stringify(memberships),
    ...(role === 'steward' && { stewardIn: JSON.stringify([workspace]) }),
    sentBy: 'header',
  };
}

type MultiMap = Record<string, string[]> | null;

function multiMap(pairs: Iterable<[string, string]>): MultiMap {
  const map: Record<string, string[]> = {};
  for (const [name, value] of pairs) map[name] = [...(map[name] ?? []), value];
  return Object.keys(map).length > 0 ? map : null;
}

/** The single-value form of a map: the gateway passes the last value of a repeated name. */
function lastValues(map: MultiMap): Record<string, string> | null {
  return map && Object.fromEntries(Object.entries(map).map(([name, values]) => [name, values.at(-1) ?? '']));
}

/** Matches the raw path by segments, like the gateway; ignores one trailing slash. */
function pathParameters(template: string, path: string): Record<string, string> | null {
  const segments = path.replace(/(?<=.)\/$/, '').split('/');
  const names = template.split('/');
  const matched: Record<string, string> = {};
  for (const [index, part] of names.entries()) {
    const name = /^\{(.+?)\+?\}$/.exec(part)?.[1];
    const rest = part.endsWith('+}') ? segments.splice(index).join('/') : segments[index];
    if (name && rest) matched[name] = rest;
    else if (name || rest !== part) throw new Error(`${path} does not match ${template}`);
  }
  if (segments.length > names.length) throw new Error(`${path} does not match ${template}`);
  return Object.keys(matched).length > 0 ? matched : null;
}
