import * as z from 'zod';
import { WorkspaceRole } from './workspace.ts';

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
