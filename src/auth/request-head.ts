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

/** The different values of a header, whichever way its name is written and however often it was sent. */
export function distinctValues({ headers, multiValueHeaders }: Headers, name: string): string[] {
  const values = [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .map((value) => value.trim());
  return [...new Set(values)];
}

/** A request header by its lower-case name; clients and the gateway differ in case. Of several lines it is the list. */
export function headerOf({ headers, multiValueHeaders }: Headers, name: string): string | undefined {
  for (const [key, values] of Object.entries(multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name && values) return values.join(', ');
  }
  for (const [key, value] of Object.entries(headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}
