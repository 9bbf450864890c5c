import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import { preferredLanguage } from '../../text/text.ts';

export type Member = Schema<'Member'>;
export type Invitation = Schema<'Invitation'>;
export type Role = Member['role'];

export const roles = ['workspace_member', 'workspace_admin'] as const satisfies readonly Role[];

/** The first key of all queries here. */
export const key = 'members';

export const memberList = queryOptions({
  queryKey: [key],
  queryFn: ({ signal }) => answerOf(api.GET('/api/workspace/members', { signal })),
});

/** Invites a person; the mail is in the language of who invites, as far as there is one of it. */
export const invite = (body: { email: string; role: Role }) =>
  answerOf(api.POST('/api/workspace/invitations', { params: { query: { language: preferredLanguage() } }, body }));

export const cancelInvitation = (email: string) =>
  answerOf(api.DELETE('/api/workspace/invitations/{email}', { params: { path: { email } } }));

export const changeRole = ({ email, role }: { email: string; role: Role }) =>
  answerOf(api.PATCH('/api/workspace/members/{email}', { params: { path: { email } }, body: { role } }));

export const removeMember = (email: string) =>
  answerOf(api.DELETE('/api/workspace/members/{email}', { params: { path: { email } } }));
