import { activityWorkspaces } from '#src/logbook/activity.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { workspacesOf } from './rewrite-user.ts';
import { listUsers } from './users.ts';

const usersAtOnce = 8;

/** All known workspaces: the default one, those of users and invitations, and those with an activity log. */
export async function knownWorkspaces(): Promise<string[]> {
  const ofUsers = await inParallel(await listUsers(), usersAtOnce, ({ email }) => workspacesOf(email));
  return [...new Set([...(await activityWorkspaces()), ...ofUsers.flat()])].sort();
}
