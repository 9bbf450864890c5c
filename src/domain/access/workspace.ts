import * as z from 'zod';

/** The workspace that every deployment has, used wherever no other is given. */
export const defaultWorkspace = 'primary_entity';

/** Whether a workspace name is valid. It becomes part of table keys. */
export const isWorkspaceName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** The roles a user can have in one workspace. */
export const WorkspaceRole = z.enum(['workspace_member', 'workspace_admin']);
export type WorkspaceRole = z.output<typeof WorkspaceRole>;

/** All roles, lowest first. Each includes the rights of those before it. A superadmin has theirs in every workspace. */
const roles = [...WorkspaceRole.options, 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes the rights of another. */
export const roleIncludes = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);
