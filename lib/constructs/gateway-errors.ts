import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { RefusalContext } from '../../src/auth/policy.ts';
import type { ProblemCode } from '../../src/errors.ts';
import { problemDescriptions, problems } from '../../src/http/problems.ts';
import { apiHeaders, corsHeaders, isOpen } from '../../src/http/response-headers.ts';
import type { Api } from '../../src/http/route.ts';

/** What the gateway answers by itself, as one of our problems. */
const answers: { type: ResponseType; code: ProblemCode; retryAfterSeconds?: number }[] = [
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, code: 'not_found' }, // its name for an address that does not exist
  { type: ResponseType.RESOURCE_NOT_FOUND, code: 'not_found' },
  { type: ResponseType.UNAUTHORIZED, code: 'missing_credential' },
  { type: ResponseType.INVALID_API_KEY, code: 'invalid_credential' },
  { type: ResponseType.EXPIRED_TOKEN, code: 'invalid_credential' },
  { type: ResponseType.INVALID_SIGNATURE, code: 'invalid_credential' },
  { type: ResponseType.ACCESS_DENIED, code: 'invalid_credential' }, // how the authorizers refuse what they do not know
  { type: ResponseType.WAF_FILTERED, code: 'forbidden' },
  // The gateway cannot say when a key's minute ends, but after a whole one it has.
  { type: ResponseType.THROTTLED, code: 'rate_limited', retryAfterSeconds: 60 },
  { type: ResponseType.QUOTA_EXCEEDED, code: 'rate_limited', retryAfterSeconds: 60 },
  { type: ResponseType.BAD_REQUEST_BODY, code: 'invalid_body' },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, code: 'invalid_query' },
  { type: ResponseType.REQUEST_TOO_LARGE, code: 'body_too_large' },
  // Only the method that answers 405 looks at media types.
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, code: 'method_not_allowed' },
  { type: ResponseType.INTEGRATION_TIMEOUT, code: 'timeout' },
  { type: ResponseType.INTEGRATION_FAILURE, code: 'internal_error' },
  { type: ResponseType.AUTHORIZER_FAILURE, code: 'internal_error' },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, code: 'internal_error' },
  { type: ResponseType.API_CONFIGURATION_ERROR, code: 'internal_error' },
  { type: ResponseType.DEFAULT_5XX, code: 'internal_error' },
];

/** Makes every error the gateway itself answers look like one of a function. */
export function addGatewayErrors(restApi: RestApi, api: Api): void {
  const common = gatewayHeaders(api);
  for (const { type, code, retryAfterSeconds } of answers) {
    restApi.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(problems[code].status),
      responseHeaders: {
        ...common,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
      templates: { 'application/json': isRefusalOfSession(api, type) ? refusalBody : problemBody(code) },
    });
  }
  // The rest is what cannot even be read as a request, a malformed or endless path above all; each keeps its status.
  restApi.addGatewayResponse(ResponseType.DEFAULT_4XX.responseType, {
    type: ResponseType.DEFAULT_4XX,
    responseHeaders: common,
    templates: { 'application/json': problemBody('invalid_id') },
  });
}

/** The authorizer of sessions says itself whether there was no token or a wrong one; both are 401. */
const isRefusalOfSession = (api: Api, type: ResponseType) => api === 'dashboard' && type === ResponseType.ACCESS_DENIED;

const refusalBody = JSON.stringify({
  error: '$context.authorizer.error',
  code: '$context.authorizer.code',
  details: null,
} satisfies Record<keyof RefusalContext | 'details', unknown>);

/** The body of a problem nobody can say more about. Exactly these three members: one of the three APIs is that strict. */
export function problemBody(code: ProblemCode): string {
  return JSON.stringify({ error: problemDescriptions[code].replace(/\.$/, ''), code, details: null });
}

/**
 * What every answer of the gateway itself says, as it maps headers: texts in quotes, or variables. Gateway responses are
 * one set a REST API, for public routes and those with a credential alike, so pages of any origin may read them where
 * they may read anything: they hold a code and a fixed sentence.
 */
export function gatewayHeaders(api: Api): Record<string, string> {
  const fixed = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...apiHeaders(api),
    ...(isOpen(api) && corsHeaders('*')),
  };
  return {
    ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, `'${value}'`])),
    'X-Request-Id': 'context.requestId',
  };
}
