import { ResponseType, type RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { problemDescriptions, problems } from '#src/http/problems.ts';
import { allowsAnyOrigin, apiHeaders, corsHeaders } from '#src/http/response-headers.ts';
import type { Api } from '#src/http/route.ts';
import type { RefusalContext } from '#src/identity/callers/policy.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';

/** The problem for each error that API Gateway itself returns. */
const gatewayErrors: { type: ResponseType; code: ProblemCode; retryAfterSeconds?: number }[] = [
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, code: 'not_found' }, // API Gateway's name for an unknown path.
  { type: ResponseType.RESOURCE_NOT_FOUND, code: 'not_found' },
  { type: ResponseType.UNAUTHORIZED, code: 'missing_credential' },
  { type: ResponseType.INVALID_API_KEY, code: 'invalid_credential' },
  { type: ResponseType.EXPIRED_TOKEN, code: 'invalid_credential' },
  { type: ResponseType.INVALID_SIGNATURE, code: 'invalid_credential' },
  { type: ResponseType.ACCESS_DENIED, code: 'invalid_credential' }, // The authorizers deny unknown credentials.
  { type: ResponseType.WAF_FILTERED, code: 'forbidden' },
  // The gateway does not know when the key's minute ends, but a full minute is always enough.
  { type: ResponseType.THROTTLED, code: 'rate_limited', retryAfterSeconds: 60 },
  { type: ResponseType.QUOTA_EXCEEDED, code: 'rate_limited', retryAfterSeconds: 60 },
  { type: ResponseType.BAD_REQUEST_BODY, code: 'invalid_body' },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, code: 'invalid_query' },
  { type: ResponseType.REQUEST_TOO_LARGE, code: 'body_too_large' },
  // Only the mock method that answers 405 checks media types.
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, code: 'method_not_allowed' },
  { type: ResponseType.INTEGRATION_TIMEOUT, code: 'timeout' },
  // The function was not invoked, usually because the account runs too many. Nothing has been done.
  { type: ResponseType.INTEGRATION_FAILURE, code: 'busy', retryAfterSeconds: 1 },
  { type: ResponseType.AUTHORIZER_FAILURE, code: 'busy', retryAfterSeconds: 1 },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, code: 'busy', retryAfterSeconds: 1 },
  { type: ResponseType.API_CONFIGURATION_ERROR, code: 'internal_error' },
  { type: ResponseType.DEFAULT_5XX, code: 'internal_error' },
];

/** Gives every error of API Gateway itself the same body and headers as errors of the functions. */
export function addGatewayErrors(restApi: RestApiBase, api: Api): void {
  const common = gatewayHeaders(api);
  for (const { type, code, retryAfterSeconds } of gatewayErrors) {
    restApi.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(problems[code].status),
      responseHeaders: {
        ...common,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
      templates: { 'application/json': isSessionRefusal(api, type) ? refusalBody : problemBody(code) },
    });
  }
  // All others are malformed requests, such as overlong paths. They keep their status.
  restApi.addGatewayResponse(ResponseType.DEFAULT_4XX.responseType, {
    type: ResponseType.DEFAULT_4XX,
    responseHeaders: common,
    templates: { 'application/json': problemBody('invalid_id') },
  });
}

/** The session authorizer's context distinguishes missing and invalid tokens; both are 401. */
const isSessionRefusal = (api: Api, type: ResponseType) => api === 'dashboard' && type === ResponseType.ACCESS_DENIED;

const refusalBody = JSON.stringify({
  error: '$context.authorizer.error',
  code: '$context.authorizer.code',
  details: null,
} satisfies Record<keyof RefusalContext | 'details', unknown>);

/** The body of a problem without details. It has exactly the three members that the API documents declare. */
export function problemBody(code: ProblemCode): string {
  return JSON.stringify({ error: problemDescriptions[code].replace(/\.$/, ''), code, details: null });
}

/**
 * The headers of the gateway's own responses, as header mappings: quoted text or variables. Any origin that may read
 * public routes may read them: a REST API has one set of gateway responses, and they hold no data.
 */
export function gatewayHeaders(api: Api): Record<string, string> {
  const fixed = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...apiHeaders(api),
    ...(allowsAnyOrigin(api) && corsHeaders('*')),
  };
  return {
    ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, `'${value}'`])),
    'X-Request-Id': 'context.requestId',
  };
}
