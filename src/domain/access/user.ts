import * as z from 'zod';

/** What somebody can be in one workspace. */
export const WorkspaceRole = z.enum(['workspace_member', 'workspace_admin']);
export type WorkspaceRole = z.output<typeof WorkspaceRole>;

/** Every role, each with the rights of those before it. A superadmin is one in every workspace. */
const roles = [...WorkspaceRole.options, 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role has the rights of another. */
export const atLeast = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);

/** An e-mail address in a request; the parsed value is lower-case, as the registry knows people. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email())
  .meta({ openapi: { type: 'string', format: 'email', maxLength: 254 } });

/** Of users, memberships and invitations: raised with every change of one of them, see docs/stored-shapes.md. */
export const userShape = 1;

/** Somebody who signs in to the dashboard. Times in milliseconds since the epoch. */
export const UserRecord = z
  .object({
    id: z.string(),
    /** Lower-case. */
    email: z.string(),
    display_name: z.string().nullable(),
    is_superadmin: z.boolean(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: 'User' });
export type UserRecord = z.output<typeof UserRecord>;

export const Membership = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  created_at: z.int(),
});
export type Membership = z.output<typeof Membership>;

/** A standing offer to belong to a workspace; it becomes a membership when the invited accepts it. */
export const Invitation = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  /** Who invited, as the activity log names them. */
  invited_by: z.string().nullable(),
  created_at: z.int(),
  /** From then on it is none. */
  expires_at: z.int(),
});
export type Invitation = z.output<typeof Invitation>;

/** For so long an invitation may be accepted. */
export const invitationLifeMs = 14 * 24 * 60 * 60_000;

/** The workspace every deployment has, and of everything that names no other. */
export const defaultWorkspace = 'primary_entity';

/** Whether a workspace can have this name: it becomes part of keys. */
export const isWorkspaceName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
