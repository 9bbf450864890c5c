import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A request header by its lower-case name; clients and the gateway differ in case. Of several lines it is the list. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name && values) return values.join(', ');
  }
  for (const [key, value] of Object.entries(event.headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}
