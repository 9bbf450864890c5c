import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A request without its path and body: what says who sent it. */
export type RequestHead = Pick<
  APIGatewayProxyEvent,
  'headers' | 'multiValueHeaders' | 'queryStringParameters' | 'httpMethod' | 'requestContext'
>;

/** The headers of a request as the gateway hands them over. */
export interface Headers {
  headers: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
}

/** A request header by its lower-case name; clients and the gateway differ in case. Of several lines it is the list. */
export function headerOf({ headers, multiValueHeaders }: Headers, name: string): string | undefined {
  for (const [key, values] of Object.entries(multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name && values) return values.join(', ');
  }
  for (const [key, value] of Object.entries(headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}
