import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { sessionQuery } from '../../session/session.ts';

/** The open invitations of the signed-in user, in all workspaces. */
export const invitations = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/invitations', { signal })),
});

/** Makes the user a member of the inviting workspace. */
export function useAccept() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (workspaceId: string) =>
      answerOf(api.POST('/api/invitations/accept', { body: { workspace_id: workspaceId } })),
    onSettled: () =>
      Promise.all(
        [invitations, sessionQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] })),
      ),
  });
}
