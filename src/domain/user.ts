import * as z from 'zod';

export const Role = z.enum(['workspace_member', 'workspace_admin']);
export type Role = z.output<typeof Role>;

/** Somebody who signs in to the dashboard. Times in milliseconds since the epoch. */
export const UserRecord = z.object({
  id: z.string(),
  /** Lower-case. */
  email: z.string(),
  display_name: z.string().nullable(),
  is_superadmin: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type UserRecord = z.output<typeof UserRecord>;

export const Membership = z.object({ email: z.string(), workspace: z.string(), role: Role, created_at: z.int() });
export type Membership = z.output<typeof Membership>;

/** The workspace every deployment has, and of everything that names no other. */
export const defaultWorkspace = 'primary_entity';
