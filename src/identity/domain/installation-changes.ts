import {
  type CredentialRecord,
  credentialId,
  type Installation,
  type InstallationAction,
  type InstallationRecord,
  nextInstallationStatus,
  nextOriginStatus,
  type OriginRecord,
  verifiedOrigins,
} from './installation.ts';
import { isFinal } from './installation-status.ts';

/** Why a change is rejected: a request field, and a phrase that follows its name. */
export interface RefusedChange {
  field: string;
  refused: string;
}

/** A change to an installation. Returns the same object if nothing changes, undefined if the part does not exist. */
export type InstallationChange = (before: Installation) => Installation | RefusedChange | undefined;

/** Not counting revoked ones. An installation is read whole, so its size must be bounded. */
export const maxOrigins = 20;
export const maxCredentials = 20;
/** Including revoked ones: one list row holds them all, and a DynamoDB item is at most 400 KB. */
export const maxStoredOrigins = 200;

export const statusActions = {
  active: 'enable',
  disabled: 'disable',
  revoked: 'revoke',
  archived: 'archive',
} as const;
export type SettableStatus = keyof typeof statusActions;

/** An administrator's update. Undefined fields stay as they are. */
export type InstallationUpdate = {
  [K in 'display_name' | 'description' | 'scopes']?: InstallationRecord[K] | undefined;
} & { status?: SettableStatus | undefined };

export const withUpdate =
  ({ status: requested, ...fields }: InstallationUpdate): InstallationChange =>
  (before) => {
    const { installation } = before;
    const changed = Object.entries(fields).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(installation[name as keyof typeof fields]) !== JSON.stringify(value),
    );
    if (changed.length > 0 && isFinal(installation.status)) {
      return { field: changed[0]?.[0] ?? '', refused: `cannot be changed: the installation is ${installation.status}` };
    }
    const status = requested === undefined ? installation.status : statusAfter(before, statusActions[requested]);
    if (typeof status !== 'string') return status;
    if (requested === 'active' && verifiedOrigins(before.origins).length === 0) {
      return { field: 'status', refused: 'cannot become active: the installation has no verified origin' };
    }
    if (changed.length === 0 && status === installation.status) return before;
    return { ...before, installation: { ...installation, ...Object.fromEntries(changed), status } };
  };

export const withOrigin =
  (added: OriginRecord): InstallationChange =>
  (before) => {
    const inUse = before.origins.filter(({ verification_status }) => verification_status !== 'revoked');
    if (inUse.some(({ origin }) => origin === added.origin)) {
      return { field: 'origin', refused: 'is already an origin of this installation' };
    }
    if (inUse.length >= maxOrigins) {
      return { field: 'origin', refused: `cannot be added: an installation can have ${maxOrigins} origins` };
    }
    if (before.origins.length >= maxStoredOrigins) {
      const refused = `cannot be added: an installation can have ${maxStoredOrigins} origins in total, including revoked ones. Create a new installation`;
      return { field: 'origin', refused };
    }
    const status = statusAfter(before, 'add_origin', 'origin');
    if (typeof status !== 'string') return status;
    return {
      ...before,
      installation: { ...before.installation, status },
      origins: [...before.origins, added],
    };
  };

/** Records the time or failure of a verification. An origin that was verified in the meantime stays verified. */
export const withVerification =
  (originId: string, outcome: { verifiedAtMs: number } | { failure: string }): InstallationChange =>
  (before) => {
    const origin = before.origins.find(({ id }) => id === originId);
    if (!origin) return undefined;
    if (origin.verification_status === 'verified') return before;
    const retried = nextOriginStatus(origin.verification_status, 'retry');
    if (!retried) return { field: 'origin', refused: 'has been revoked' };
    const status = statusAfter(before, 'verify_origin', 'origin');
    if (typeof status !== 'string') return status;
    const succeeded = 'verifiedAtMs' in outcome;
    const verification_status = nextOriginStatus(retried, succeeded ? 'succeed' : 'fail') ?? retried;
    const verified: OriginRecord = {
      ...origin,
      verification_status,
      verified_at: succeeded ? outcome.verifiedAtMs : null,
      last_verification_error: succeeded ? null : outcome.failure,
    };
    return {
      ...before,
      installation: succeeded ? { ...before.installation, status } : before.installation,
      origins: before.origins.map((each) => (each === origin ? verified : each)),
    };
  };

/** Revokes an origin permanently and removes its verification token. */
export const withoutOrigin =
  (originId: string): InstallationChange =>
  (before) => {
    const origin = before.origins.find(({ id }) => id === originId);
    if (!origin) return undefined;
    const verification_status = nextOriginStatus(origin.verification_status, 'revoke');
    if (!verification_status || verification_status === origin.verification_status) return before;
    const origins = before.origins.map((each) =>
      each === origin ? { ...origin, verification_status, verification_token: null } : each,
    );
    const wasLast = verifiedOrigins(before.origins).length > 0 && verifiedOrigins(origins).length === 0;
    const status = wasLast ? statusAfter(before, 'lose_last_verified_origin') : before.installation.status;
    if (typeof status !== 'string') return status;
    return { ...before, origins, installation: { ...before.installation, status } };
  };

export const withCredential =
  (added: CredentialRecord): InstallationChange =>
  (before) => {
    const { status } = before.installation;
    if (isFinal(status)) return { field: 'status', refused: `is ${status}: no credentials can be added` };
    if (before.credentials.filter(({ active }) => active).length >= maxCredentials) {
      return { field: 'credentials', refused: `are limited to ${maxCredentials} active ones. Revoke one first` };
    }
    return { ...before, credentials: [...before.credentials, added] };
  };

/** Adds a credential that replaces another. The old one stays valid unless `revokeOld`. */
export const withRotatedCredential =
  (oldId: string, added: CredentialRecord, revokeOld: boolean, nowMs: number): InstallationChange =>
  (before) => {
    const old = before.credentials.find((each) => credentialId(each) === oldId);
    if (!old) return undefined;
    if (!old.active) return { field: 'credential', refused: 'has been revoked: create a new one' };
    // The new credential inherits the expiry; otherwise rotation would remove it.
    const expires_at = added.expires_at ?? old.expires_at;
    if (expires_at !== null && expires_at <= nowMs) {
      return { field: 'expires_at', refused: 'is required, since the old credential has expired' };
    }
    const base = revokeOld ? withoutCredential(oldId, nowMs)(before) : before;
    return base && 'installation' in base ? withCredential({ ...added, expires_at, rotated_from: oldId })(base) : base;
  };

export const withoutCredential =
  (id: string, nowMs: number): InstallationChange =>
  (before) => {
    const credential = before.credentials.find((each) => credentialId(each) === id);
    if (!credential) return undefined;
    if (!credential.active) return before;
    const revoked = { ...credential, active: false, revoked_at: nowMs };
    return { ...before, credentials: before.credentials.map((each) => (each === credential ? revoked : each)) };
  };

function statusAfter({ installation: { status } }: Installation, action: InstallationAction, field = 'status') {
  const next = nextInstallationStatus(status, action);
  if (next) return next;
  const addition = isFinal(status) ? ', which is final' : '';
  return { field, refused: `${refusals[action]}: the installation is ${status}${addition}` };
}

const refusals: Record<InstallationAction, string> = {
  add_origin: 'cannot be added',
  verify_origin: 'cannot be verified',
  lose_last_verified_origin: 'cannot be changed',
  enable: 'cannot become active',
  disable: 'cannot become disabled',
  revoke: 'cannot become revoked',
  archive: 'cannot become archived',
};
