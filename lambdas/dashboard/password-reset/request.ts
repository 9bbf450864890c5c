import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { chargeAddress, chargeSender } from '../../../src/accounts/reset-limits.ts';
import { sendResetMail } from '../../../src/accounts/send-reset-mail.ts';
import { trustedRedirect } from '../../../src/domain/access/reset-link.ts';
import { EmailAddress } from '../../../src/domain/access/user.ts';
import { invalidField, Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { env } from '../../../src/runtime/env.ts';

/** Every answer takes at least as long as sending a mail does, so that its time does not tell who has an account. */
const shortestMs = 1_000;

export const route = defineRoute({
  id: 'password-reset.request',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Send a mail with which to set a new password',
  description:
    'The same answer whether or not anybody has this address. The mail links to `redirectTo`, an `https` address on a ' +
    'trusted origin, with `code` and `email` added. At most three mails a minute to one e-mail address, and ten ' +
    'requests a minute from one IP address.',
  auth: { kind: 'none' },
  body: z.object({ email: EmailAddress, redirectTo: z.string().max(2_000) }),
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['rate_limited', 'upstream_unavailable', 'not_configured'],
  grants: ['users:reset', 'usage'],
  timeoutSeconds: 15,
  async handle({ body: { email, redirectTo }, head, now }) {
    const page = trustedPage(redirectTo);
    const clientId = env('USER_POOL_CLIENT_ID');
    if (clientId === undefined) {
      throw new Problem('not_configured', 'Passwords are set where people sign in, which is not part of this service');
    }
    await chargeSender(head.requestContext.identity?.sourceIp, now);
    const sending = chargeAddress(email, now).then((mayHaveMail) =>
      mayHaveMail ? sendResetMail(clientId, email, page) : undefined,
    );
    await Promise.all([sending, delay(shortestMs)]);
    return { status: 200, body: { success: true as const } };
  },
});

function trustedPage(redirectTo: string): URL {
  const page = trustedRedirect(redirectTo, env('TRUSTED_ORIGINS'));
  if (page) return page;
  throw invalidField('body', 'redirectTo', 'must be an absolute https address on one of the trusted origins');
}

export const handler = lambda(route);
