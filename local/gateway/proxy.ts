import { account } from '../cloudformation/template.ts';
import { validateHeaderName, validateHeaderValue } from '../http-module.ts';
import type { Answer } from './gateway-responses.ts';

/** A request as received. */
export interface RawRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  sourceIp: string;
  /** The VPC endpoint through which it came. */
  endpointId?: string;
}

export interface Query {
  single: Record<string, string> | null;
  multiple: Record<string, string[]> | null;
}

/** Decodes a query string like API Gateway; undefined if its percent-encoding is malformed. */
export function parseQuery(search: string): Query | undefined {
  const parameters: [string, string][] = [];
  try {
    for (const pair of search.split('&').filter(Boolean)) {
      const [name = '', value = ''] = pair.split(/=(.*)/s).map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
      parameters.push([name, value]);
    }
  } catch {
    return undefined;
  }
  if (parameters.length === 0) return { single: null, multiple: null };
  return { single: Object.fromEntries(parameters), multiple: valuesByName(parameters) };
}

/** The common event fields of functions and authorizers. */
export function eventOf(
  request: RawRequest,
  path: string,
  query: Query,
  matched: { resourcePath: string; resourceId: string; pathParameters: Record<string, string> },
  api: { id: string; stage: string },
  requestId: string,
) {
  const headers = forwarded(request);
  const header = (wanted: string) => request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const { pathParameters, resourcePath, resourceId } = matched;
  const now = new Date();
  return {
    resource: resourcePath,
    path,
    httpMethod: request.method,
    headers: Object.fromEntries(headers),
    multiValueHeaders: valuesByName(headers),
    queryStringParameters: query.single,
    multiValueQueryStringParameters: query.multiple,
    pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null,
    stageVariables: null,
    requestContext: {
      accountId: account.id,
      apiId: api.id,
      stage: api.stage,
      resourceId,
      resourcePath,
      httpMethod: request.method,
      path: `/${api.stage}${path}`,
      protocol: 'HTTP/1.1',
      requestId,
      extendedRequestId: requestId,
      requestTime: now.toUTCString(),
      requestTimeEpoch: now.getTime(),
      domainName: header('host'),
      identity: { sourceIp: request.sourceIp, userAgent: header('user-agent') } as Record<string, string | null>,
      authorizer: undefined as Record<string, unknown> | undefined,
    },
  };
}

export type RestEvent = ReturnType<typeof eventOf>;

function forwarded({ headers, sourceIp }: RawRequest): [string, string][] {
  const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'x-forwarded-for']);
  const kept = headers.filter(([name]) => !hopByHop.has(name.toLowerCase()));
  const before = headers.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  return [...kept, ['X-Forwarded-For', [...before, sourceIp].join(', ')], ['X-Forwarded-Proto', 'http']];
}

/** Groups values by name. Safe for names such as `__proto__`, because it does not index objects. */
function valuesByName(pairs: [name: string, value: string][]): Record<string, string[]> {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...grouped].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]));
}

const members = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);

/** Function headers that API Gateway renames with the prefix `x-amzn-Remapped-`. */
const remapped = /^(connection|content-md5|date|expect|host|server|te|trailer|upgrade|user-agent|www-authenticate)$/i;

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** The response in a function's result; undefined if API Gateway would reject it as malformed. */
export function proxyAnswer(result: unknown, isBinary: boolean): Answer | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  if (Object.keys(result).some((name) => !members.has(name))) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result as Record<string, unknown>;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const all = new Map<string, [string, string[]]>();
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'object' && value !== null) return undefined;
    all.set(name.toLowerCase(), [name, [String(value)]]);
  }
  for (const [name, values] of Object.entries((multiValueHeaders ?? {}) as Record<string, unknown>)) {
    if (!Array.isArray(values)) return undefined;
    all.set(name.toLowerCase(), [name, values.map(String)]);
  }
  if (!all.has('content-type')) all.set('content-type', ['Content-Type', ['application/json']]);
  all.delete('content-length');
  const answered = [...all.values()].flatMap(([name, values]) =>
    values.map((value): [string, string] => [remapped.test(name) ? `x-amzn-Remapped-${name}` : name, value]),
  );
  // Node would close the connection because of such a header.
  if (answered.some(([name, value]) => !isHeader(name, value))) return undefined;
  const bytes = isBinary && isBase64Encoded === true ? Buffer.from(body ?? '', 'base64') : undefined;
  return { status, headers: answered, body: bytes ?? body ?? '' };
}
