import * as z from 'zod';

/** The roles a user can have in one workspace. */
export const WorkspaceRole = z.enum(['workspace_member', 'workspace_admin']);
export type WorkspaceRole = z.output<typeof WorkspaceRole>;

/** All roles, lowest first. Each includes the rights of those before it. A superadmin has theirs in every workspace. */
const roles = [...WorkspaceRole.options, 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes the rights of another. */
export const roleIncludes = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);

/**
 * An e-mail address from a request, token or setting, in lower case. ASCII only, checked before lower-casing, because
 * lower-casing turns some other letters into ASCII ones (U+212A becomes k).
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\x21-\x7e]*$/, 'must contain only printable ASCII characters')
  .pipe(z.email('must be an e-mail address'))
  .transform((address) => address.toLowerCase())
  .meta({ openapi: { type: 'string', format: 'email', maxLength: 254 } });

/**
 * The version of the shape of users, memberships and invitations, stored with each. Raise it as `publicationShape`.
 */
export const userShape = 1;

/** A user of the dashboard. Times in milliseconds since the epoch. */
export const UserRecord = z
  .object({
    id: z.string(),
    /** In lower case. */
    email: z.string(),
    display_name: z.string().nullable(),
    is_superadmin: z.boolean(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: 'User' });
export type UserRecord = z.output<typeof UserRecord>;

/** The identity a user is bound to: the `sub` of their tokens, prefixed by the issuer it is unique at. */
export const issuerSubject = (issuer: string, sub: string): string => `${issuer} ${sub}`;

/** Whether a bound identity belongs to this issuer. */
export const isSubjectOf = (issuer: string, bound: string): boolean => bound.startsWith(issuerSubject(issuer, ''));

export const Membership = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  created_at: z.int(),
});
export type Membership = z.output<typeof Membership>;

/** An invitation to a workspace. It becomes a membership when the invited user accepts it. */
export const Invitation = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  /** The actor who invited, in the form of the activity log. */
  invited_by: z.string().nullable(),
  created_at: z.int(),
  /** Invalid from this time on. */
  expires_at: z.int(),
});
export type Invitation = z.output<typeof Invitation>;

/** How long an invitation can be accepted. */
export const invitationLifetimeMs = 14 * 24 * 60 * 60_000;

/** The workspace that every deployment has, used wherever no other is given. */
export const defaultWorkspace = 'primary_entity';

/** Whether a workspace name is valid. It becomes part of table keys. */
export const isWorkspaceName = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
