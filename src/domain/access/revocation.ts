import * as z from 'zod';
import { InstallationStatus } from './installation-status.ts';
import { WorkspaceRole } from './workspace.ts';

/**
 * What one change took away: the rights that were left after it. A restored table gets the lesser of what it has and
 * this. So revocations can be applied in any order and more than once, and never give anything.
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
    /** The ids of the revoked origins and the hashes of the revoked credentials, as far as this change revoked them. */
    origins: z.array(z.string()),
    credentials: z.array(z.string()),
  }),
  /** A deleted user, or one that is no longer superadmin. A user who is created again has another id. */
  z.object({ kind: z.literal('user'), id: z.string(), deleted: z.boolean() }),
  /** A member or invited user of a workspace: the role that is left, null for none. */
  z.object({
    kind: z.literal('member'),
    workspace: z.string(),
    /** A hash of the e-mail address: it can be compared with those of the members, and is not read by accident. */
    member: z.string(),
    role: WorkspaceRole.nullable(),
  }),
  /** A person who was erased, or asked for again since: the last entry counts. `mark` is a keyed hash of the iD. */
  z.object({ kind: z.literal('person'), mark: z.string(), erased: z.boolean() }),
]);
export type Revocation = z.output<typeof Revocation>;
export type RevocationOf<Kind extends Revocation['kind']> = Extract<Revocation, { kind: Kind }>;

/** Revocations of one transaction. */
export const RevocationEntry = z.object({
  /** When the transaction was sent. Milliseconds since the epoch. */
  at: z.int(),
  id: z.string(),
  revocations: z.array(Revocation),
});
export type RevocationEntry = z.output<typeof RevocationEntry>;
