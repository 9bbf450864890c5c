import type { APIGatewayProxyEvent } from 'aws-lambda';
import { env } from '#src/runtime/env.ts';

/** The parts of a request that authentication reads. */
export type RequestHead = Pick<
  APIGatewayProxyEvent,
  'headers' | 'multiValueHeaders' | 'queryStringParameters' | 'httpMethod' | 'requestContext'
>;

/** The headers of a request in the form of API Gateway. */
export interface Headers {
  headers: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
}

/** The distinct values of a header, by its lower-case name. */
export function distinctValues({ headers, multiValueHeaders }: Headers, name: string): string[] {
  const values = [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .map((value) => value.trim());
  return [...new Set(values)];
}

/** A request header by its lower-case name. Several lines are joined with commas. */
export function headerOf({ headers, multiValueHeaders }: Headers, name: string): string | undefined {
  for (const [key, values] of Object.entries(multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name && values) return values.join(', ');
  }
  for (const [key, value] of Object.entries(headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** The header in which CloudFront sends the client's address, replacing any value from the client. */
export const clientAddressHeader = 'x-client-address';

/**
 * The client's IP address according to CloudFront; undefined where CloudFront is not in front of the API, because
 * anyone could send the header there.
 */
export function addressFromEdge(head: Headers): string | undefined {
  return env('BEHIND_EDGE') ? headerOf(head, clientAddressHeader) : undefined;
}

/** The client's IP address according to CloudFront, or else that of the connection. */
export function clientAddressOf(head: RequestHead): string | undefined {
  return addressFromEdge(head) ?? head.requestContext.identity?.sourceIp;
}

/** The header in which CloudFront sends the client's network, for the firewall. */
export const clientNetworkHeader = 'x-client-network';

/** Whether an origin is the dashboard's own or one that the operator trusts. */
export function isTrustedOrigin(origin: string | undefined): boolean {
  return origin !== undefined && env('TRUSTED_ORIGINS').includes(origin);
}
