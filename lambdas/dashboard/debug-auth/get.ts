import * as z from 'zod';
import type { RequestHead } from '../../../src/auth/request-head.ts';
import { headerOf } from '../../../src/auth/request-head.ts';
import { findToken, type SentToken, sessionCookie } from '../../../src/auth/session-token.ts';
import { maskedEmail, shownToken } from '../../../src/auth/token-hints.ts';
import { verifyToken } from '../../../src/auth/verify-token.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';

const TokenHints = z.object({
  claims: z.array(z.string()).describe('The names of its claims, without their values'),
  kid: z.string().nullable(),
  alg: z.string().nullable(),
  issuer: z.string().nullable(),
  exp: z.number().nullable().describe('Seconds since 1970-01-01T00:00:00Z'),
});

const Hints = z.object({
  sent: z
    .object({ authorization: z.boolean(), x_amzn_oidc_data: z.boolean(), cookie: z.boolean() })
    .describe('Where a token was sent'),
  used: z.enum(['authorization', 'x_amzn_oidc_data', 'cookie']).nullable().describe('The one that counts'),
  token: TokenHints.nullable().describe('What it says of itself; null when it is no JWT'),
  verified: z.boolean().nullable().describe('Null when the keys of the issuer cannot be had'),
  email: z.string().nullable().describe('The verified address, most of it masked'),
});

export const route = defineRoute({
  id: 'debug-auth.get',
  api: 'dashboard',
  method: 'GET',
  path: '/debug-auth',
  summary: 'How the identity of this request is read',
  description: 'For finding out why somebody cannot sign in. Tells neither the token nor the values of its claims.',
  auth: { kind: 'none' },
  responses: { 200: Hints },
  cache: 'none',
  problems: [],
  grants: ['sign-in'],
  async handle({ head }) {
    const token = findToken(head);
    // What is wrong with a token is in the log of the authorizer; said here it would tell claims.
    const identity = token && (await verifyToken(token).catch(() => undefined));
    const isVerified = identity && !('refused' in identity);
    return {
      status: 200,
      body: {
        sent: sentIn(head),
        used: token ? placeOf(token) : null,
        token: token ? shownToken(token.jwt) : null,
        verified: token && !identity ? null : Boolean(isVerified),
        email: isVerified && identity.email ? maskedEmail(identity.email) : null,
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
