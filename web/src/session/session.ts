import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api, connection } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { changePreferences, preferences, remember } from '../preferences.ts';
import { preferredLanguage } from '../text/text.ts';
import { includesRole, type Role, roleIn, type WorkspaceRole } from './roles.ts';

/** The signed-in user; `expires_at` is in milliseconds since the epoch, null if unknown. */
export interface Session {
  email: string | null;
  is_superadmin: boolean;
  memberships: readonly { workspace_id: string; role: WorkspaceRole }[];
  /** The groups that the user looks after. Missing from an API of the release before. */
  stewardships?: readonly { workspace_id: string; group_id: string }[];
  expires_at: number | null;
}

/** Each tab stores its own workspace: a change in another tab must not take effect on reload. */
const workspaceKey = 'registry.workspace';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const session = await answerOf(api.GET('/api/session', { signal }));
    connection.workspaceId = workspaceOf(session);
    if (connection.workspaceId) remember(sessionStorage, workspaceKey, connection.workspaceId);
    return session;
  },
  staleTime: 60_000,
  retry: false,
});

/**
 * The session. Pages are shown only when there is one, so they can rely on it. Those that are shown to everybody must not
 * ask for it, since its absence leads to the sign-in.
 */
export function useSession({ isNeeded = true }: { isNeeded?: boolean } = {}) {
  return useQuery({ ...sessionQuery, enabled: isNeeded });
}

/** Whether the user has a role, or a higher one, in the workspace of this tab. */
export function useHasRole(wanted: Role): boolean {
  const { data } = useSession();
  return data !== undefined && includesRole(roleIn(connection.workspaceId, data), wanted);
}

/** Changes the workspace. Reloads the pages, so that nothing of the other workspace is shown or kept. */
export function changeWorkspace(workspaceId: string): void {
  changePreferences({ workspaceId });
  remember(sessionStorage, workspaceKey, workspaceId);
  location.assign('/');
}

/** The end of signing in again, in a separate tab. */
export const signedInPath = '/signed-in';

/** The address where signing in begins, in the language of the dashboard. Afterwards the browser goes to `returnTo`, a path of the dashboard. */
export function signInUrl(returnTo: string): string {
  const query = { return_to: returnTo, origin: location.origin, language: preferredLanguage() };
  return `/api/auth/login?${new URLSearchParams(query)}`;
}

/** Ends the session here and at the identity provider, and leaves the dashboard. */
export async function signOut(): Promise<void> {
  const query = { origin: location.origin };
  const { end_session_url } = await answerOf(api.POST('/api/auth/logout', { params: { query } }));
  queryClient.clear();
  location.assign(end_session_url ?? '/sign-in');
}

/**
 * The workspace of this tab if the user is still a member or steward there; else the last chosen one, else the first. If
 * there is none, the API decides.
 */
function workspaceOf({ memberships, stewardships = [] }: Session): string | undefined {
  const ids = [...memberships, ...stewardships].map(({ workspace_id }) => workspace_id);
  const known = [connection.workspaceId, sessionStorage.getItem(workspaceKey), preferences.workspaceId];
  return known.find((id) => id && ids.includes(id)) ?? ids[0];
}
