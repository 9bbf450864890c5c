import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { RequestState } from '../auth/caller.ts';
import { rateLimitHeaders } from '../auth/rate-limit.ts';
import { headerOf } from '../auth/request-head.ts';
import { isTrustedOrigin } from '../auth/trusted-origin.ts';
import { parseOrigin } from '../domain/values/origin.ts';
import { log } from '../runtime/log.ts';
import { cacheControl, cachePolicyOf, isOpen, routeHeaders, varyWith } from './answer-headers.ts';
import { entityTag, matchOf } from './entity-tag.ts';
import type { AnyRoute } from './route.ts';

/** Gives an answer the headers that follow from its route, and leaves out the body a client already has or did not want. */
export async function completeAnswer(
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
  const vary = varyWith(
    headers.vary,
    isRead && 'Accept-Encoding', // the gateway compresses
    'content-language' in headers && 'Accept-Language',
    mayEchoOrigin(route) && 'Origin',
  );
  if (vary) headers.vary = vary;
  if (isRead) {
    headers.etag ??= entityTag(response.body, headers);
    const match = matchOf(headerOf(event, 'if-none-match'), String(headers.etag));
    if (match) {
      response.statusCode = 304;
      response.body = '';
      for (const name of representationHeaders) delete headers[name];
      // `*` needs no copy: free, it would be a way round the limit.
      if (match === 'tag') await refund(state);
    }
  }
  if (state.budget) Object.assign(headers, rateLimitHeaders(state.budget, state.now));
  response.headers = headers as NonNullable<APIGatewayProxyResult['headers']>;
  if (event.httpMethod === 'HEAD') response.body = '';
}

/** What a 304 leaves out, since the client's copy already says it (RFC 9110, 15.4.5). */
const representationHeaders = ['content-type', 'content-language', 'content-disposition', 'link'];

/** Asking whether a copy is still current costs nothing, so that clients do ask. */
async function refund({ budget }: RequestState): Promise<void> {
  if (!budget) return;
  try {
    await budget.refund();
    budget.used--;
  } catch (error) {
    // The answer is right all the same; the client has one request less this minute.
    log('warn', 'A request could not be given back', { error });
  }
}

/** Whether pages of some other origins may read the answers of a route, but not of all. */
const mayEchoOrigin = ({ api, auth }: AnyRoute) => auth.kind === 'installation' || !isOpen(api);

/** The origin of the request, if its pages may read the answer: one verified by the caller, or trusted by the operator. */
function readableOrigin(route: AnyRoute, event: APIGatewayProxyEvent, { caller }: RequestState): string | undefined {
  if (!mayEchoOrigin(route)) return undefined;
  // A caller refused has verified nothing.
  if (route.auth.kind === 'installation') return caller?.kind === 'installation' ? caller.origin : undefined;
  const origin = parseOrigin(headerOf(event, 'origin') ?? '');
  return isTrustedOrigin(origin) ? origin : undefined;
}

const lowerCaseNames = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
