import * as z from 'zod';
import type { ApiKeyRecord } from './api-key.ts';
import { type Installation, InstallationStatus, isFinal } from './installation.ts';
import { type Role, roleIncludes, type UserRecord, WorkspaceRole } from './user.ts';

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

const lacksSome = (before: readonly string[], after: readonly string[]) =>
  before.some((scope) => !after.includes(scope));

type Key = ApiKeyRecord & { deleted_at: number | null };

/** What a change of a key took away; empty if nothing. */
export function lostByKey(before: Key, after: Key): Revocation[] {
  const [was, is] = [before, after].map((key) => ({
    active: key.active,
    revoked: key.revoked_at !== null,
    deleted: key.deleted_at !== null,
  })) as [RightsOfKey, RightsOfKey];
  const isLess = (was.active && !is.active) || (!was.revoked && is.revoked) || (!was.deleted && is.deleted);
  if (!isLess && !lacksSome(before.scopes, after.scopes)) return [];
  return [{ kind: 'api_key', hash: after.key_hash, ...is, scopes: after.scopes }];
}

type RightsOfKey = Pick<RevocationOf<'api_key'>, 'active' | 'revoked' | 'deleted'>;

/** What a change of an installation took away from it, its origins and its credentials. */
export function lostByInstallation(before: Installation, after: Installation): Revocation[] {
  const { id, status, scopes } = after.installation;
  const origins = after.origins
    .filter((origin) => origin.verification_status === 'revoked')
    .filter((origin) => before.origins.some((was) => was.id === origin.id && was.verification_status !== 'revoked'))
    .map((origin) => origin.id);
  const credentials = after.credentials
    .filter(({ active }) => !active)
    .filter(({ hash }) => before.credentials.some((was) => was.hash === hash && was.active))
    .map(({ hash }) => hash);
  const was = before.installation;
  const isEnded = status !== was.status && (status === 'disabled' || isFinal(status));
  const isLess = isEnded || origins.length > 0 || credentials.length > 0 || lacksSome(was.scopes, scopes);
  return isLess ? [{ kind: 'installation', id, status, scopes, origins, credentials }] : [];
}

/** What a change of a user took away; `after` is undefined for a deleted one. */
export function lostByUser(before: UserRecord, after: UserRecord | undefined): Revocation[] {
  if (!after) return [{ kind: 'user', id: before.id, deleted: true }];
  return before.is_superadmin && !after.is_superadmin ? [{ kind: 'user', id: before.id, deleted: false }] : [];
}

/** Whether a role in a workspace is more than what is left of it. */
export const exceedsRole = (role: WorkspaceRole, left: WorkspaceRole | null): boolean =>
  left === null || (role !== left && roleIncludes(role satisfies Role, left));
