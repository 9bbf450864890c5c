import { type ApiKeyRecord, revoke } from './api-key.ts';
import { credentialId, type Installation } from './installation.ts';
import { type InstallationChange, withoutCredential, withoutOrigin, withUpdate } from './installation-changes.ts';
import { isFinal } from './installation-status.ts';
import type { RevocationOf } from './revocation.ts';

/** A key reduced to the rights that a revocation left; the same object if it has no more. */
export function limitKey<K extends ApiKeyRecord & { deleted_at: number | null }>(
  key: K,
  left: RevocationOf<'api_key'>,
  nowMs: number,
): K {
  const limited = {
    ...(left.revoked && key.revoked_at === null ? revoke(key, nowMs) : key),
    scopes: key.scopes.filter((scope) => left.scopes.includes(scope)),
    active: key.active && left.active && !left.revoked,
    deleted_at: left.deleted ? (key.deleted_at ?? nowMs) : key.deleted_at,
  };
  const isSame =
    limited.scopes.length === key.scopes.length &&
    limited.active === key.active &&
    limited.revoked_at === key.revoked_at &&
    limited.deleted_at === key.deleted_at;
  return isSame ? key : { ...limited, updated_at: nowMs };
}

/** An installation reduced to the rights that a revocation left; the same object if it has no more. */
export function limitInstallation(held: Installation, left: RevocationOf<'installation'>, nowMs: number): Installation {
  const credentials = held.credentials.filter(({ hash }) => left.credentials.includes(hash));
  const scopes = held.installation.scopes.filter((scope) => left.scopes.includes(scope));
  const changes: InstallationChange[] = [
    ...(scopes.length < held.installation.scopes.length ? [withUpdate({ scopes })] : []),
    ...left.origins.map((id) => withoutOrigin(id)),
    ...credentials.map((credential) => withoutCredential(credentialId(credential), nowMs)),
    ...statusChanges(held, left),
  ];
  return changes.reduce((state, change) => {
    const changed = change(state);
    // The installation lacks this origin, or its status does not allow this change.
    return changed && 'installation' in changed ? changed : state;
  }, held);
}

/** Final statuses are reached only through `revoked`. */
function statusChanges(
  { installation: { status } }: Installation,
  left: RevocationOf<'installation'>,
): InstallationChange[] {
  if (left.status === 'disabled') return status === 'active' ? [withUpdate({ status: 'disabled' })] : [];
  if (!isFinal(left.status) || status === left.status || status === 'archived') return [];
  const revoked = status === 'revoked' ? [] : [withUpdate({ status: 'revoked' })];
  return left.status === 'archived' ? [...revoked, withUpdate({ status: 'archived' })] : revoked;
}
