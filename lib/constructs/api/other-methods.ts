import { ContentHandling, MockIntegration, PassthroughBehavior, type Resource } from 'aws-cdk-lib/aws-apigateway';
import { allowsAnyOrigin, corsSettings } from '#src/http/response-headers.ts';
import type { Api } from '#src/http/route.ts';
import { gatewayHeaders, problemBody } from './gateway-errors.ts';

/** One ANY method serves both OPTIONS and 405, because each method counts against the stack's resource limit. */
const statusByMethod = '{ #if( $context.httpMethod == "OPTIONS" ) "statusCode": 204 #else "statusCode": 405 #end }';

/**
 * Answers methods that a path has no route for, without a credential or a function: OPTIONS with 204 (CORS preflight),
 * all others with 405.
 */
export function addOtherMethods(
  resource: Resource,
  api: Api,
  methods: string[],
  trustedOrigins: readonly string[],
): void {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const refusal: Record<string, string> = { ...gatewayHeaders(api), Allow: `'${allowed}'` };
  const { 'Content-Type': _, ...common } = refusal;
  const allowedOrigins = allowsAnyOrigin(api) ? [] : trustedOrigins;
  const options = {
    ...common,
    ...((allowsAnyOrigin(api) || allowedOrigins.length > 0) && preflight(allowed)),
    // A default that the template below overrides: the gateway only sends headers that have a mapping.
    ...(allowedOrigins[0] !== undefined && {
      'Access-Control-Allow-Origin': `'${allowedOrigins[0]}'`,
      'Access-Control-Allow-Credentials': "'true'",
      Vary: "'Origin'",
    }),
  };
  resource.addMethod(
    'ANY',
    new MockIntegration({
      // A mock needs a request template for the media type to set its status. It rejects other types; that is mapped to
      // 405 too.
      requestTemplates: Object.fromEntries(
        ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map((type) => [
          type,
          statusByMethod,
        ]),
      ),
      passthroughBehavior: PassthroughBehavior.NEVER,
      // Every type is binary to the gateway, and it fails with 500 to read a template's input from bytes.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      integrationResponses: [
        {
          statusCode: '204',
          selectionPattern: '204',
          responseParameters: responseParametersOf(options),
          ...(allowedOrigins.length > 0 && {
            responseTemplates: { 'application/json': echoOriginTemplate(allowedOrigins) },
          }),
        },
        {
          statusCode: '405',
          responseTemplates: { 'application/json': problemBody('method_not_allowed') },
          responseParameters: responseParametersOf(refusal),
        },
      ],
    }),
    { methodResponses: [methodResponse('204', options), methodResponse('405', refusal)] },
  );
}

/**
 * The preflight headers, the same for every origin: a preflight has no credential, so the allowed origins are not known
 * yet. The actual response says whether the origin may read it.
 */
function preflight(allowed: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': `'${allowed}'`,
    'Access-Control-Allow-Headers': `'${corsSettings.allowedHeaders.join(', ')}'`,
    'Access-Control-Max-Age': `'${corsSettings.maxAgeSeconds}'`,
  };
}

/** A template that echoes the request's origin if it is in the list. HTTP/2 sends the header name in lower case. */
function echoOriginTemplate(origins: readonly string[]): string {
  const isOne = origins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if($origin == "")#set($origin = $input.params().header.get("origin"))#end',
    `#if(${isOne})#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)#end`,
  ].join('\n');
}

const headerName = (name: string) => `method.response.header.${name}`;

const responseParametersOf = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));

const methodResponse = (statusCode: string, headers: Record<string, string>) => ({
  statusCode,
  responseParameters: Object.fromEntries(Object.keys(headers).map((name) => [headerName(name), true])),
});
