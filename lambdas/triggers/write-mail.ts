import * as z from 'zod';
import type { PoolTrigger } from '../../src/accounts/pool-trigger.ts';
import { resetMail } from '../../src/accounts/reset-mail.ts';
import { trustedRedirect } from '../../src/domain/access/reset-link.ts';
import { env } from '../../src/runtime/env.ts';
import { log } from '../../src/runtime/log.ts';

export const trigger: PoolTrigger = {
  id: 'write-mail',
  operation: 'customMessage',
  summary: 'Writes the password reset mail',
  impact: 'Users do not receive password reset mails.',
};

/** The fields used of https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html */
const CustomMessageEvent = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    codeParameter: z.string().nullish(),
    userAttributes: z.looseObject({ email: z.string().nullish() }),
    clientMetadata: z.looseObject({ redirectTo: z.string().nullish() }).nullish(),
  }),
  response: z.looseObject({}),
});

/**
 * Writes the reset mail if its link leads to a trusted origin: anyone can make the pool send a mail with any metadata.
 * Otherwise, and for all other messages, the pool sends its default text.
 */
export async function handler(input: unknown): Promise<unknown> {
  const message = CustomMessageEvent.parse(input);
  const { codeParameter, userAttributes, clientMetadata } = message.request;
  const { redirectTo } = clientMetadata ?? {};
  const isReset = message.triggerSource === 'CustomMessage_ForgotPassword';
  if (!isReset || !redirectTo || !codeParameter || !userAttributes.email) return input;
  const page = trustedRedirect(redirectTo, env('TRUSTED_ORIGINS'));
  if (!page) {
    log('warn', 'the link of a mail was omitted because its origin is not trusted');
    return input;
  }
  const { subject, html } = resetMail(page, codeParameter, userAttributes.email);
  return { ...message, response: { ...message.response, emailSubject: subject, emailMessage: html } };
}
