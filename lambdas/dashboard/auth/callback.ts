import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { redirectResponses, redirectTo } from '#src/http/redirect.ts';
import { defineRoute } from '#src/http/route.ts';
import { callbackPath, localPath } from '#src/identity/sessions/attempt.ts';
import { attemptIn, noAttemptCookie } from '#src/identity/sessions/cookies.ts';
import { exchangeCode } from '#src/identity/sessions/issuer.ts';
import { newSession } from '#src/identity/sessions/session-cookies.ts';
import { takeAttempt } from '#src/identity/store/sign-in-attempts.ts';
import { log } from '#src/runtime/log.ts';

export const route = defineRoute({
  id: 'auth.callback',
  api: 'dashboard',
  method: 'GET',
  path: callbackPath,
  summary: 'Finish signing in with a browser',
  description:
    'The identity provider redirects here. Sets the session cookies and redirects to the requested page, or ' +
    'to `/sign-in?error=<reason>`: `denied`, `expired` or `refused`.',
  auth: { kind: 'none' },
  query: z.object({
    code: z.string().max(4_000).optional().describe('The code to exchange for tokens.'),
    state: z.string().max(500).optional().describe('The state of the request for the code.'),
    error: z.string().max(500).optional().describe('Why the identity provider issued no code.'),
    iss: z.string().max(2_000).optional().describe('The identity provider, if it identifies itself (RFC 9207).'),
  }),
  responses: redirectResponses,
  answerType: 'text/html',
  cache: 'none',
  problems: ['upstream_unavailable'],
  grants: ['sign-in', 'sign-ins:read', 'sign-ins:delete', 'ended-sessions:read', 'secret:sign-in-client'],
  async handle({ query, head, now }) {
    const id = attemptIn(head);
    const attempt = id === undefined ? undefined : await takeAttempt(id, query.state ?? '', now);
    // The browser keeps its cookie: the answer to its own attempt may still come.
    if (!attempt) return redirectTo(failurePath('expired'));
    const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
    const answer = new URLSearchParams(given);
    const tokens = await exchangeCode(answer, attempt, `${attempt.origin}${callbackPath}`);
    if ('failed' in tokens) {
      log(tokens.failed === 'refused' ? 'warn' : 'info', `Sign-in ${tokens.failed}`, { reason: tokens.reason });
      return failure(tokens.failed);
    }
    const session = await newSession(tokens, now);
    const returnTo = localPath(attempt.returnTo);
    // The issuer still had a session of a user whose sessions were ended, so ask for the password.
    if ('refused' in session && session.isEnded && !attempt.reauthenticates) {
      const query = new URLSearchParams({ return_to: returnTo, origin: attempt.origin, reauthenticate: 'true' });
      return redirectTo(`/api/auth/login?${query}`, [noAttemptCookie]);
    }
    if ('refused' in session) {
      log('warn', 'Sign-in refused', { reason: session.refused });
      return failure('refused');
    }
    return redirectTo(returnTo, [...session.cookies, noAttemptCookie]);
  },
});

type Reason = 'denied' | 'expired' | 'refused';
const failurePath = (reason: Reason) => `/sign-in?error=${reason}`;
const failure = (reason: Reason) => redirectTo(failurePath(reason), [noAttemptCookie]);

export const handler = lambda(route);
