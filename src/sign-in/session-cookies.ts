import { type Identity, verifyToken } from '../auth/verify-token.ts';
import { refreshCookieWith, sessionCookieWith } from './cookies.ts';
import type { Tokens } from './issuer.ts';

/** A session that begins or goes on: the cookies that carry it, and the claims to compare. */
export interface NewSession {
  identity: Identity;
  nonce: string | undefined;
  /** When the ID token expires, in milliseconds since the epoch. */
  expiresAtMs: number;
  cookies: string[];
}

/**
 * Verifies new tokens and makes cookies of them. Returns the reason of rejection for the log if the ID token is not
 * valid. A refresh token is set only if there is a new one: most issuers do not rotate it.
 */
export async function newSession(tokens: Tokens, now: Date): Promise<NewSession | { refused: string }> {
  const identity = await verifyToken({ jwt: tokens.id_token, sentBy: 'cookie', fromLoadBalancer: false });
  if ('refused' in identity) return identity;
  const { nonce, exp } = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  const lifeSeconds = Math.max(0, Math.floor(exp - now.getTime() / 1000));
  return {
    identity,
    nonce,
    expiresAtMs: exp * 1000,
    cookies: [
      sessionCookieWith(tokens.id_token, lifeSeconds),
      ...(tokens.refresh_token ? [refreshCookieWith(tokens.refresh_token)] : []),
    ],
  };
}
