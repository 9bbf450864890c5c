import * as z from 'zod';
import { findToken } from '../../../src/auth/session-token.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { redirectResponses, redirectTo } from '../../../src/http/redirect.ts';
import { defineRoute } from '../../../src/http/route.ts';
import {
  callbackPath,
  challengeOf,
  dashboardOrigin,
  encodeAttempt,
  localPath,
  newAttempt,
} from '../../../src/sign-in/attempt.ts';
import { attemptCookieWith } from '../../../src/sign-in/cookies.ts';
import { authorizationUrl } from '../../../src/sign-in/issuer.ts';

export const route = defineRoute({
  id: 'auth.login',
  api: 'dashboard',
  method: 'GET',
  path: '/api/auth/login',
  summary: 'Begin to sign in with a browser',
  description:
    'Redirects to the identity provider, with the authorization code flow and PKCE. The browser comes back to ' +
    '`return_to`. Behind a load balancer that signs people in, it redirects there at once.',
  auth: { kind: 'none' },
  query: z.object({
    return_to: z.string().max(2_000).default('/').describe('The path of the dashboard to come back to.'),
    origin: z
      .string()
      .max(300)
      .optional()
      .describe('The origin of the page, if it is not the first one of the dashboard.'),
  }),
  responses: redirectResponses,
  answerType: 'text/html',
  cache: 'none',
  problems: ['not_configured', 'upstream_unavailable'],
  grants: ['sign-in'],
  async handle({ query, head }) {
    const returnTo = localPath(query.return_to);
    if (findToken(head)?.fromLoadBalancer) return redirectTo(returnTo);
    const origin = dashboardOrigin(query.origin);
    const attempt = newAttempt(returnTo, origin);
    const location = await authorizationUrl({
      redirectUri: `${origin}${callbackPath}`,
      state: attempt.state,
      nonce: attempt.nonce,
      challenge: challengeOf(attempt),
    });
    return redirectTo(location, [attemptCookieWith(encodeAttempt(attempt))]);
  },
});

export const handler = lambda(route);
