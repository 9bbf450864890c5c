import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { refreshTokenIn } from '#src/identity/sessions/cookies.ts';
import { refreshTokens } from '#src/identity/sessions/issuer.ts';
import { requireOwnOrigin } from '#src/identity/sessions/session-auth.ts';
import { newSession } from '#src/identity/sessions/session-cookies.ts';
import { Problem } from '#src/runtime/errors.ts';
import { log } from '#src/runtime/log.ts';

export const route = defineRoute({
  id: 'auth.refresh',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Extend the session of a browser',
  description: 'Uses the refresh token in the cookie. After a 401 the person has to sign in again.',
  auth: { kind: 'none' },
  responses: { 200: z.object({ expires_at: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z') }) },
  problems: ['origin_rejected', 'missing_credential', 'invalid_credential', 'upstream_unavailable'],
  grants: ['sign-in', 'ended-sessions:read', 'secret:sign-in-client'],
  async handle({ head, now }) {
    requireOwnOrigin(head);
    const refreshToken = refreshTokenIn(head);
    if (refreshToken === undefined) throw new Problem('missing_credential', 'There is no session to extend');
    const tokens = await refreshTokens(refreshToken);
    const hasEnded = new Problem('invalid_credential', 'The session has ended. Sign in again');
    if ('failed' in tokens && tokens.failed === 'expired') throw hasEnded;
    const session = 'failed' in tokens ? { refused: tokens.reason } : await newSession(tokens, now);
    if ('refused' in session) {
      log('warn', 'Refreshed session refused', { reason: session.refused });
      throw hasEnded;
    }
    return { status: 200, body: { expires_at: session.expiresAtMs }, cookies: session.cookies };
  },
});

export const handler = lambda(route);
