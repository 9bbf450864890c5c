import * as z from 'zod';

/** The workspace of every deployment, used where no other is given. */
export const defaultWorkspace = 'primary_entity';

/** Whether a workspace name is valid as a part of table keys. */
export const isWorkspaceName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

export const WorkspaceRole = z.enum(['workspace_member', 'workspace_admin']);
export type WorkspaceRole = z.output<typeof WorkspaceRole>;

/**
 * All roles, lowest first. Each includes the rights of those before it. A steward reads what members read, and is stored with
 * the groups that they look after, not as a member. A superadmin has all rights in every workspace.
 */
const roles = ['steward', ...WorkspaceRole.options, 'superadmin'] as const;
export type Role = (typeof roles)[number];

export const roleIncludes = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);
