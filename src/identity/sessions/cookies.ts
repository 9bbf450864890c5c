import type { RequestHead } from '../callers/request-head.ts';
import { headerOf } from '../callers/request-head.ts';
import { cookieOf, sessionCookie } from './session-token.ts';

/** The prefix lets no other host of the domain set them (RFC 6265bis, 4.1.3.2). It allows no path but `/`. */
const refreshCookie = '__Host-registry_refresh';
const attemptCookie = '__Host-registry_sign_in';
/** Those of earlier versions, with their paths. Nothing reads them, and signing out deletes them. */
const formerCookies = [
  ['registry_session', '/'],
  ['registry_refresh', '/api/auth'],
] as const;
/** The cookies with which a load balancer keeps its own session (Elastic Load Balancing: authenticate users). */
const loadBalancerCookies = [0, 1, 2, 3].map((part) => `AWSELBAuthSessionCookie-${part}`);

const refreshLifeSeconds = 30 * 86_400;
/** How long somebody may take to sign in at the issuer. */
export const attemptLifeSeconds = 600;

/** The cookie with an ID token. It is sent with navigation from other sites, so that links into the dashboard work. */
export const sessionCookieWith = (idToken: string, lifeSeconds: number) =>
  cookie(sessionCookie, idToken, { sameSite: 'Lax', lifeSeconds });

/** The cookie with a refresh token. */
export const refreshCookieWith = (token: string) =>
  cookie(refreshCookie, token, { sameSite: 'Strict', lifeSeconds: refreshLifeSeconds });

/** The cookie with the id of an attempt to sign in. It must be `Lax`: the issuer's redirect comes from another site. */
export const attemptCookieWith = (id: string) =>
  cookie(attemptCookie, id, { sameSite: 'Lax', lifeSeconds: attemptLifeSeconds });

/** What ends an attempt to sign in. */
export const noAttemptCookie = cookie(attemptCookie, '', { sameSite: 'Lax', lifeSeconds: 0 });

/** What ends a session in the browser, whoever began it. */
export const noSessionCookies = [
  cookie(sessionCookie, '', { sameSite: 'Lax', lifeSeconds: 0 }),
  cookie(refreshCookie, '', { sameSite: 'Strict', lifeSeconds: 0 }),
  ...formerCookies.map(([name, path]) => cookie(name, '', { path, sameSite: 'Lax', lifeSeconds: 0 })),
];

/** What ends a load balancer's session. */
export const noLoadBalancerCookies = loadBalancerCookies.map((name) =>
  cookie(name, '', { sameSite: 'Lax', lifeSeconds: 0 }),
);

/** The refresh token of a request. */
export const refreshTokenIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', refreshCookie);

/** The id of a request's attempt to sign in. */
export const attemptIn = (head: RequestHead) => cookieOf(headerOf(head, 'cookie') ?? '', attemptCookie);

interface CookieScope {
  path?: string;
  sameSite: 'Lax' | 'Strict';
  lifeSeconds: number;
}

/** Chromium and Firefox accept `Secure`, and the prefix, from loopback addresses without https, too. */
function cookie(name: string, value: string, { path = '/', sameSite, lifeSeconds }: CookieScope): string {
  return `${name}=${value}; Path=${path}; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=${sameSite}`;
}
