import { refreshCookieWith, sessionCookieWith } from './cookies.ts';
import type { Tokens } from './issuer.ts';
import { openSession } from './open-session.ts';
import type { Identity } from './verify-token.ts';

/** A new or extended session, and the cookies that carry it. */
export interface NewSession {
  identity: Identity;
  /** When the ID token expires, in milliseconds since the epoch. */
  expiresAtMs: number;
  cookies: string[];
}

/**
 * Verifies new tokens and makes cookies of them. Returns the reason for rejection for the log if the ID token is
 * invalid, or its session was ended, even if a refresh brought new tokens. Sets a refresh token only if there is a new
 * one: most issuers do not rotate it.
 */
export async function newSession(
  tokens: Tokens,
  now: Date,
): Promise<NewSession | { refused: string; isEnded?: boolean }> {
  const identity = await openSession({ jwt: tokens.id_token, sentBy: 'cookie', fromLoadBalancer: false });
  if ('refused' in identity) return identity;
  const { exp } = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  const lifeSeconds = Math.max(0, Math.floor(exp - now.getTime() / 1000));
  return {
    identity,
    expiresAtMs: exp * 1000,
    cookies: [
      sessionCookieWith(tokens.id_token, lifeSeconds),
      ...(tokens.refresh_token ? [refreshCookieWith(tokens.refresh_token)] : []),
    ],
  };
}
