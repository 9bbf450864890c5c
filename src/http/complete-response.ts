import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { RequestState } from '#src/identity/callers/caller.ts';
import { rateLimitHeaders } from '#src/identity/callers/rate-limit.ts';
import { headerOf, isTrustedOrigin } from '#src/identity/callers/request-head.ts';
import { parseOrigin } from '#src/vocabulary/web-url.ts';
import { entityTag, matchesEntityTag } from './entity-tag.ts';
import { allowsAnyOrigin, cacheControl, cachePolicyOf, mergeVary, routeHeaders } from './response-headers.ts';
import type { AnyRoute } from './route.ts';

/** Adds the route's headers, and removes the body for HEAD and for matching conditional requests. */
export async function completeResponse(
  route: AnyRoute,
  event: APIGatewayProxyEvent,
  response: APIGatewayProxyResult,
  state: RequestState,
): Promise<void> {
  const headers: Record<string, unknown> = {
    ...lowerCaseNames(routeHeaders(route, readableOrigin(route, event, state))),
    ...lowerCaseNames(response.headers ?? {}),
    'x-request-id': event.requestContext.requestId,
  };
  const isRead = response.statusCode === 200 && route.method === 'GET';
  headers['cache-control'] = isRead ? (headers['cache-control'] ?? cacheControl[cachePolicyOf(route)]) : 'no-store';
  const vary = mergeVary(
    headers.vary,
    isRead && 'Accept-Encoding', // The gateway compresses.
    'content-language' in headers && 'Accept-Language',
    mayEchoOrigin(route) && 'Origin',
  );
  if (vary) headers.vary = vary;
  if (isRead) {
    headers.etag ??= entityTag(response.body, headers);
    if (matchesEntityTag(headerOf(event, 'if-none-match'), String(headers.etag))) {
      response.statusCode = 304;
      response.body = '';
      delete response.isBase64Encoded;
      for (const name of representationHeaders) delete headers[name];
    }
  }
  if (state.budget) Object.assign(headers, rateLimitHeaders(state.budget, state.now));
  response.headers = headers as NonNullable<APIGatewayProxyResult['headers']>;
  if (event.httpMethod === 'HEAD') {
    response.body = '';
    delete response.isBase64Encoded;
  }
}

/** Headers omitted from a 304, because the client's copy has them (RFC 9110, 15.4.5). */
const representationHeaders = [
  'content-type',
  'content-language',
  'content-disposition',
  'link',
  'x-abridged',
  'x-export-limit',
  'x-export-truncated',
];

/** Whether pages of some other origins, but not all, may read a route's responses. */
const mayEchoOrigin = ({ api, auth }: AnyRoute) => auth.kind === 'installation' || !allowsAnyOrigin(api);

/** The request's origin, if its pages may read the response: verified by the installation, or trusted. */
function readableOrigin(route: AnyRoute, event: APIGatewayProxyEvent, { caller }: RequestState): string | undefined {
  if (!mayEchoOrigin(route)) return undefined;
  // A rejected caller has no verified origin.
  if (route.auth.kind === 'installation') return caller?.kind === 'installation' ? caller.origin : undefined;
  const origin = parseOrigin(headerOf(event, 'origin') ?? '');
  return isTrustedOrigin(origin) ? origin : undefined;
}

const lowerCaseNames = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
