import type { RequestHead } from '../auth/request-head.ts';
import { headerOf } from '../auth/request-head.ts';
import { cookieOf, sessionCookie } from '../auth/session-token.ts';

/** Sent only to the routes that sign in, refresh and sign out, and never from pages of other sites. */
const authPath = '/api/auth';
const refreshCookie = 'registry_refresh';
const attemptCookie = 'registry_sign_in';
/** The cookies with which a load balancer keeps its own session (Elastic Load Balancing: authenticate users). */
const loadBalancerCookies = [0, 1, 2, 3].map((part) => `AWSELBAuthSessionCookie-${part}`);

const refreshLifeSeconds = 30 * 86_400;
/** How long somebody may take to sign in at the issuer. */
const attemptLifeSeconds = 600;

/** The cookie with an ID token. It is sent with navigation from other sites, so that links into the dashboard work. */
export const sessionCookieWith = (idToken: string, lifeSeconds: number) =>
  cookie(sessionCookie, idToken, { path: '/', sameSite: 'Lax', lifeSeconds });

/** The cookie with a refresh token. */
export const refreshCookieWith = (token: string) =>
  cookie(refreshCookie, token, { path: authPath, sameSite: 'Strict', lifeSeconds: refreshLifeSeconds });

/** The cookie with what the callback compares. It must be `Lax`: the issuer's redirect comes from another site. */
export const attemptCookieWith = (attempt: string) =>
  cookie(attemptCookie, attempt, { path: authPath, sameSite: 'Lax', lifeSeconds: attemptLifeSeconds });

/** What ends an attempt to sign in. */
export const noAttemptCookie = cookie(attemptCookie, '', { path: authPath, sameSite: 'Lax', lifeSeconds: 0 });

/** What ends a session in the browser, whoever began it. */
export const noSessionCookies = [
  cookie(sessionCookie, '', { path: '/', sameSite: 'Lax', lifeSeconds: 0 }),
  cookie(refreshCookie, '', { path: authPath, sameSite: 'Strict', lifeSeconds: 0 }),
];

/** What ends a load balancer's session. */
export const noLoadBalancerCookies = loadBalancerCookies.map((name) =>
  cookie(name, '', { path: '/', sameSite: 'Lax', lifeSeconds: 0 }),
);

/** The refresh token of a request. */
export const refreshTokenIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', refreshCookie);

/** The attempt to sign in of a request. */
export const attemptIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', attemptCookie);

interface CookieScope {
  path: string;
  sameSite: 'Lax' | 'Strict';
  lifeSeconds: number;
}

/** Browsers accept `Secure` from loopback addresses without https, too. */
function cookie(name: string, value: string, { path, sameSite, lifeSeconds }: CookieScope): string {
  return `${name}=${value}; Path=${path}; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=${sameSite}`;
}
