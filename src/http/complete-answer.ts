import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { cacheControl, cachePolicyOf, routeHeaders, varyWith } from './answer-headers.ts';
import { callerOf } from './caller.ts';
import { entityTag, isNamedBy } from './entity-tag.ts';
import { headerOf } from './request-header.ts';
import type { AnyRoute } from './route.ts';

/** Gives an answer the headers that follow from its route, and leaves out the body a client already has or did not want. */
export function completeAnswer(route: AnyRoute, event: APIGatewayProxyEvent, response: APIGatewayProxyResult): void {
  const origin = verifiedOrigin(route, event);
  const headers: Record<string, unknown> = {
    ...lowerCaseNames(routeHeaders(route, origin)),
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
    if (isNamedBy(headerOf(event, 'if-none-match'), String(headers.etag))) {
      response.statusCode = 304;
      response.body = '';
      for (const name of ofTheBody) delete headers[name];
    }
  }
  response.headers = headers as NonNullable<APIGatewayProxyResult['headers']>;
  if (event.httpMethod === 'HEAD') response.body = '';
}

/** What a 304 leaves out, since the client's copy already says it (RFC 9110, 15.4.5). */
const ofTheBody = ['content-type', 'content-language', 'content-disposition', 'link'];

/** Whether there can be callers whose own web site may read the answer. */
const mayEchoOrigin = ({ auth }: AnyRoute) => auth.kind === 'installation';

/** The origin of the request, if it is one the caller's installation has verified. */
function verifiedOrigin(route: AnyRoute, event: APIGatewayProxyEvent): string | undefined {
  if (!mayEchoOrigin(route)) return undefined;
  try {
    const caller = callerOf(route.auth, event);
    return caller.kind === 'installation' ? caller.origin : undefined;
  } catch {
    return undefined; // a caller refused has verified nothing
  }
}

const lowerCaseNames = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
