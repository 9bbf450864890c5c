import * as z from 'zod';
import { requireOwnOrigin } from '../../../src/auth/session-auth.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { log } from '../../../src/runtime/log.ts';
import { refreshTokenIn } from '../../../src/sign-in/cookies.ts';
import { refreshTokens } from '../../../src/sign-in/issuer.ts';
import { newSession } from '../../../src/sign-in/session-cookies.ts';

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
  grants: ['sign-in', 'secret:sign-in-client'],
  async handle({ head, now }) {
    requireOwnOrigin(head);
    const refreshToken = refreshTokenIn(head);
    if (refreshToken === undefined) throw new Problem('missing_credential', 'There is no session to extend');
    const tokens = await refreshTokens(refreshToken);
    if (!tokens) throw new Problem('invalid_credential', 'The session has ended. Sign in again');
    const session = await newSession(tokens, now);
    if ('refused' in session) {
      log('warn', 'Refreshed session refused', { reason: session.refused });
      throw new Problem('invalid_credential', 'The session has ended. Sign in again');
    }
    return { status: 200, body: { expires_at: session.expiresAtMs }, cookies: session.cookies };
  },
});

export const handler = lambda(route);
