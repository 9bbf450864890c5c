/** The roles in a workspace, lowest first. Each includes the permissions of those before it. */
const roles = ['steward', 'workspace_member', 'workspace_admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];
export type WorkspaceRole = Exclude<Role, 'superadmin' | 'steward'>;

interface Rights {
  is_superadmin: boolean;
  memberships: readonly { workspace_id: string; role: WorkspaceRole }[];
  /** Missing from an API of the release before. */
  stewardships?: readonly { workspace_id: string; group_id: string }[];
}

/** The role of a user in a workspace, if any. Superadmins have their role in every workspace. */
export function roleIn(
  workspaceId: string | undefined,
  { is_superadmin, memberships, stewardships = [] }: Rights,
): Role | undefined {
  if (is_superadmin) return 'superadmin';
  const isThere = ({ workspace_id }: { workspace_id: string }) => workspace_id === workspaceId;
  return memberships.find(isThere)?.role ?? (stewardships.some(isThere) ? 'steward' : undefined);
}

export function includesRole(role: Role | undefined, wanted: Role | undefined): boolean {
  if (wanted === undefined) return true;
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(wanted);
}
