import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { signOutEverywhere } from '#src/identity/accounts/account.ts';
import { enforceSenderLimit } from '#src/identity/accounts/request-limits.ts';
import { minResponseMs, setFirstPassword, setPassword } from '#src/identity/accounts/reset-password.ts';
import { clientAddressOf } from '#src/identity/callers/request-head.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { NewPassword } from '#src/identity/domain/password.ts';
import { requireOwnOrigin } from '#src/identity/sessions/session-auth.ts';
import { env } from '#src/runtime/env.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { sleep } from '#src/runtime/sleep.ts';

export const route = defineRoute({
  id: 'password-reset.confirm',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the code of a mail',
  description:
    '`email` and `code` are those of the link in the mail. A code is used up with the first password it sets, and ' +
    'expires after an hour, that of an invitation after a week. All sessions of the user end. The response to a wrong code is the same whether or not there is a user with this address. ' +
    'Requests must come from a page of the dashboard, and count towards the same limit per IP address as those for a mail.',
  auth: { kind: 'none' },
  body: z.strictObject({
    email: EmailAddress,
    code: z
      .string()
      .trim()
      .regex(/^\S{1,100}$/, 'must be the code of the mail'),
    password: NewPassword,
    invited: z.boolean().default(false).meta({
      description: 'Whether the mail was an invitation: the user has no password yet',
    }),
  }),
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['origin_rejected', 'rate_limited', 'upstream_unavailable', 'not_configured'],
  grants: [
    'directory:reset',
    'directory:first-password',
    'directory:sign-out',
    'ended-sessions:update',
    'usage:update',
  ],
  timeoutSeconds: 15,
  async handle({ body, head, now }) {
    requireOwnOrigin(head);
    const clientId = env('USER_POOL_CLIENT_ID');
    if (clientId === undefined) {
      throw new Problem(
        'not_configured',
        'Passwords are managed by the external identity provider, not by this service',
      );
    }
    await enforceSenderLimit(clientAddressOf(head), now);
    const set = body.invited ? setFirstPassword : setPassword;
    const [refused] = await Promise.all([set(clientId, body), sleep(minResponseMs)]);
    if (refused === 'password') throw invalidField('body', 'password', 'is not allowed. Choose another one');
    if (refused === 'code') throw invalidField('body', 'code', 'is wrong, has expired or was used. Ask for a new mail');
    await signOutEverywhere(body.email, new Date());
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
