import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { redirectResponses, redirectTo } from '../../../src/http/redirect.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { log } from '../../../src/runtime/log.ts';
import { callbackPath, decodeAttempt, isSame } from '../../../src/sign-in/attempt.ts';
import { attemptIn, noAttemptCookie } from '../../../src/sign-in/cookies.ts';
import { exchangeCode } from '../../../src/sign-in/issuer.ts';
import { newSession } from '../../../src/sign-in/session-cookies.ts';

export const route = defineRoute({
  id: 'auth.callback',
  api: 'dashboard',
  method: 'GET',
  path: callbackPath,
  summary: 'Finish signing in with a browser',
  description:
    'The identity provider redirects here. Sets the session cookies and redirects to the page that was asked for, or ' +
    'to `/sign-in?error=<reason>`: `denied`, `expired` or `refused`.',
  auth: { kind: 'none' },
  query: z.object({
    code: z.string().max(4_000).optional().describe('The code to exchange for tokens.'),
    state: z.string().max(500).optional().describe('What the request for the code contained.'),
    error: z.string().max(500).optional().describe('Why the identity provider gives no code.'),
  }),
  responses: redirectResponses,
  answerType: 'text/html',
  cache: 'none',
  problems: ['upstream_unavailable'],
  grants: ['sign-in', 'secret:sign-in-client'],
  async handle({ query, head, now }) {
    const attempt = decodeAttempt(attemptIn(head));
    // A foreign page could otherwise sign somebody in as another person, with a code of its own.
    if (!attempt || query.state === undefined || !isSame(query.state, attempt.state)) return failure('expired');
    if (query.code === undefined) {
      log('info', 'Sign-in denied', { error: query.error });
      return failure('denied');
    }
    const tokens = await exchangeCode(query.code, attempt.verifier, `${attempt.origin}${callbackPath}`);
    if (!tokens) return failure('expired');
    const session = await newSession(tokens, now);
    if ('refused' in session || session.nonce === undefined || !isSame(session.nonce, attempt.nonce)) {
      log('warn', 'Sign-in refused', { reason: 'refused' in session ? session.refused : 'The nonce does not match' });
      return failure('refused');
    }
    return redirectTo(attempt.returnTo, [...session.cookies, noAttemptCookie]);
  },
});

const failure = (reason: 'denied' | 'expired' | 'refused') => redirectTo(`/sign-in?error=${reason}`, [noAttemptCookie]);

export const handler = lambda(route);
