import * as z from 'zod';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';
import { InstallationStatus } from './installation-status.ts';

/**
 * The rights left after a change that took some away. A restored table gets the lesser of its rights and these, so
 * revocations can be applied in any order and repeatedly, and never grant anything.
 */
export const Revocation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api_key'),
    hash: z.string(),
    active: z.boolean(),
    revoked: z.boolean(),
    deleted: z.boolean(),
    scopes: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('installation'),
    id: z.string(),
    status: InstallationStatus,
    scopes: z.array(z.string()),
    /** Ids of origins and hashes of credentials that this change revoked. */
    origins: z.array(z.string()),
    credentials: z.array(z.string()),
  }),
  /** A deleted user, or one who is no longer superadmin. A recreated user has another id. */
  z.object({ kind: z.literal('user'), id: z.string(), deleted: z.boolean() }),
  /** A member or invited user of a workspace. `role` is the remaining one, or null. */
  z.object({
    kind: z.literal('member'),
    workspace: z.string(),
    /** Hash of the e-mail address: comparable with members' addresses, but not readable by accident. */
    member: z.string(),
    role: WorkspaceRole.nullable(),
  }),
  /**
   * A person who was erased, or requested again afterwards: the last entry counts. `mark` is a keyed hash of the iD.
   */
  z.object({ kind: z.literal('person'), mark: z.string(), erased: z.boolean() }),
]);
export type Revocation = z.output<typeof Revocation>;
export type RevocationOf<Kind extends Revocation['kind']> = Extract<Revocation, { kind: Kind }>;

export const RevocationEntry = z.object({
  /** When the transaction was sent, in milliseconds since the epoch. */
  at: z.int(),
  id: z.string(),
  revocations: z.array(Revocation),
});
export type RevocationEntry = z.output<typeof RevocationEntry>;
