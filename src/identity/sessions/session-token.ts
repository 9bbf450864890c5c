import { type Headers, headerOf } from '../callers/request-head.ts';

/** The cookie with the session token. */
export const sessionCookie = '__Host-registry_session';

/** An unverified token of a request. */
export interface SentToken {
  jwt: string;
  sentBy: 'header' | 'cookie';
  /** Whether it was in the header of a load balancer. */
  fromLoadBalancer: boolean;
}

/**
 * Finds the token of a request: the bearer token, or else the load balancer's, or else the cookie. With a malformed
 * Authorization header, the cookie is not used.
 */
export function findToken(sent: Headers): SentToken | undefined {
  const authorization = headerOf(sent, 'authorization');
  if (authorization !== undefined) {
    const jwt = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
    return { jwt, sentBy: 'header', fromLoadBalancer: false };
  }
  const data = headerOf(sent, 'x-amzn-oidc-data');
  // The load balancer authenticates browsers with its own cookie, so CSRF protection is needed here too.
  if (data !== undefined) return { jwt: data.trim(), sentBy: 'cookie', fromLoadBalancer: true };
  const jwt = cookieOf(headerOf(sent, 'cookie') ?? '', sessionCookie);
  return jwt === undefined ? undefined : { jwt, sentBy: 'cookie', fromLoadBalancer: false };
}

/** The value of a cookie in a Cookie header; undefined if it is missing or empty. */
export function cookieOf(header: string, wanted: string): string | undefined {
  for (const pair of header.split(/[;,]/)) {
    const [name, value = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    if (name === wanted && value) return value;
  }
  return undefined;
}
