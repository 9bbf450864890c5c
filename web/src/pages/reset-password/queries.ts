import { answerOf, api } from '../../api/client.ts';

export const sendMail = (email: string) =>
  answerOf(
    api.POST('/api/auth/request-password-reset', {
      body: { email, redirectTo: `${location.origin}/reset-password` },
    }),
  );

export const setPassword = (body: { email: string; code: string; password: string; invited: boolean }) =>
  answerOf(api.POST('/api/auth/reset-password', { body }));
