import * as z from 'zod';
import { requireOwnOrigin } from '../../../src/auth/session-auth.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { env } from '../../../src/runtime/env.ts';
import { log } from '../../../src/runtime/log.ts';
import { dashboardOrigin } from '../../../src/sign-in/attempt.ts';
import { noLoadBalancerCookies, noSessionCookies, refreshTokenIn } from '../../../src/sign-in/cookies.ts';
import { endSessionUrl, revokeToken } from '../../../src/sign-in/issuer.ts';

export const route = defineRoute({
  id: 'auth.logout',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out with a browser',
  description:
    'Revokes the refresh token and deletes the cookies. To end the session at the identity provider, too, the browser ' +
    'goes to `end_session_url`, which is null if the provider has no such address or cannot be reached.',
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
  grants: ['sign-in', 'secret:sign-in-client'],
  async handle({ query, head }) {
    requireOwnOrigin(head);
    const origin = dashboardOrigin(query.origin);
    const refreshToken = refreshTokenIn(head);
    // Somebody who signs out of a shared computer must be signed out of it, whatever the issuer says.
    const orLog = (error: unknown) => log('warn', 'Sign-out is incomplete at the identity provider', { error });
    const [url] = await Promise.all([
      endSessionUrl(`${origin}/`).catch(orLog),
      refreshToken === undefined ? undefined : revokeToken(refreshToken).catch(orLog),
    ]);
    // A load balancer passes this path on without saying who is signed in.
    const cookies = [...noSessionCookies, ...(env('ALB_ARN') ? noLoadBalancerCookies : [])];
    return { status: 200, body: { end_session_url: url ?? null }, cookies };
  },
});

export const handler = lambda(route);
