import { MockIntegration, PassthroughBehavior, type Resource } from 'aws-cdk-lib/aws-apigateway';
import { crossOrigin, isOpen } from '../../src/http/answer-headers.ts';
import type { Api } from '../../src/http/route.ts';
import { gatewayHeaders, problemBody } from './gateway-errors.ts';

/** One method ANY for both questions a path gets besides its routes' own: a method and its responses are resources. */
const statusByMethod = '{ #if( $context.httpMethod == "OPTIONS" ) "statusCode": 204 #else "statusCode": 405 #end }';

/**
 * Lets the gateway itself answer what no route of a path does, without a credential and without a function: OPTIONS, and
 * so the question browsers ask before a request that is not simple (CORS preflight), and 405 for any other method.
 */
export function addOtherMethods(resource: Resource, api: Api, methods: string[]): void {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const refusal: Record<string, string> = { ...gatewayHeaders(api), Allow: `'${allowed}'` };
  const { 'Content-Type': _, ...common } = refusal;
  const options = { ...common, ...(isOpen(api) && preflight(allowed)) };
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
        { statusCode: '204', selectionPattern: '204', responseParameters: asResponse(options) },
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
    'Access-Control-Allow-Headers': `'${crossOrigin.sendable.join(', ')}'`,
    'Access-Control-Max-Age': `'${crossOrigin.maxAgeSeconds}'`,
  };
}

const headerName = (name: string) => `method.response.header.${name}`;

const asResponse = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));

const declared = (statusCode: string, headers: Record<string, string>) => ({
  statusCode,
  responseParameters: Object.fromEntries(Object.keys(headers).map((name) => [headerName(name), true])),
});
