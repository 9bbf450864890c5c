import * as z from 'zod';

/** What somebody can be in one workspace. */
export const WorkspaceRole = z.enum(['workspace_member', 'workspace_admin']);
export type WorkspaceRole = z.output<typeof WorkspaceRole>;

/** Every role, each with the rights of those before it. A superadmin is one in every workspace. */
const roles = [...WorkspaceRole.options, 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role has the rights of another. */
export const atLeast = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);

/**
 * An e-mail address, wherever one comes from: requests, tokens, settings. ASCII only, checked before it is made
 * lower-case, because lower-casing turns some other letters into ASCII ones (U+212A becomes k).
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\x21-\x7e]*$/, 'must be an e-mail address of ASCII characters')
  .pipe(z.email('must be an e-mail address'))
  .transform((address) => address.toLowerCase())
  .meta({ openapi: { type: 'string', format: 'email', maxLength: 254 } });

/**
 * The version of the shape of users, memberships and invitations, stored with each. Raise it as `publicationShape`.
 */
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

/** What a user is bound to: the `sub` of their tokens, which is unique at one issuer only. */
export const boundSubject = (issuer: string, sub: string): string => `${issuer} ${sub}`;

/** Whether that is a subject of this issuer. */
export const isSubjectOf = (issuer: string, bound: string): boolean => bound.startsWith(boundSubject(issuer, ''));

export const Membership = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  created_at: z.int(),
});
export type Membership = z.output<typeof Membership>;

/** An offer to belong to a workspace; it becomes a membership when the invited user accepts it. */
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
