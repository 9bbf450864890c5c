import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import type { RequestHead } from '#src/identity/callers/request-head.ts';
import { headerOf } from '#src/identity/callers/request-head.ts';
import { findToken, type SentToken, sessionCookie } from '#src/identity/sessions/session-token.ts';
import { describeToken, maskEmail } from '#src/identity/sessions/token-hints.ts';
import { verifyToken } from '#src/identity/sessions/verify-token.ts';

const TokenHints = z.object({
  claims: z.array(z.string()).describe('The names of the claims, without values'),
  kid: z.string().nullable(),
  alg: z.string().nullable(),
  issuer: z.string().nullable(),
  exp: z.number().nullable().describe('Seconds since 1970-01-01T00:00:00Z'),
});

const Hints = z.object({
  sent: z
    .object({ authorization: z.boolean(), x_amzn_oidc_data: z.boolean(), cookie: z.boolean() })
    .describe('Where a token was sent'),
  used: z.enum(['authorization', 'x_amzn_oidc_data', 'cookie']).nullable().describe('Which token is used'),
  token: TokenHints.nullable().describe('Unverified details of the token; null if it is not a JWT'),
  verified: z.boolean().nullable().describe("Whether the token is valid; null if the issuer's keys cannot be fetched"),
  email: z.string().nullable().describe('The verified e-mail address, partly masked'),
});

export const route = defineRoute({
  id: 'debug-auth.get',
  api: 'dashboard',
  method: 'GET',
  path: '/debug-auth',
  summary: 'Show how this request is authenticated',
  description: 'For debugging sign-in problems. Returns neither the token nor the values of its claims.',
  internal: true,
  auth: { kind: 'none' },
  responses: { 200: Hints },
  cache: 'none',
  problems: [],
  grants: ['sign-in'],
  async handle({ head }) {
    const token = findToken(head);
    // The reason is only in the authorizer's log, because it may contain claims.
    const identity = token && (await verifyToken(token).catch(() => undefined));
    const isVerified = identity && !('refused' in identity);
    return {
      status: 200,
      body: {
        sent: sentIn(head),
        used: token ? placeOf(token) : null,
        token: token ? describeToken(token.jwt) : null,
        verified: token && !identity ? null : Boolean(isVerified),
        email: isVerified && identity.email ? maskEmail(identity.email) : null,
      },
    };
  },
});

const sentIn = (head: RequestHead) => ({
  authorization: headerOf(head, 'authorization') !== undefined,
  x_amzn_oidc_data: headerOf(head, 'x-amzn-oidc-data') !== undefined,
  cookie: new RegExp(`(^|[;,]\\s*)${sessionCookie}=`).test(headerOf(head, 'cookie') ?? ''),
});

function placeOf({ sentBy, fromLoadBalancer }: SentToken): 'authorization' | 'x_amzn_oidc_data' | 'cookie' {
  if (fromLoadBalancer) return 'x_amzn_oidc_data';
  return sentBy === 'header' ? 'authorization' : 'cookie';
}

export const handler = lambda(route);
