import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { redirectResponses, redirectTo } from '#src/http/redirect.ts';
import { defineRoute } from '#src/http/route.ts';
import { enforceSignInLimit } from '#src/identity/accounts/request-limits.ts';
import { clientAddressOf } from '#src/identity/callers/request-head.ts';
import { callbackPath, dashboardOrigin, localPath, newAttempt } from '#src/identity/sessions/attempt.ts';
import { attemptCookieWith, attemptLifeSeconds } from '#src/identity/sessions/cookies.ts';
import { authorizationUrl } from '#src/identity/sessions/issuer.ts';
import { findToken } from '#src/identity/sessions/session-token.ts';
import { storeAttempt } from '#src/identity/store/sign-in-attempts.ts';

export const route = defineRoute({
  id: 'auth.login',
  api: 'dashboard',
  method: 'GET',
  path: '/api/auth/login',
  summary: 'Start signing in with a browser',
  description:
    'Redirects to the identity provider, with the authorization code flow and PKCE. The browser returns to ' +
    '`return_to`. Behind a load balancer that signs people in, redirects there immediately. The limit is 60 ' +
    'requests per minute from one IP address.',
  auth: { kind: 'none' },
  query: z.object({
    return_to: z.string().max(2_000).default('/').describe('The path of the dashboard to return to.'),
    origin: z
      .string()
      .max(300)
      .optional()
      .describe('The origin of the page, if it is not the first one of the dashboard.'),
    reauthenticate: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Whether the identity provider asks for the password even if somebody is already signed in there.'),
    language: query.locale.meta({
      description: "The language of the identity provider's pages (BCP 47). By default, it takes that of the browser.",
      openapi: { type: 'string', minLength: 1 },
    }),
  }),
  responses: redirectResponses,
  answerType: 'text/html',
  cache: 'none',
  problems: ['not_configured', 'rate_limited', 'upstream_unavailable'],
  grants: ['sign-in', 'sign-ins:put', 'usage:update'],
  async handle({ query: { return_to, origin: given, reauthenticate, language }, head, now }) {
    const returnTo = localPath(return_to);
    if (findToken(head)?.fromLoadBalancer) return redirectTo(returnTo);
    const origin = dashboardOrigin(given);
    await enforceSignInLimit(clientAddressOf(head), now);
    const { id, attempt } = newAttempt(returnTo, origin, reauthenticate === 'true');
    const location = await authorizationUrl(attempt, `${origin}${callbackPath}`, language);
    await storeAttempt(id, attempt, now.getTime() + attemptLifeSeconds * 1000);
    return redirectTo(location, [attemptCookieWith(id)]);
  },
});

export const handler = lambda(route);
