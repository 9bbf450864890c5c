import { type Headers, headerOf } from './request-head.ts';

/** The cookie that carries the token of browsers. */
export const sessionCookie = 'registry_session';

/** A token as it was sent, verified by nobody yet. */
export interface SentToken {
  jwt: string;
  sentBy: 'header' | 'cookie';
  /** Whether a load balancer says it has made it. */
  fromLoadBalancer: boolean;
}

/**
 * The token of a request: the bearer token, else what a load balancer has added, else the cookie. A header that is
 * there but wrong is not made up for by a cookie.
 */
export function findToken(sent: Headers): SentToken | undefined {
  const authorization = headerOf(sent, 'authorization');
  if (authorization !== undefined) {
    const jwt = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
    return { jwt, sentBy: 'header', fromLoadBalancer: false };
  }
  const data = headerOf(sent, 'x-amzn-oidc-data');
  // The load balancer signs browsers in with a cookie of its own, which they send by themselves.
  if (data !== undefined) return { jwt: data.trim(), sentBy: 'cookie', fromLoadBalancer: true };
  const jwt = cookieOf(headerOf(sent, 'cookie') ?? '');
  return jwt === undefined ? undefined : { jwt, sentBy: 'cookie', fromLoadBalancer: false };
}

function cookieOf(header: string): string | undefined {
  for (const pair of header.split(/[;,]/)) {
    const [name, value = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    if (name === sessionCookie && value) return value;
  }
  return undefined;
}
