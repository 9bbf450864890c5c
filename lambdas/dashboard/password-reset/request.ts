import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { countMail, enforceSenderLimit } from '#src/identity/accounts/request-limits.ts';
import { minResponseMs, sendResetMail } from '#src/identity/accounts/reset-password.ts';
import { clientAddressOf } from '#src/identity/callers/request-head.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { trustedRedirect } from '#src/identity/domain/reset-link.ts';
import { env } from '#src/runtime/env.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { sleep } from '#src/runtime/sleep.ts';

export const route = defineRoute({
  id: 'password-reset.request',
  api: 'dashboard',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Send a password reset mail',
  description:
    'The response is the same whether or not there is a user with this address. The mail links to `redirectTo`, an ' +
    '`https` URL on a trusted origin, with `code` and `email` as query parameters. The limits are three mails per minute ' +
    'to one e-mail address and ten requests per minute from one IP address.',
  auth: { kind: 'none' },
  query: z.object({ language: query.mailLanguage }),
  body: z.strictObject({ email: EmailAddress, redirectTo: z.string().max(2_000) }),
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['rate_limited', 'upstream_unavailable', 'not_configured'],
  grants: ['directory:reset', 'usage:update'],
  timeoutSeconds: 15,
  async handle({ body: { email, redirectTo }, query: { language }, head, now }) {
    const page = trustedPage(redirectTo);
    const clientId = env('USER_POOL_CLIENT_ID');
    if (clientId === undefined) {
      throw new Problem(
        'not_configured',
        'Passwords are managed by the external identity provider, not by this service',
      );
    }
    await enforceSenderLimit(clientAddressOf(head), now);
    const mail = countMail(email, now).then((isAllowed) =>
      isAllowed ? sendResetMail(clientId, email, page, language) : undefined,
    );
    await Promise.all([mail, sleep(minResponseMs)]);
    return { status: 200, body: { success: true as const } };
  },
});

function trustedPage(redirectTo: string): URL {
  const page = trustedRedirect(redirectTo, env('TRUSTED_ORIGINS'));
  if (page) return page;
  throw invalidField('body', 'redirectTo', 'must be an absolute https URL on a trusted origin');
}

export const handler = lambda(route);
