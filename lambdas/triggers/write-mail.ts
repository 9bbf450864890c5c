import * as z from 'zod';
import {
  firstPasswordMail,
  invitationMail,
  type Mail,
  mailLanguages,
  resetMail,
} from '#src/identity/accounts/mails.ts';
import type { PoolTrigger } from '#src/identity/accounts/pool-trigger.ts';
import { invitationLink, trustedRedirect } from '#src/identity/domain/reset-link.ts';
import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { negotiateLanguage } from '#src/vocabulary/locale.ts';

export const trigger: PoolTrigger = {
  id: 'write-mail',
  operation: 'customMessage',
  summary: 'Writes the mails to new users and to those who set a new password',
  impact: 'New users cannot be created or invited, and nobody receives password reset mails.',
};

/** The fields used of https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html */
const CustomMessageEvent = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    codeParameter: z.string().nullish(),
    usernameParameter: z.string().nullish(),
    userAttributes: z.looseObject({ email: z.string().nullish() }),
    clientMetadata: z
      .looseObject({
        redirectTo: z.string().nullish(),
        link: z.string().nullish(),
        workspace: z.string().optional(),
        inviter: z.string().optional(),
        language: z.string().optional(),
      })
      .nullish(),
  }),
  response: z.looseObject({}),
});

/** Writes mails that link to the dashboard. For other messages the pool sends its default text. */
export async function handler(input: unknown): Promise<unknown> {
  const message = CustomMessageEvent.parse(input);
  const mail = mailFor(message);
  if (!mail) return input;
  return { ...message, response: { ...message.response, emailSubject: mail.subject, emailMessage: mail.html } };
}

function mailFor({ triggerSource, request }: z.output<typeof CustomMessageEvent>): Mail | undefined {
  const { codeParameter, usernameParameter, userAttributes, clientMetadata } = request;
  if (!codeParameter) return undefined;
  const language = negotiateLanguage(mailLanguages, clientMetadata?.language, undefined);
  if (triggerSource === 'CustomMessage_AdminCreateUser') {
    const [dashboard] = env('TRUSTED_ORIGINS');
    if (!dashboard || !usernameParameter) return undefined;
    const dashboardUrl = `${dashboard}/`;
    const { link, workspace, inviter } = clientMetadata ?? {};
    // Only this service makes passwords that can stand in a link.
    if (!link || !userAttributes.email) return firstPasswordMail(dashboardUrl, usernameParameter, codeParameter);
    return invitationMail(language, {
      link: invitationLink(dashboard, codeParameter, userAttributes.email),
      dashboardUrl,
      username: usernameParameter,
      workspace,
      inviter,
    });
  }
  const { redirectTo } = clientMetadata ?? {};
  if (triggerSource !== 'CustomMessage_ForgotPassword' || !redirectTo || !userAttributes.email) return undefined;
  // Anyone can make the pool send this mail with any metadata.
  const page = trustedRedirect(redirectTo, env('TRUSTED_ORIGINS'));
  if (page) return resetMail(language, page, codeParameter, userAttributes.email);
  log('warn', 'the link of a mail was omitted because its origin is not trusted');
  return undefined;
}
