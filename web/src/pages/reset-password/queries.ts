import { answerOf, api } from '../../api/client.ts';
import { preferredLanguage } from '../../text/text.ts';

export const sendMail = (email: string) =>
  answerOf(
    api.POST('/api/auth/request-password-reset', {
      params: { query: { language: preferredLanguage() } },
      body: { email, redirectTo: `${location.origin}/reset-password` },
    }),
  );

export const setPassword = (body: { email: string; code: string; password: string; invited: boolean }) =>
  answerOf(api.POST('/api/auth/reset-password', { body }));
