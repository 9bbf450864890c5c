import { listInstallations } from '../identity/storage/installations.ts';
import { listMembers } from '../identity/storage/members.ts';
import { knownWorkspaces } from '../identity/storage/workspaces.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { findEvents } from '../storage/activity-log.ts';

const workspacesAtOnce = 2;

/** Who works with the registry in a workspace, and would miss its data. */
interface TouchedWorkspace {
  workspace: string;
  users: number;
  installations: number;
  /** Edits of publications in its activity log. */
  edits: number;
}

/** Whom a reset touches. */
export interface ResetScope {
  scope: 'all_workspaces';
  workspaces: TouchedWorkspace[];
}

/** Whom a reset touches: the data is everybody's, so these are all workspaces. */
export async function findResetScope(now: Date): Promise<ResetScope> {
  const workspaces = await inParallel(await knownWorkspaces(), workspacesAtOnce, async (workspace) => {
    const always = { workspace, fromMs: 0, toMs: undefined };
    const { total } = await findEvents(always, { event_type: 'publication.edited' }, { offset: 0, limit: 0 }, now);
    return {
      workspace,
      users: (await listMembers(workspace, now)).members.length,
      installations: (await listInstallations(workspace)).length,
      edits: total,
    };
  });
  return { scope: 'all_workspaces', workspaces };
}
