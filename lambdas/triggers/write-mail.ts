import * as z from 'zod';
import type { PoolTrigger } from '../../src/accounts/pool-trigger.ts';
import { resetMail } from '../../src/accounts/reset-mail.ts';
import { trustedRedirect } from '../../src/domain/access/reset-link.ts';
import { env } from '../../src/runtime/env.ts';
import { log } from '../../src/runtime/log.ts';

export const trigger: PoolTrigger = {
  id: 'write-mail',
  operation: 'customMessage',
  summary: 'Writes the mail with the link that sets a new password',
  impact: 'Nobody gets the mail that sets a new password.',
};

/** What is read of what the pool hands over: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html */
const Asked = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    codeParameter: z.string().nullish(),
    userAttributes: z.looseObject({ email: z.string().nullish() }),
    clientMetadata: z.looseObject({ redirectTo: z.string().nullish() }).nullish(),
  }),
  response: z.looseObject({}),
});

/**
 * Anybody can have the pool send this mail with any metadata, so a link leads to our own pages or there is none: the
 * pool then sends its own text, with the code alone. So it does with every other message.
 */
export async function handler(input: unknown): Promise<unknown> {
  const asked = Asked.parse(input);
  const { codeParameter, userAttributes, clientMetadata } = asked.request;
  const { redirectTo } = clientMetadata ?? {};
  const isReset = asked.triggerSource === 'CustomMessage_ForgotPassword';
  if (!isReset || !redirectTo || !codeParameter || !userAttributes.email) return input;
  const page = trustedRedirect(redirectTo, env('TRUSTED_ORIGINS'));
  if (!page) {
    log('warn', 'a link to an origin that is not trusted was left out of a mail');
    return input;
  }
  const { subject, html } = resetMail(page, codeParameter, userAttributes.email);
  return { ...asked, response: { ...asked.response, emailSubject: subject, emailMessage: html } };
}
