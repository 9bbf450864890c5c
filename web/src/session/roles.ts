/** The roles in a workspace, lowest first. Each includes the permissions of those before it. */
const roles = ['workspace_member', 'workspace_admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];
export type WorkspaceRole = Exclude<Role, 'superadmin'>;

interface Rights {
  is_superadmin: boolean;
  memberships: readonly { workspace_id: string; role: WorkspaceRole }[];
}

/** The role of a user in a workspace, if any. Superadmins have their role in every workspace. */
export function roleIn(workspaceId: string | undefined, { is_superadmin, memberships }: Rights): Role | undefined {
  if (is_superadmin) return 'superadmin';
  return memberships.find(({ workspace_id }) => workspace_id === workspaceId)?.role;
}

export function includesRole(role: Role | undefined, wanted: Role | undefined): boolean {
  if (wanted === undefined) return true;
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(wanted);
}
