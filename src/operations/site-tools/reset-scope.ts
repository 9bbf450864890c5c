import { listInstallations } from '#src/identity/store/installations.ts';
import { listMembers } from '#src/identity/store/members.ts';
import { knownWorkspaces } from '#src/identity/store/workspaces.ts';
import { findActivity } from '#src/logbook/activity-log.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';

const workspacesAtOnce = 2;

/** A workspace that uses the registry and would lose its data. */
interface TouchedWorkspace {
  workspace: string;
  users: number;
  installations: number;
  /** Edits of publications in its activity log. */
  edits: number;
}

/** Everything affected by a reset. */
export interface ResetScope {
  scope: 'all_workspaces';
  workspaces: TouchedWorkspace[];
}

/** Finds everything affected by a reset: all workspaces, because they share the data. */
export async function findResetScope(now: Date): Promise<ResetScope> {
  const workspaces = await inParallel(await knownWorkspaces(), workspacesAtOnce, async (workspace) => {
    const always = { workspace, fromMs: 0, toMs: undefined };
    const { total } = await findActivity(always, { event_type: 'publication.edited' }, { offset: 0, limit: 0 }, now);
    return {
      workspace,
      users: (await listMembers(workspace, now)).members.length,
      installations: (await listInstallations(workspace)).length,
      edits: total,
    };
  });
  return { scope: 'all_workspaces', workspaces };
}
