import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import type { RequestHead } from '#src/identity/callers/request-head.ts';
import { dashboardOrigin } from '#src/identity/sessions/attempt.ts';
import { noLoadBalancerCookies, noSessionCookies, refreshTokenIn } from '#src/identity/sessions/cookies.ts';
import { endSessionUrl, revokeToken } from '#src/identity/sessions/issuer.ts';
import { requireOwnOrigin } from '#src/identity/sessions/session-auth.ts';
import { findToken } from '#src/identity/sessions/session-token.ts';
import { verifyToken } from '#src/identity/sessions/verify-token.ts';
import { endSession } from '#src/identity/store/ended-sessions.ts';
import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';

export const route = defineRoute({
  id: 'auth.logout',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out with a browser',
  description:
    'Ends the session for everyone who has a copy of its token, revokes the refresh token and deletes the ' +
    'cookies. To end the session at the identity provider as well, the browser goes to `end_session_url`, ' +
    'which is null if the provider has no such address or cannot be reached.',
  auth: { kind: 'none' },
  query: z.object({
    origin: z
      .string()
      .max(300)
      .optional()
      .describe('The origin of the page, if it is not the first one of the dashboard.'),
  }),
  responses: { 200: z.object({ end_session_url: z.url().nullable() }) },
  problems: ['origin_rejected', 'not_configured'],
  grants: ['sign-in', 'ended-sessions:put', 'secret:sign-in-client'],
  async handle({ query, head, now }) {
    requireOwnOrigin(head);
    const origin = dashboardOrigin(query.origin);
    const refreshToken = refreshTokenIn(head);
    // Signing out of a shared computer must succeed even if the issuer fails.
    const orLog = (error: unknown) => log('warn', 'Sign-out is incomplete', { error });
    const [url] = await Promise.all([
      endSessionUrl(`${origin}/`).catch(orLog),
      refreshToken === undefined ? undefined : revokeToken(refreshToken).catch(orLog),
      endSessionOf(head, now).catch(orLog),
    ]);
    // A load balancer forwards this path without the identity.
    const cookies = [...noSessionCookies, ...(env('ALB_ARN') ? noLoadBalancerCookies : [])];
    return { status: 200, body: { end_session_url: url ?? null }, cookies };
  },
});

/** Ends a session, unless a load balancer holds it: then its tokens last for minutes, and its cookies are deleted. */
async function endSessionOf(head: RequestHead, now: Date): Promise<void> {
  const token = findToken(head);
  const identity = token && !token.fromLoadBalancer && (await verifyToken(token));
  if (identity && !('refused' in identity)) await endSession(identity.sessionId, now, identity.expiresAtMs);
}

export const handler = lambda(route);
