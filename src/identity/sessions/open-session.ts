import { env } from '#src/runtime/env.ts';
import { issuerSubject } from '../domain/user.ts';
import { isEnded } from '../store/ended-sessions.ts';
import type { SentToken } from './session-token.ts';
import { type Identity, type TokenRefusal, verifyToken } from './verify-token.ts';

/** The identity of a valid token whose session has not ended; otherwise the reason for rejecting it. */
export async function openSession(token: SentToken): Promise<Identity | (TokenRefusal & { isEnded?: boolean })> {
  const identity = await verifyToken(token);
  if ('refused' in identity) return identity;
  const { sessionId, authenticatedAtMs } = identity;
  const subject = issuerSubject(env('SIGN_IN_ISSUER'), identity.subject);
  if (!(await isEnded({ sessionId, subject, authenticatedAtMs }))) return identity;
  // Like an expired token, it is not a sign of a fault: a page left open sends it.
  return { refused: 'The session was ended', isExpired: true, isEnded: true };
}
