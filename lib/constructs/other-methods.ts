import { MockIntegration, PassthroughBehavior, type Resource } from 'aws-cdk-lib/aws-apigateway';
import { corsSettings, isOpen } from '../../src/http/response-headers.ts';
import type { Api } from '../../src/http/route.ts';
import { gatewayHeaders, problemBody } from './gateway-errors.ts';

/** One method ANY for both questions a path gets besides its routes' own: a method and its responses are resources. */
const statusByMethod = '{ #if( $context.httpMethod == "OPTIONS" ) "statusCode": 204 #else "statusCode": 405 #end }';

/**
 * Lets the gateway itself answer what no route of a path does, without a credential and without a function: OPTIONS, and
 * so the question browsers ask before a request that is not simple (CORS preflight), and 405 for any other method.
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
  const readers = isOpen(api) ? [] : trustedOrigins;
  const options = {
    ...common,
    ...((isOpen(api) || readers.length > 0) && preflight(allowed)),
    // The first where the template below names no other: the gateway sends only headers that have a mapping.
    ...(readers[0] !== undefined && {
      'Access-Control-Allow-Origin': `'${readers[0]}'`,
      'Access-Control-Allow-Credentials': "'true'",
      Vary: "'Origin'",
    }),
  };
  resource.addMethod(
    'ANY',
    new MockIntegration({
      // A mock reads its status from a request of a media type it knows. Others it refuses, also as a 405.
      requestTemplates: Object.fromEntries(
        ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map((type) => [
          type,
          statusByMethod,
        ]),
      ),
      passthroughBehavior: PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: '204',
          selectionPattern: '204',
          responseParameters: asResponse(options),
          ...(readers.length > 0 && { responseTemplates: { 'application/json': allowingOrigin(readers) } }),
        },
        {
          statusCode: '405',
          responseTemplates: { 'application/json': problemBody('method_not_allowed') },
          responseParameters: asResponse(refusal),
        },
      ],
    }),
    { methodResponses: [declared('204', options), declared('405', refusal)] },
  );
}

/**
 * What a browser may send from a page of any origin. Whether an origin may read the answer is for the answer to say: a
 * preflight carries no credential, so nobody can know yet whose it is.
 */
function preflight(allowed: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': `'${allowed}'`,
    'Access-Control-Allow-Headers': `'${corsSettings.allowedHeaders.join(', ')}'`,
    'Access-Control-Max-Age': `'${corsSettings.maxAgeSeconds}'`,
  };
}

/** Echoes the origin of the request if it is one of these; browsers write the header in either case. */
function allowingOrigin(origins: readonly string[]): string {
  const isOne = origins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if($origin == "")#set($origin = $input.params().header.get("origin"))#end',
    `#if(${isOne})#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)#end`,
  ].join('\n');
}

const headerName = (name: string) => `method.response.header.${name}`;

const asResponse = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));

const declared = (statusCode: string, headers: Record<string, string>) => ({
  statusCode,
  responseParameters: Object.fromEntries(Object.keys(headers).map((name) => [headerName(name), true])),
});
