import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { RequestState } from '../auth/caller.ts';
import { rateLimitHeaders } from '../auth/rate-limit.ts';
import { headerOf } from '../auth/request-head.ts';
import { isTrustedOrigin } from '../auth/trusted-origin.ts';
import { parseOrigin } from '../domain/values/origin.ts';
import { log } from '../runtime/log.ts';
import { entityTag, matchEntityTag } from './entity-tag.ts';
import { allowsAnyOrigin, cacheControl, cachePolicyOf, mergeVary, routeHeaders } from './response-headers.ts';
import type { AnyRoute } from './route.ts';

/** Adds the headers that follow from the route, and removes the body for HEAD and for conditional requests that match. */
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
    isRead && 'Accept-Encoding', // the gateway compresses
    'content-language' in headers && 'Accept-Language',
    mayEchoOrigin(route) && 'Origin',
  );
  if (vary) headers.vary = vary;
  if (isRead) {
    headers.etag ??= entityTag(response.body, headers);
    const match = matchEntityTag(headerOf(event, 'if-none-match'), String(headers.etag));
    if (match) {
      response.statusCode = 304;
      response.body = '';
      for (const name of representationHeaders) delete headers[name];
      // `*` requires no cached copy, so a refund would bypass the limit.
      if (match === 'tag') await refund(state);
    }
  }
  if (state.budget) Object.assign(headers, rateLimitHeaders(state.budget, state.now));
  response.headers = headers as NonNullable<APIGatewayProxyResult['headers']>;
  if (event.httpMethod === 'HEAD') response.body = '';
}

/** Headers that a 304 omits, because the client's copy has them (RFC 9110, 15.4.5). */
const representationHeaders = ['content-type', 'content-language', 'content-disposition', 'link'];

/** A revalidation that matches does not count against the limit, which encourages clients to cache. */
async function refund({ budget }: RequestState): Promise<void> {
  if (!budget) return;
  try {
    await budget.refund();
    budget.used--;
  } catch (error) {
    // The response is still correct; the client only has one request less in this minute.
    log('warn', 'A request could not be refunded', { error });
  }
}

/** Whether pages of some other origins, but not of all, may read the responses of a route. */
const mayEchoOrigin = ({ api, auth }: AnyRoute) => auth.kind === 'installation' || !allowsAnyOrigin(api);

/** The origin of the request, if its pages may read the response: verified by the installation or trusted by the operator. */
function readableOrigin(route: AnyRoute, event: APIGatewayProxyEvent, { caller }: RequestState): string | undefined {
  if (!mayEchoOrigin(route)) return undefined;
  // A rejected caller has no verified origin.
  if (route.auth.kind === 'installation') return caller?.kind === 'installation' ? caller.origin : undefined;
  const origin = parseOrigin(headerOf(event, 'origin') ?? '');
  return isTrustedOrigin(origin) ? origin : undefined;
}

const lowerCaseNames = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
