import type { RequestHead } from '../callers/request-head.ts';
import { headerOf } from '../callers/request-head.ts';
import { cookieOf, sessionCookie } from './session-token.ts';

/** The prefix stops other hosts of the domain from setting them (RFC 6265bis, 4.1.3.2). It requires the path `/`. */
const refreshCookie = '__Host-registry_refresh';
const attemptCookie = '__Host-registry_sign_in';
/** Cookies of earlier versions with their paths. Nothing reads them; signing out deletes them. */
const formerCookies = [
  ['registry_session', '/'],
  ['registry_refresh', '/api/auth'],
] as const;
/** The cookies of a load balancer's own session (Elastic Load Balancing: authenticate users). */
const loadBalancerCookies = [0, 1, 2, 3].map((part) => `AWSELBAuthSessionCookie-${part}`);

const refreshLifeSeconds = 30 * 86_400;
/** The time allowed for signing in at the issuer. */
export const attemptLifeSeconds = 600;

/** The cookie with an ID token. It is sent with navigation from other sites, so that links into the dashboard work. */
export const sessionCookieWith = (idToken: string, lifeSeconds: number) =>
  cookie(sessionCookie, idToken, { sameSite: 'Lax', lifeSeconds });

/** The cookie with a refresh token. */
export const refreshCookieWith = (token: string) =>
  cookie(refreshCookie, token, { sameSite: 'Strict', lifeSeconds: refreshLifeSeconds });

/** The cookie with the id of a sign-in attempt. It must be `Lax`: the issuer's redirect comes from another site. */
export const attemptCookieWith = (id: string) =>
  cookie(attemptCookie, id, { sameSite: 'Lax', lifeSeconds: attemptLifeSeconds });

/** Deletes the cookie of a sign-in attempt. */
export const noAttemptCookie = cookie(attemptCookie, '', { sameSite: 'Lax', lifeSeconds: 0 });

/** Deletes the cookies of a session, including those of earlier versions. */
export const noSessionCookies = [
  cookie(sessionCookie, '', { sameSite: 'Lax', lifeSeconds: 0 }),
  cookie(refreshCookie, '', { sameSite: 'Strict', lifeSeconds: 0 }),
  ...formerCookies.map(([name, path]) => cookie(name, '', { path, sameSite: 'Lax', lifeSeconds: 0 })),
];

/** Deletes the cookies of a load balancer's session. */
export const noLoadBalancerCookies = loadBalancerCookies.map((name) =>
  cookie(name, '', { sameSite: 'Lax', lifeSeconds: 0 }),
);

/** The refresh token of a request. */
export const refreshTokenIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', refreshCookie);

/** The id of a request's sign-in attempt. */
export const attemptIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', attemptCookie);

interface CookieScope {
  path?: string;
  sameSite: 'Lax' | 'Strict';
  lifeSeconds: number;
}

/** Chromium and Firefox also accept `Secure` and the prefix from loopback addresses without https. */
function cookie(name: string, value: string, { path = '/', sameSite, lifeSeconds }: CookieScope): string {
  return `${name}=${value}; Path=${path}; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=${sameSite}`;
}
