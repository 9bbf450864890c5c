import { env } from '../runtime/env.ts';
import { headerOf, type RequestHead } from './request-head.ts';

/** The header in which CloudFront sends the client's address, in place of what the client sent in it. */
export const clientAddressHeader = 'x-client-address';

/**
 * The client's IP address as CloudFront states it; undefined where CloudFront is not in front of the API, because then
 * anyone could send the header.
 */
export function addressFromEdge(head: Pick<RequestHead, 'headers' | 'multiValueHeaders'>): string | undefined {
  return env('BEHIND_EDGE') ? headerOf(head, clientAddressHeader) : undefined;
}

/** The client's IP address: as CloudFront states it, or that of the connection. */
export function clientAddressOf(head: RequestHead): string | undefined {
  return addressFromEdge(head) ?? head.requestContext.identity?.sourceIp;
}
