import { type Role, roleIncludes, type WorkspaceRole } from '#src/vocabulary/workspace.ts';
import type { ApiKeyRecord } from './api-key.ts';
import type { Installation } from './installation.ts';
import { isFinal } from './installation-status.ts';
import type { Revocation, RevocationOf } from './revocation.ts';
import type { UserRecord } from './user.ts';

const lacksSome = (before: readonly string[], after: readonly string[]) =>
  before.some((scope) => !after.includes(scope));

type Key = ApiKeyRecord & { deleted_at: number | null };

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

/** The rights that a change took away from an installation, its origins and its credentials. */
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

/** The rights that a change to a user took away; `after` is undefined for a deleted one. */
export function lostByUser(before: UserRecord, after: UserRecord | undefined): Revocation[] {
  if (!after) return [{ kind: 'user', id: before.id, deleted: true }];
  return before.is_superadmin && !after.is_superadmin ? [{ kind: 'user', id: before.id, deleted: false }] : [];
}

export const exceedsRole = (role: WorkspaceRole, left: WorkspaceRole | null): boolean =>
  left === null || (role !== left && roleIncludes(role satisfies Role, left));
