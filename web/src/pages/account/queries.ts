import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

export const invitationKey = 'invitations';

/** The open invitations of the signed-in user, in all workspaces. */
export const invitations = queryOptions({
  queryKey: [invitationKey],
  queryFn: ({ signal }) => answerOf(api.GET('/api/invitations', { signal })),
});

/** Makes the user a member of the inviting workspace. */
export const acceptInvitation = (workspaceId: string) =>
  answerOf(api.POST('/api/invitations/accept', { body: { workspace_id: workspaceId } }));
