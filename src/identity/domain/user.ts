import * as z from 'zod';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

/** Shape version of users, memberships and invitations. Raise it as `publicationShape`. */
export const userShape = 1;

/** A user of the dashboard, with times in milliseconds since the epoch. */
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

/** A user's identity: the `sub` of their tokens, prefixed by the issuer it is unique at. */
export const issuerSubject = (issuer: string, sub: string): string => `${issuer} ${sub}`;

export const isSubjectOf = (issuer: string, bound: string): boolean => bound.startsWith(issuerSubject(issuer, ''));

export const Membership = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  created_at: z.int(),
});
export type Membership = z.output<typeof Membership>;

/** An invitation to a workspace. Accepting it makes it a membership. */
export const Invitation = z.object({
  email: z.string(),
  workspace: z.string(),
  role: WorkspaceRole,
  /** In the form of the activity log. */
  invited_by: z.string().nullable(),
  created_at: z.int(),
  /** First time at which it is invalid. */
  expires_at: z.int(),
});
export type Invitation = z.output<typeof Invitation>;

export const invitationLifetimeMs = 14 * 24 * 60 * 60_000;
